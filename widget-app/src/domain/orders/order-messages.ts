import { type Translate, translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type CancelState, cancelStateAtom } from './cancel-order.ts'
import type { OrderState } from './order.ts'
import { orderAtom } from './orders.ts'

/** `provider` delivers; `expected` is the ordered amount and `value` the amount that the chain shows, as text. */
type MessageParams = {
  readonly provider: string
  readonly expected: string
  readonly value: string | undefined
}

type UnverifiedState = Extract<OrderState, { is: 'doubtful' | 'risen' | 'matched' | 'abandoned' }>

/** Message for an order that is neither pending nor plainly delivered: what the chain shows, and what to do. */
export function unverifiedOrderMessage(
  state: UnverifiedState,
  { provider, expected, value = '' }: MessageParams,
  t: Translate,
): { readonly title: string; readonly text: string } {
  const names = { provider, amount: expected, value }
  switch (state.is) {
    case 'doubtful':
      return { title: t('order.doubtful-title'), text: t(`order.misfit.${state.misfit}`, names) }
    case 'risen':
      return { title: t('order.risen-title', names), text: t('order.risen-text', names) }
    case 'abandoned':
      return { title: t('order.abandoned'), text: t('order.abandoned-text', names) }
    case 'matched':
      return { title: t('order.matched-title'), text: t('order.matched-text', names) }
  }
}

/** What the chain showed of an order with an unknown end; undefined if nothing. */
export function unknownOrderMessage(
  { misfit, rose }: Extract<OrderState, { is: 'unknown' }>,
  { provider, value = '' }: Omit<MessageParams, 'expected'>,
  t: Translate,
): string | undefined {
  if (misfit === 'unseen') return t('order.unknown-unseen', { provider })
  if (misfit !== undefined) return t('order.unknown-misfit', { provider })
  return rose === undefined ? undefined : t('order.unknown-rose', { provider, value })
}

/** Why an order could not be cancelled, and what that means; undefined unless cancelling was refused. */
function cancelFailureMessage(
  cancelState: CancelState,
  provider: string,
  t: Translate,
): { readonly title: string; readonly text: string } | undefined {
  if (cancelState.is !== 'refused') return undefined
  const { why } = cancelState
  return { title: t(`order.refused.${why}`, { provider }), text: t(`order.refused.${why}-text`) }
}

/** The message why an order was not cancelled; undefined unless cancelling was refused. */
export const cancelFailureMessageAtom = atomFamily((id: string) =>
  atom((get) =>
    cancelFailureMessage(
      get(cancelStateAtom(id)),
      get(orderAtom(id))?.provider.name ?? '',
      get(translateAtom),
    ),
  ),
)
