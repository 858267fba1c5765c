import { Icon, type IconProps } from './icon.tsx'

/** Search. */
export function SearchIcon(props: IconProps) {
  return <Icon {...props} d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5.2 12.2L20.5 20.5" />
}
