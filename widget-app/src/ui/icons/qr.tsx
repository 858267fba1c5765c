import { Icon, type IconProps } from './icon.tsx'

/** A code to scan. */
export function QrIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M4.5 4.5h5.5V10H4.5zm9.5 0h5.5V10H14zM4.5 14h5.5v5.5H4.5zm9.5 0v.1m5.5 0v.1m-2.7 2.6v.1M14 19.5v.1m5.5-.1v.1"
    />
  )
}
