import { ImageOrInitial, type MarkProps } from './image-or-initial.tsx'
import styles from './token-icon.module.css'

/** A token's icon as a disc, with the icon of its network as a small overlay at the lower end. */
export function TokenIcon({ network, ...mark }: MarkProps & { network?: MarkProps | undefined }) {
  if (!network) return <ImageOrInitial {...mark} shape="disc" />
  return (
    <span className={styles.token}>
      <ImageOrInitial {...mark} shape="disc" />
      <span className={styles.network}>
        <ImageOrInitial size={Math.round((mark.size ?? 40) * 0.42)} {...network} shape="disc" />
      </span>
    </span>
  )
}
