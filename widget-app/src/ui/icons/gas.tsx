import { Icon, type IconProps } from './icon.tsx'

/** The network fee. */
export function GasIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M5 20V6a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v14M3.5 20h12M8 9h3m3 3.5h1.5a1.5 1.5 0 0 1 1.5 1.5v2.5a1.5 1.5 0 0 0 3 0V9.5L17.5 7"
    />
  )
}
