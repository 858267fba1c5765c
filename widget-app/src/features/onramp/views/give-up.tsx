import { giveUpAtom, givingUpAtom } from '#widget/kernel/orders/give-up.ts'
import { mayBeGivenUp, type Order } from '#widget/kernel/orders/order.ts'
import { refusalWords } from '#widget/kernel/orders/order-words.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Notice } from '#widget/ui/notice.tsx'

/** The way out for a person who did not pay, while nobody says that they did. */
export function GiveUp({ order }: { order: Order }) {
  const t = useT()
  const { is } = useAtomValue(givingUpAtom(order.id))
  const giveUp = useSetAtom(giveUpAtom)
  if (!mayBeGivenUp(order)) return null
  return (
    <Button look="quiet" busy={is === 'asking'} onPress={() => void giveUp(order.id)}>
      {t('order.give-up')}
    </Button>
  )
}

/** Why an order was not given up. */
export function NotGivenUp({ order }: { order: Order }) {
  const t = useT()
  const words = refusalWords(useAtomValue(givingUpAtom(order.id)), order.provider.name, t)
  return words ? (
    <Notice tone="warning" title={words.title} announce>
      {words.text}
    </Notice>
  ) : null
}
