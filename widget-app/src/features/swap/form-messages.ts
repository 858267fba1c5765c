import type { ParsedAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { amountProblemText } from '#widget/domain/balances/amount-field-problem.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { SwapProblem } from './problems.ts'
import { type Slippage, slippageLimits } from './slippage.ts'

/** The problem under the amount field. */
export function amountProblem(
  amount: ParsedAmountDraft,
  problems: readonly SwapProblem[],
  asset: { readonly symbol: string; readonly decimals: number },
  t: Translate,
): string | undefined {
  if (problems.some(({ is }) => is === 'insufficient-balance'))
    return t('send.problem.insufficient', { symbol: asset.symbol })
  return amount.is === 'wrong' ? amountProblemText(amount, asset, t) : undefined
}

/** The problem of the slippage; `percent` formats basis points. */
export function slippageError(
  slippage: Slippage,
  percent: (basisPoints: bigint) => string,
  t: Translate,
): string | undefined {
  if (slippage.is === 'fine') return undefined
  switch (slippage.why) {
    case 'too-low':
      return t('swap.slippage-too-low', { percent: percent(slippageLimits.min) })
    case 'too-high':
      return t('swap.slippage-too-high', { percent: percent(slippageLimits.max) })
    default:
      return t('swap.slippage-invalid')
  }
}
