import { Icon, type IconProps } from './icon.tsx'

/** Something needs attention. */
export function AlertIcon(props: IconProps) {
  return <Icon {...props} d="M12 4.2 3.3 19a.8.8 0 0 0 .7 1.2h16a.8.8 0 0 0 .7-1.2zM12 10v4m0 2.9v.1" />
}
