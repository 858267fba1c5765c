import { Icon, type IconProps } from './icon.tsx'

/** Swap. */
export function SwapIcon(props: IconProps) {
  return <Icon {...props} d="M7 4 3.5 7.5 7 11M4 7.5h13M17 13l3.5 3.5L17 20m3-3.5H7" />
}
