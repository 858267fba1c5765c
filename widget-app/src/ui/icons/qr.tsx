import { Icon, type IconProps } from './icon.tsx'

/** A QR code. */
export function QrIcon(props: IconProps) {
  return <Icon {...props} d="M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2m4-2v2m-6 4h2m4-1v1m-2-3v.1" />
}
