import { formatWhole } from '#shared/amount/format-amount.ts'
import type { Figure } from '#widget/chains/request-facts.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** What words need beside what they are about. */
export type WordContext = { readonly t: Translate; readonly locale: string }

/** An amount as text; one of a token that nobody knows says so, in base units (its decimals would be a guess). */
export function figureText({ value, asset }: Figure, { t, locale }: WordContext): string {
  if (asset) return `${formatWhole(value, asset.decimals, locale)} ${asset.symbol}`
  return t('approve.raw', { value: formatWhole(value, 0, locale) })
}

/** What it is an amount of. */
export const symbolText = ({ asset }: Figure, { t }: WordContext): string =>
  asset?.symbol ?? t('approve.raw-token')
