import { Icon, type IconProps } from './icon.tsx'

/** One thing for another. */
export function SwapIcon(props: IconProps) {
  return <Icon {...props} d="M7 20V5M3.5 8.5 7 5l3.5 3.5M17 4v15M13.5 15.5 17 19l3.5-3.5" />
}
