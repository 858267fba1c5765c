import { Icon, type IconProps } from './icon.tsx'

/** An account. */
export function UserIcon(props: IconProps) {
  return <Icon {...props} d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20c.7-3.5 3.6-5.5 7.5-5.5s6.8 2 7.5 5.5" />
}
