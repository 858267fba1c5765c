import { Icon, type IconProps } from './icon.tsx'

/** A camera that is requested. */
export function CameraIcon(props: IconProps) {
  return <Icon {...props} d="M4 8h3.5l1.5-2.5h6L16.5 8H20v10.5H4zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6" />
}
