import { Icon, type IconProps } from './icon.tsx'

/** Email. */
export function MailIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M3.5 8l8.5 5.5L20.5 8"
    />
  )
}
