import { Icon, type IconProps } from './icon.tsx'

/** Verified. */
export function ShieldIcon(props: IconProps) {
  return <Icon {...props} d="M12 3.5 5 6v5.5c0 4.3 2.9 7.6 7 9 4.1-1.4 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10" />
}
