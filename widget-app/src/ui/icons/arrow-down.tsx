import { Icon, type IconProps } from './icon.tsx'

/** Downwards, between what is paid and what is received. */
export function ArrowDownIcon(props: IconProps) {
  return <Icon {...props} d="M12 4v15m-6-6 6 6 6-6" />
}
