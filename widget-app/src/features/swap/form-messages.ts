import type { Translate } from '#widget/lib/i18n/translate.ts'
import { type Slippage, slippageLimits } from './slippage.ts'

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
