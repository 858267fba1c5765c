import { type ReactNode, useEffect, useState } from 'react'
import { CheckIcon } from '../icons/check.tsx'
import { CopyIcon } from '../icons/copy.tsx'
import { LiveRegion } from '../notices/live-region.tsx'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'

const shownMs = 1500

/** With `children` it is a pill around them, otherwise an icon; `failedLabel` is announced if nothing could be copied. */
export type CopyButtonProps = {
  text: string
  label: string
  copiedLabel: string
  failedLabel?: string
  children?: ReactNode
  copy?: (text: string) => Promise<boolean>
}

/** Copies `text`; its icon turns to a tick and `copiedLabel` is announced for 1.5 s. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, failedLabel = '', children, copy = copyText } = props
  const [last, setLast] = useState<{ is: 'copied' | 'failed'; text: string }>()
  // The result of copying another text does not apply to this one.
  const outcome = last?.text === text ? last : undefined
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [last])
  const copied = outcome?.is === 'copied'
  const announcement = outcome ? (copied ? copiedLabel : failedLabel) : ''
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-pill={children ? true : undefined}
        data-copied={copied || undefined}
        aria-label={children ? undefined : label}
        title={announcement || label}
        onClick={async () => setLast({ is: (await copy(text)) ? 'copied' : 'failed', text })}
      >
        {children}
        {copied ? <CheckIcon size={children ? 16 : 20} /> : <CopyIcon size={children ? 16 : 20} />}
      </button>
      <LiveRegion message={announcement} />
    </>
  )
}
