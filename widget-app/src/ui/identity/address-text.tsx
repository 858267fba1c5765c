import styles from './address-text.module.css'

const endLength = 6
const groupLength = 4

/** The short form keeps six characters at each end; an address that would hardly get shorter stays complete. */
export function shortAddress(address: string): string {
  return address.length <= endLength * 2 + 2
    ? address
    : `${address.slice(0, endLength)}…${address.slice(-endLength)}`
}

/** Splits an address into `0x`, if it has it, and groups of four. */
export function addressGroups(address: string): string[] {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  return [
    ...prefix,
    ...(address.slice(prefix.length * 2).match(new RegExp(`.{1,${groupLength}}`, 'gu')) ?? []),
  ]
}

/**
 * An address isolated from right-to-left text: short with the complete one as title, or in groups that copy without spaces.
 */
export function AddressText({ address, whole = false }: { address: string; whole?: boolean }) {
  if (!whole) {
    return (
      <bdi className={styles.short} dir="ltr" title={address}>
        {shortAddress(address)}
      </bdi>
    )
  }
  return (
    <bdi className={styles.whole} dir="ltr">
      {addressGroups(address).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
        <span key={i}>{part}</span>
      ))}
    </bdi>
  )
}
