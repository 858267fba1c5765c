import { Icon, type IconProps } from './icon.tsx'

/** A program on a chain. */
export function ContractIcon(props: IconProps) {
  return <Icon {...props} d="m8.5 8-4.5 4 4.5 4M15.5 8l4.5 4-4.5 4M13.5 5.5l-3 13" />
}
