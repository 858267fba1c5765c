import { Icon, type IconProps } from './icon.tsx'

/** Information. */
export function InfoIcon(props: IconProps) {
  return <Icon {...props} d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17m0 8v4.5m0-8v.1" />
}
