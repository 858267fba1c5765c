import { Icon, type IconProps } from './icon.tsx'

/** Disconnect. */
export function DisconnectIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      mirror
      d="M14.5 8V6a2 2 0 0 0-2-2h-6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2M10 12h10.5m-3.5-3.5 3.5 3.5-3.5 3.5"
    />
  )
}
