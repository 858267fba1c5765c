import type { ReactNode } from 'react'
import { AlertIcon } from '../icons/alert.tsx'
import { CheckIcon } from '../icons/check.tsx'
import { InfoIcon } from '../icons/info.tsx'
import { Details } from '../layout/details.tsx'
import styles from './notice.module.css'

/** `announce` reads it out when it appears: at once for an error, politely for the rest. */
export type NoticeProps = {
  tone: 'info' | 'success' | 'warning' | 'error'
  title?: ReactNode
  children?: ReactNode
  /** Collapsed: the error's code and other details for a developer or support. */
  details?: { label: string; code?: string; text?: string } | undefined
  action?: ReactNode
  announce?: boolean
}

/** Reports in place what happened, whether funds moved and what to do next. */
export function Notice({ tone, title, children, details, action, announce }: NoticeProps) {
  const Icon = tone === 'info' ? InfoIcon : tone === 'success' ? CheckIcon : AlertIcon
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      role={announce ? (tone === 'error' ? 'alert' : 'status') : undefined}
    >
      <Icon />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {details && (
          <Details label={details.label}>
            {details.text}
            {details.code && <code className={styles.code}>{details.code}</code>}
          </Details>
        )}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
