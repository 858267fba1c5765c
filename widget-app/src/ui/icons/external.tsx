import { Icon, type IconProps } from './icon.tsx'

/** Opens a new tab. */
export function ExternalIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M14 4.5h5.5V10M19.5 4.5 11 13M10 5.5H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V14"
    />
  )
}
