import { Icon, type IconProps } from './icon.tsx'

/** A wallet. */
export function WalletIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M17.5 8V6a1.5 1.5 0 0 0-1.5-1.5H5.5a2 2 0 0 0 0 4h13A1.5 1.5 0 0 1 20 10v8a1.5 1.5 0 0 1-1.5 1.5h-13a2 2 0 0 1-2-2v-11M16 14v.1"
    />
  )
}
