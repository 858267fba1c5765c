import { AlertIcon } from '../icons/alert.tsx'
import { CheckIcon } from '../icons/check.tsx'
import { CloseIcon } from '../icons/close.tsx'
import { InfoIcon } from '../icons/info.tsx'
import { Spinner } from '../progress/spinner.tsx'
import styles from './toast.module.css'

/** The caller decides how long a toast stays; `id` restarts its animation when the same text appears again. */
export type ToastMessage = {
  id: string
  tone: 'info' | 'success' | 'warning' | 'error' | 'loading'
  message: string
}

export type ToastProps = {
  toast: ToastMessage | undefined
  dismissLabel: string
  onDismiss: () => void
}

/** Shows one short message at the foot of the sheet; keep it mounted, so that new messages are announced. */
export function Toast({ toast, dismissLabel, onDismiss }: ToastProps) {
  const card = toast && (
    <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
      <ToastIcon tone={toast.tone} />
      <span className={styles.message}>{toast.message}</span>
      <button
        type="button"
        className={styles.dismiss}
        aria-label={dismissLabel}
        title={dismissLabel}
        onClick={onDismiss}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  )
  const urgent = toast?.tone === 'error'
  return (
    <>
      <div role="status">{!urgent && card}</div>
      <div role="alert">{urgent && card}</div>
    </>
  )
}

function ToastIcon({ tone }: { tone: ToastMessage['tone'] }) {
  if (tone === 'loading') return <Spinner />
  if (tone === 'success') return <CheckIcon />
  return tone === 'info' ? <InfoIcon /> : <AlertIcon />
}
