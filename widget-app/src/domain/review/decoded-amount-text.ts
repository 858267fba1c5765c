import { formatWhole } from '#shared/amount/format-amount.ts'
import type { DecodedAmount } from '#widget/chains/request-facts.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** What words need beside what they are about. */
export type MessageContext = { readonly t: Translate; readonly locale: string }

/**
 * An amount as text; one of a token that is not known says so, in base units (its decimals would be a guess), and one whose
 * decimals a single endpoint reports is marked as unverified.
 */
export function decodedAmountText({ value, asset }: DecodedAmount, { t, locale }: MessageContext): string {
  if (asset) {
    const amount = `${formatWhole(value, asset.decimals, locale)} ${asset.symbol}`
    return asset.isUnconfirmed ? t('approve.amount-unverified', { amount }) : amount
  }
  return t('approve.raw', { value: formatWhole(value, 0, locale) })
}

/** What it is an amount of. */
export const symbolText = ({ asset }: DecodedAmount, { t }: MessageContext): string =>
  asset?.symbol ?? t('approve.raw-token')
