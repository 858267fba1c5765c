import { Icon, type IconProps } from './icon.tsx'

/** Buy with a card or bank. */
export function BuyIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      d="M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M3 10h18M7 14.5h3"
    />
  )
}
