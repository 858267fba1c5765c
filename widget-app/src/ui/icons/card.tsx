import { Icon, type IconProps } from './icon.tsx'

/** Buy with a card. */
export function CardIcon(props: IconProps) {
  return <Icon {...props} d="M4 6.5h16v11H4zM4 10.5h16M7 14.5h3" />
}
