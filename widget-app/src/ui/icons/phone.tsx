import { Icon, type IconProps } from './icon.tsx'

/** A phone. */
export function PhoneIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M8 3.5h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2M11 17.5h2"
    />
  )
}
