import { Icon, type IconProps } from './icon.tsx'

/** Send. */
export function SendIcon(props: IconProps) {
  return <Icon {...props} d="M7 17 17 7M8.5 7H17v8.5" />
}
