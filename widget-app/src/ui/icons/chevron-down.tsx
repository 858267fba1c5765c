import { Icon, type IconProps } from './icon.tsx'

/** Opens below. */
export function ChevronDownIcon(props: IconProps) {
  return <Icon {...props} d="m6 9.5 6 6 6-6" />
}
