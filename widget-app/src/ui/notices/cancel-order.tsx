import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { Notice } from './notice.tsx'

type CancelOrderProps = {
  /** Whether the order can be cancelled, a cancellation is in progress, or the wait is overdue. */
  readonly offer: 'none' | 'possible' | 'asking' | 'overdue'
  readonly onClick: () => void
}

/** Lets a user cancel an order that they did not pay, or stop a long wait. */
export function CancelOrder({ offer, onClick }: CancelOrderProps) {
  const t = useT()
  if (offer === 'none') return null
  return (
    <Button look="quiet" busy={offer === 'asking'} onClick={onClick}>
      {t(offer === 'overdue' ? 'order.stop-waiting' : 'order.give-up')}
    </Button>
  )
}

/** Why the order was not cancelled; renders nothing without a failure. */
export function CancelOrderFailure({ message }: { message: { title: string; text: string } | undefined }) {
  return message ? (
    <Notice tone="warning" title={message.title} announce>
      {message.text}
    </Notice>
  ) : null
}
