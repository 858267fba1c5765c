import { Icon, type IconProps } from './icon.tsx'

/** Done. */
export function CheckIcon(props: IconProps) {
  return <Icon {...props} d="m5 12.5 4.5 4.5L19 7.5" />
}
