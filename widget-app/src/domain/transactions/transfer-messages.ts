import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatWhole } from '#shared/amount/format-amount.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { type ObservedTransfer, receivedAmount } from './transfer-outcome.ts'

const textOf = (value: bigint, { asset }: ObservedTransfer, locale: string): string =>
  `${formatWhole(toDisplayedAmount(value, asset), asset.decimals, locale)} ${asset.symbol}`

/** The message of a mined transfer. */
export function receivedMessage(entry: ObservedTransfer, locale: string, t: Translate): string {
  const arrival = receivedAmount(entry)
  switch (arrival?.is) {
    case 'reading':
      return t('transaction.confirmed-reading')
    case 'unreadable':
      return t('transaction.confirmed-unread')
    case 'other':
      return t(arrival.value < entry.value ? 'transaction.confirmed-less' : 'transaction.confirmed-more', {
        arrived: textOf(arrival.value, entry, locale),
        sent: textOf(entry.value, entry, locale),
      })
    default: {
      const { asset, value } = entry
      const amount = formatWhole(toDisplayedAmount(value, asset), asset.decimals, locale)
      return t('transaction.confirmed-text', { amount, symbol: asset.symbol })
    }
  }
}

/** The received amount, if it differs from the sent one. */
export function receivedAmountText(entry: ObservedTransfer, locale: string): string | undefined {
  const arrival = receivedAmount(entry)
  return arrival?.is === 'other' ? textOf(arrival.value, entry, locale) : undefined
}
