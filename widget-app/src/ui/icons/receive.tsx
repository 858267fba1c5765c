import { Icon, type IconProps } from './icon.tsx'

/** Receive. */
export function ReceiveIcon(props: IconProps) {
  return <Icon {...props} d="M17 7 7 17M15.5 17H7V8.5" />
}
