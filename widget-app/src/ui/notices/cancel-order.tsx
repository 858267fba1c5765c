import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { Notice } from './notice.tsx'

type GiveUpProps = {
  /** Whether it can be given up, whether somebody is being asked about it, or whether it has been awaited for too long. */
  readonly offer: 'none' | 'possible' | 'asking' | 'overdue'
  readonly onPress: () => void
}

/** The way out for a person who did not pay, while nobody says that they did, or who has waited for long. */
export function CancelOrder({ offer, onPress }: GiveUpProps) {
  const t = useT()
  if (offer === 'none') return null
  return (
    <Button look="quiet" busy={offer === 'asking'} onPress={onPress}>
      {t(offer === 'overdue' ? 'order.stop-waiting' : 'order.give-up')}
    </Button>
  )
}

/** Why it was not given up; nothing while nobody was refused. */
export function CancelOrderFailure({ words }: { words: { title: string; text: string } | undefined }) {
  return words ? (
    <Notice tone="warning" title={words.title} announce>
      {words.text}
    </Notice>
  ) : null
}
