import { Icon, type IconProps } from './icon.tsx'

/** Hidden. */
export function EyeOffIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M10 5.7c.6-.1 1.3-.2 2-.2 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.4 3.2M6.5 7.2A15.5 15.5 0 0 0 2.5 12s3.5 6.5 9.5 6.5c1.9 0 3.6-.6 5-1.5M10 10a2.9 2.9 0 0 0 4 4M4 4l16 16"
    />
  )
}
