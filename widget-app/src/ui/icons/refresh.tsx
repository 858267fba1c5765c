import { Icon, type IconProps } from './icon.tsx'

/** Try again, or load anew. */
export function RefreshIcon(props: IconProps) {
  return <Icon {...props} d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9m0-4.5V9H15" />
}
