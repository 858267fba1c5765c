import { Icon, type IconProps } from './icon.tsx'

/** Back along the reading direction. */
export function ArrowLeftIcon(props: IconProps) {
  return <Icon {...props} mirror d="M20 12H5m6-6-6 6 6 6" />
}
