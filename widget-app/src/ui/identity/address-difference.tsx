import styles from './address-difference.module.css'
import { addressGroups } from './address-text.tsx'

/** An address, complete and in groups; groups that differ from another address are marked. */
export function AddressDifference({ address, other }: { address: string; other: string }) {
  const others = addressGroups(other)
  return (
    <bdi className={styles.address} dir="ltr">
      {addressGroups(address).map((part, i) => {
        const Part = part.toLowerCase() === others[i]?.toLowerCase() ? 'span' : 'mark'
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
        return <Part key={i}>{part}</Part>
      })}
    </bdi>
  )
}
