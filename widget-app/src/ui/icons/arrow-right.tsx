import { Icon, type IconProps } from './icon.tsx'

/** From one to another along the reading direction. */
export function ArrowRightIcon(props: IconProps) {
  return <Icon {...props} mirror d="M4 12h15m-6-6 6 6-6 6" />
}
