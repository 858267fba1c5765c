import { Icon, type IconProps } from './icon.tsx'

/** Limited in time. */
export function ClockIcon(props: IconProps) {
  return <Icon {...props} d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16m0 3.5V12l3 2" />
}
