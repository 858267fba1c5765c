import type { OrderState } from '#widget/domain/orders/order.ts'
import { unknownOrderMessage, unverifiedOrderMessage } from '#widget/domain/orders/order-messages.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { HeadlineContent } from '#widget/ui/display/headline.tsx'
import type { DepositProblem } from './model.ts'

/** The label of the form's button: its first problem, otherwise the next step. */
export function buttonLabel(problem: DepositProblem | undefined, exchange: string, t: Translate): string {
  switch (problem) {
    case undefined:
      return t('exchange.continue', { exchange })
    case 'no-exchange':
      return t('exchange.none')
    case 'no-asset':
      return t('exchange.no-asset')
    case 'unknown-asset':
      return t('buy.problem.unavailable')
    case 'no-amount':
      return t('swap.problem.amount')
    case 'incorrect-value':
      return t('send.incorrect-value')
  }
}

/** What is known of the popup of a deposit. */
type PopupVisibility = 'open' | 'out-of-sight' | 'not-held' | 'none'

/** `ordered` and `value`: the ordered amount and the one on the chain, as text. */
type DepositTexts = {
  readonly exchange: string
  readonly ordered: string
  readonly value: string | undefined
}

/** The message of a deposit that waits for the user at the exchange. */
function openOrderMessage(popup: PopupVisibility, exchange: string, t: Translate): HeadlineContent {
  const is = popup === 'none' ? 'waiting' : popup
  return { title: t(`exchange.${is}`, { exchange }), text: t(`exchange.${is}-text`, { exchange }) }
}

/** The message of a deposit: what it waits for, whether anything was paid, and the next step. */
export function depositMessage(
  state: OrderState,
  popup: PopupVisibility,
  { exchange, ordered, value }: DepositTexts,
  t: Translate,
): HeadlineContent {
  switch (state.is) {
    case 'opened':
      return openOrderMessage(popup, exchange, t)
    case 'arrived':
      return { title: t('exchange.arrived'), text: t('exchange.arrived-text', { amount: value ?? '' }) }
    case 'doubtful':
    case 'risen':
    case 'matched':
    case 'abandoned':
      return unverifiedOrderMessage(state, { provider: exchange, expected: ordered, value }, t)
    case 'failed':
      return {
        title: t('exchange.declined'),
        text:
          state.reason === undefined
            ? t('exchange.declined-text', { exchange })
            : t('exchange.declined-reason', { exchange, reason: state.reason }),
      }
    case 'paid':
      return { title: t('exchange.paid', { exchange }), text: t('exchange.paid-text', { exchange }) }
    case 'sent':
      return { title: t('exchange.sent'), text: t('exchange.sent-text', { exchange }) }
    case 'expired':
      return { title: t('exchange.expired'), text: t('exchange.expired-text') }
    case 'unknown':
      return {
        title: t('exchange.unknown'),
        text:
          unknownOrderMessage(state, { provider: exchange, value }, t) ??
          t('exchange.unknown-text', { exchange }),
      }
  }
}
