import { Icon, type IconProps } from './icon.tsx'

/** An exchange, or a bank. */
export function ExchangeIcon(props: IconProps) {
  return <Icon {...props} d="M4 9.5h16L12 4 4 9.5ZM6 10v7m4-7v7m4-7v7m4-7v7M4 20h16" />
}
