import { Icon, type IconProps } from './icon.tsx'

/** All of a kind. */
export function GridIcon(props: IconProps) {
  return <Icon {...props} d="M4.5 4.5h5.5V10H4.5zm9.5 0h5.5V10H14zM4.5 14h5.5v5.5H4.5zm9.5 0h5.5v5.5H14z" />
}
