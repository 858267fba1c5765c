import { Icon, type IconProps } from './icon.tsx'

/** Receive. */
export function ReceiveIcon(props: IconProps) {
  return <Icon {...props} d="M17 7 7 17m8.5 0H7V8.5" />
}
