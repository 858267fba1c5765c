import { Icon, type IconProps } from './icon.tsx'

/** Copy. */
export function CopyIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M10.5 8.5H18a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-7.5a2 2 0 0 1-2-2v-7.5a2 2 0 0 1 2-2M5.3 15.4A2 2 0 0 1 4 13.5V6a2 2 0 0 1 2-2h7.5a2 2 0 0 1 1.9 1.3"
    />
  )
}
