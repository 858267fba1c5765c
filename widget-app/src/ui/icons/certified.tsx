import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './icon.module.css'
import { Icon } from './icon.tsx'

/** A seal with a tick, after a certified name; `label` is its text. */
export function CertifiedIcon({ label }: { label: string }) {
  return (
    <span className={styles.seal} title={label}>
      <Icon
        size={16}
        d="m8.5 12.2 2.4 2.4 4.6-4.8M12 3.2l2.3 1.7 2.9.1.9 2.7 2.3 1.7-.8 2.8.8 2.7-2.3 1.7-.9 2.8-2.9.1-2.3 1.6-2.3-1.6-2.9-.1-.9-2.8-2.3-1.7.8-2.7-.8-2.8 2.3-1.7.9-2.7 2.9-.1z"
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
