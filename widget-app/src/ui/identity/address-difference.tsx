import styles from './address-difference.module.css'
import { addressGroups } from './address-text.tsx'

/** An address whole and in groups; those that differ from another address are marked. */
export function AddressDifference({ address, other }: { address: string; other: string }) {
  const others = addressGroups(other)
  return (
    <bdi className={styles.address} dir="ltr">
      {addressGroups(address).map((part, i) => {
        const Part = part.toLowerCase() === others[i]?.toLowerCase() ? 'span' : 'mark'
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place
        return <Part key={i}>{part}</Part>
      })}
    </bdi>
  )
}
