import type { ReactNode } from 'react'
import { ExternalIcon } from '../icons/external.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './text-link.module.css'

/** `newTab` announces to screen readers that it opens one. */
export type TextLinkProps = { href: string; newTab: string; children: ReactNode }

/** A link in running text, to a new tab without opener and referrer. */
export function TextLink({ href, newTab, children }: TextLinkProps) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalIcon size={16} />
      <VisuallyHidden>{newTab}</VisuallyHidden>
    </a>
  )
}
