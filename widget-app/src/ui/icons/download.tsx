import { Icon, type IconProps } from './icon.tsx'

/** Get, or install. */
export function DownloadIcon(props: IconProps) {
  return <Icon {...props} d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 17.5v1a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-1" />
}
