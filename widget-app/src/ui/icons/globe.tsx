import { Icon, type IconProps } from './icon.tsx'

/** A site, or all networks. */
export function GlobeIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.5c-5 5-5 12 0 17m0-17c5 5 5 12 0 17"
    />
  )
}
