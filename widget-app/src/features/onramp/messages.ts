import { formatWhole } from '#shared/amount/format-amount.ts'
import { amountNote } from '#widget/domain/balances/amount-note.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { unknownOrderMessage, unverifiedOrderMessage } from '#widget/domain/orders/order-messages.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { HeadlineContent } from '#widget/ui/display/headline.tsx'
import type { BuyProblem } from './model.ts'
import type { OnrampFailure } from './onramp-failure.ts'
import type { Provider } from './provider.ts'

/** The display name of a payment method. Ids are the service's own. */
export function methodName(id: string, t: Translate): string {
  if (/card/i.test(id)) return t('buy.card')
  if (/bank|ach|sepa|wire/i.test(id)) return t('buy.bank')
  const label = sanitizeText(id.replaceAll('_', ' '), 64) || t('common.unknown')
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}

/** More payment methods are summarized as a count. */
const maxMethods = 4

/** A currency's code and payment methods, on one line. */
export function methodsLine(code: string, ids: readonly string[], locale: string, t: Translate): string {
  const names = [...new Set(ids.map((id) => methodName(id, t)))]
  const hiddenCount = names.length > maxMethods + 1 ? names.length - maxMethods : 0
  const shown = hiddenCount === 0 ? names : names.slice(0, maxMethods)
  const more =
    hiddenCount === 0 ? [] : [t('approve.more', { count: formatWhole(BigInt(hiddenCount), 0, locale) })]
  return [code, ...shown, ...more].join(' · ')
}

/** The provider's fee `range`, if stated, and where its page opens. */
export function providerLine({ open }: Provider, range: string | undefined, t: Translate): string {
  if (range === undefined) return t(open === 'popup' ? 'buy.opens-window' : 'buy.opens-frame')
  return t(open === 'popup' ? 'buy.in-window' : 'buy.in-frame', { range })
}

/** The label of the disabled button. */
export function problemLabel(problem: BuyProblem, t: Translate): string {
  switch (problem.is) {
    case 'restricted':
    case 'sample':
    case 'no-asset':
      return t('buy.problem.unavailable')
    case 'service-failed':
      return t('buy.problem.refused')
    case 'old-price':
      return t('swap.problem.quote')
    case 'nothing-here':
      return t('buy.problem.nothing')
    case 'no-amount':
      return t('swap.problem.amount')
    case 'wrong-amount':
      return t('buy.problem.amount')
    case 'too-little':
      return t('buy.problem.too-little')
    case 'too-much':
      return t('buy.problem.too-much')
  }
}

/** The problem of the fiat amount, below its field; undefined for an empty field. */
export function amountProblem(
  problems: readonly BuyProblem[],
  {
    method,
    currency,
    limit,
  }: { readonly method: string; readonly currency: string; readonly limit: (cents: bigint) => string },
  t: Translate,
): string | undefined {
  for (const problem of problems) {
    if (problem.is === 'too-little') return t('buy.at-least', { amount: limit(problem.limit), method })
    if (problem.is === 'too-much') return t('buy.at-most', { amount: limit(problem.limit), method })
    if (problem.is === 'wrong-amount')
      return amountNote(problem.wrong, { symbol: currency, decimals: 0 }, t, {
        'too-many-decimals': t('buy.too-many-decimals'),
      })
  }
  return undefined
}

/** The text of a service's failure: nothing has moved, and the reason. */
export const failureText = ({ reason }: OnrampFailure, t: Translate): string =>
  reason === undefined ? t('buy.refused-text') : t('buy.refused-reason', { reason })

export type PopupVisibility = 'open' | 'out-of-sight' | 'not-held' | 'none'

/** The message of an order: its state, and whether money or tokens have moved. */
export function orderMessage(
  { state, provider: { name: provider } }: Order,
  popup: PopupVisibility,
  { expected, value }: { readonly expected: string; readonly value: string | undefined },
  t: Translate,
): HeadlineContent {
  switch (state.is) {
    case 'opened':
      return {
        title: t(`buy.window.${popup}`, { provider }),
        text: t(`buy.window.${popup}-text`, { provider }),
      }
    case 'arrived':
      return { title: t('buy.arrived'), text: t('buy.arrived-text', { amount: value ?? '' }) }
    case 'doubtful':
    case 'risen':
    case 'matched':
    case 'abandoned':
      return unverifiedOrderMessage(state, { provider, expected, value }, t)
    case 'unknown':
      return {
        title: t('buy.unknown'),
        text:
          unknownOrderMessage(state, { provider, value }, t) ??
          t('buy.unknown-text', { provider, amount: expected }),
      }
    case 'failed':
      return {
        title: t('buy.failed'),
        text:
          state.reason === undefined
            ? t('buy.failed-text', { provider })
            : t('buy.failed-reason', { provider, reason: state.reason }),
      }
    default:
      return {
        title: t(`buy.${state.is}`),
        text: t(`buy.${state.is}-text`, { provider, amount: expected }),
      }
  }
}
