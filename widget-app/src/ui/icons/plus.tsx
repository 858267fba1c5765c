import { Icon, type IconProps } from './icon.tsx'

/** Add. */
export function PlusIcon(props: IconProps) {
  return <Icon {...props} d="M12 5v14M5 12h14" />
}
