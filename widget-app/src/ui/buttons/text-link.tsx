import type { ReactNode } from 'react'
import { ExternalIcon } from '../icons/external.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './text-link.module.css'

/** `newTab` says aloud that it opens one. */
export type TextLinkProps = { href: string; newTab: string; children: ReactNode }

/** A link among words, to a new tab which learns nothing of this one. */
export function TextLink({ href, newTab, children }: TextLinkProps) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalIcon size={16} />
      <VisuallyHidden>{newTab}</VisuallyHidden>
    </a>
  )
}
