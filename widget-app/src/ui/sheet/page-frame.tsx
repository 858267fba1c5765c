import { useEffect, useEffectEvent } from 'react'
import { Spinner } from '../progress/spinner.tsx'
import styles from './page-frame.module.css'

/**
 * Scripts, forms and a storage of its own, and windows for its links. Without permissions by which the page could navigate
 * the widget or the host away (`allow-top-navigation`), open dialogs (`allow-modals`) or save files.
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** `src` is of another origin than the widget, whose own pages could remove the sandbox. */
export type PageFrameProps = {
  readonly src: string
  /** Its name for screen readers. */
  readonly title: string
  readonly isLoading: boolean
  /** Something has loaded: the page, or the browser's error page in its place. */
  readonly onLoad: () => void
  /** The content security policy of this document (`frame-src`) blocks the page. */
  readonly onBlocked: () => void
}

/** A page of another site in a frame. It sends no messages. */
export function PageFrame({ src, title, isLoading, onLoad, onBlocked }: PageFrameProps) {
  const onViolation = useEffectEvent(({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (/^(frame|child|default)-src/.test(effectiveDirective)) onBlocked()
  })
  useEffect(() => {
    const listener = (event: SecurityPolicyViolationEvent) => onViolation(event)
    document.addEventListener('securitypolicyviolation', listener)
    return () => document.removeEventListener('securitypolicyviolation', listener)
  }, [])
  return (
    <div className={styles.box} aria-busy={isLoading}>
      {/* A frame has at most the permissions of its document: `payment` only if the host grants it to the widget. */}
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
