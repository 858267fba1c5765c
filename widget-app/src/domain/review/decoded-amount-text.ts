import { formatWhole } from '#shared/amount/format-amount.ts'
import type { DecodedAmount } from '#widget/chains/request-facts.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** What messages need besides their subject. */
export type MessageContext = { readonly t: Translate; readonly locale: string }

/**
 * An amount as text. An unknown token's amount is marked as such, in base units (its decimals would be a guess); one whose
 * decimals a single endpoint reports is marked as unverified.
 */
export function decodedAmountText({ value, asset }: DecodedAmount, { t, locale }: MessageContext): string {
  if (asset) {
    const amount = `${formatWhole(value, asset.decimals, locale)} ${asset.symbol}`
    return asset.isUnconfirmed ? t('approve.amount-unverified', { amount }) : amount
  }
  return t('approve.raw', { value: formatWhole(value, 0, locale) })
}

/** The symbol of an amount. */
export const symbolText = ({ asset }: DecodedAmount, { t }: MessageContext): string =>
  asset?.symbol ?? t('approve.raw-token')
