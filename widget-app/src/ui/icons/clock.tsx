import { Icon, type IconProps } from './icon.tsx'

/** Time, or recent. */
export function ClockIcon(props: IconProps) {
  return <Icon {...props} d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17m0 4V12l3 2" />
}
