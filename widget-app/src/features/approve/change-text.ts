import { formatWhole } from '#shared/amount/format-amount.ts'
import type { BalanceChange } from '#widget/chains/request-facts.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { shortAddress } from '#widget/ui/address-text.tsx'

/** A balance change in words; the sign is always said, with a minus that is one. */
export function changeText(
  { figure, collectible }: BalanceChange,
  locale: string,
  t: Translate,
): { readonly name: string; readonly amount: string; readonly isGain: boolean } {
  const isGain = figure.value > 0n
  const size = isGain ? figure.value : -figure.value
  const sign = isGain ? '+' : '−'
  const { asset, contract } = figure
  if (collectible !== undefined)
    return { name: `#${collectible}`, amount: `${sign}${formatWhole(size, 0, locale)}`, isGain }
  if (asset)
    return { name: asset.symbol, amount: `${sign}${formatWhole(size, asset.decimals, locale)}`, isGain }
  return {
    name: contract === undefined ? '' : shortAddress(contract),
    amount: `${sign}${t('approve.raw', { value: formatWhole(size, 0, locale) })}`,
    isGain,
  }
}
