import { Icon, type IconProps } from './icon.tsx'

/** Leads further along the reading direction. */
export function ChevronRightIcon(props: IconProps) {
  return <Icon {...props} mirror d="m9.5 6 6 6-6 6" />
}
