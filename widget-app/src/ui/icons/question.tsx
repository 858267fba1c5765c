import { Icon, type IconProps } from './icon.tsx'

/** An explanation. */
export function QuestionIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M9.7 9.8a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.2.9-1.2 1.7m0 2.7v.1"
    />
  )
}
