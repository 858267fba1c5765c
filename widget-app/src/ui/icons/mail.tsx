import { Icon, type IconProps } from './icon.tsx'

/** E-mail. */
export function MailIcon(props: IconProps) {
  return <Icon {...props} d="M4 6.5h16v11H4zM4 7l8 6 8-6" />
}
