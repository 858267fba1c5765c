import styles from './skeleton.module.css'

/** A placeholder for content; lengths are CSS lengths, a row is 56 px with `mark` and two lines. */
export type SkeletonProps =
  | { shape: 'row'; count?: number; mark?: 'tile' | 'circle' }
  | { shape: 'text' | 'block'; width?: string; height?: string }

/** Appears only after 150 ms, in the final size, without motion; announce loading in a live region instead. */
export function Skeleton(props: SkeletonProps) {
  if (props.shape !== 'row') {
    return (
      <span
        className={styles.bone}
        data-shape={props.shape}
        aria-hidden="true"
        style={{ '--width': props.width, '--height': props.height }}
      />
    )
  }
  return Array.from({ length: props.count ?? 1 }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <li key={i} className={styles.row} aria-hidden="true">
      <span className={styles.bone} data-shape={props.mark ?? 'tile'} />
      <span className={styles.lines}>
        <span className={styles.bone} data-shape="text" style={{ '--width': '44%' }} />
        <span className={styles.bone} data-shape="text" style={{ '--width': '28%' }} />
      </span>
    </li>
  ))
}
