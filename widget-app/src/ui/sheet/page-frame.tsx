import { useEffect, useEffectEvent } from 'react'
import { Spinner } from '../progress/spinner.tsx'
import styles from './page-frame.module.css'

/**
 * Scripts, forms and a storage of its own, and windows for what it links to. Nothing with which the page could lead the
 * widget or the site away (`allow-top-navigation`), ask over it (`allow-modals`) or save files.
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** `src` is of another origin than the widget, whose own page could take its sandbox off. */
export type PageFrameProps = {
  readonly src: string
  /** What screen readers call it. */
  readonly title: string
  readonly isLoading: boolean
  /** Something has loaded: the page, or the browser's own page in its place. */
  readonly onLoad: () => void
  /** The policy of this document (`frame-src`) keeps out what the frame was to show. */
  readonly onRefused: () => void
}

/** A page of somebody else's in a frame. Nothing is heard from it. */
export function PageFrame({ src, title, isLoading, onLoad, onRefused }: PageFrameProps) {
  const onViolation = useEffectEvent(({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (/^(frame|child|default)-src/.test(effectiveDirective)) onRefused()
  })
  useEffect(() => {
    const listener = (event: SecurityPolicyViolationEvent) => onViolation(event)
    document.addEventListener('securitypolicyviolation', listener)
    return () => document.removeEventListener('securitypolicyviolation', listener)
  }, [])
  return (
    <div className={styles.box} aria-busy={isLoading}>
      {/* A frame has at most what the document around it has: `payment` only where the site gives it to the widget. */}
      <iframe
        className={styles.frame}
        src={src}
        title={title}
        sandbox={sandbox}
        allow="payment"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
      />
      {isLoading && (
        <div className={styles.wait}>
          <Spinner size={32} />
        </div>
      )}
    </div>
  )
}
