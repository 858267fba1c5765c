import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatForInput } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { atom } from '#widget/lib/state.ts'
import { flipDraft, type Side, selectToken, type TokenKey } from '../draft.ts'
import { draftAtom, swapStateAtom, tokenSearchAtom } from './draft.ts'
import { problemsAtom } from './form.ts'
import { displayedQuoteAtom } from './quote.ts'
import { swapParametersAtom } from './swap-parameters.ts'
import { toTokenAtom } from './tokens.ts'

/** Opens the list of tokens of a side. */
export const openTokensAtom = atom(null, (_get, set, side: Side) =>
  set(viewStackAtom, { to: 'push', view: { name: 'SwapSelectToken', side } }),
)

/** Selects a token and returns to the form. */
export const selectTokenAtom = atom(null, (get, set, side: Side, key: TokenKey) => {
  set(draftAtom, selectToken(get(draftAtom), side, key))
  set(tokenSearchAtom, '')
  set(viewStackAtom, { to: 'back' })
})

/** Exchanges both sides; the quoted amount becomes the amount to sell. */
export const flipAtom = atom(null, (get, set) => {
  const quote = get(displayedQuoteAtom)
  const to = get(toTokenAtom)
  const amount =
    quote &&
    to &&
    formatForInput(toDisplayedAmount(quote.toAmount, to.asset), to.asset.decimals, get(localeAtom))
  set(draftAtom, flipDraft(get(draftAtom), amount))
})

/** Fills in the maximum amount. */
export const selectMaxAtom = atom(null, (_get, set) => set(draftAtom, { amount: { is: 'max' } }))

/** Opens the review of a form without problems. */
export const reviewAtom = atom(null, (get, set) => {
  if (get(problemsAtom).length > 0 || !get(swapParametersAtom)) return
  set(swapStateAtom, { is: 'reviewed' })
  set(viewStackAtom, { to: 'push', view: { name: 'SwapPreview' } })
})
