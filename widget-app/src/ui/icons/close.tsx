import { Icon, type IconProps } from './icon.tsx'

/** Close. */
export function CloseIcon(props: IconProps) {
  return <Icon {...props} d="M6 6l12 12M18 6 6 18" />
}
