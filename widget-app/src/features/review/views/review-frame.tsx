import { useEffect, useRef } from 'react'
import type { PaymentFrameState } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import styles from './review-frame.module.css'

/** The vault's frame of a request; out of sight until it shows the request. */
export function ReviewFrame({ frame: { stage, load } }: { frame: PaymentFrameState }) {
  const t = useT()
  const element = useRef<HTMLIFrameElement>(null)
  const isLoaded = useRef(false)
  useEffect(() => {
    if (isLoaded.current || !element.current) return
    isLoaded.current = true
    load(element.current)
  }, [load])
  return (
    <iframe
      ref={element}
      className={styles.frame}
      title={t('approve.frame')}
      data-shown={stage === 'shown' || undefined}
      // Out of sight it takes no focus either.
      tabIndex={stage === 'shown' ? 0 : -1}
      aria-hidden={stage !== 'shown' || undefined}
    />
  )
}
