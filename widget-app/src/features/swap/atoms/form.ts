import { feeSponsorAtom } from '#widget/domain/accounts/fee-sponsor.ts'
import { isSwapChainAtom } from '#widget/domain/networks/swap-chains.ts'
import { atom } from '#widget/lib/state.ts'
import { problemsOf, type SwapInputs } from '../problems.ts'
import { slippageAtom, swapChainAtom, swapNetworkAtom, swapperAtom } from './draft.ts'
import { displayedPlanAtom } from './plan.ts'
import { amountAtom, gasPriceStateAtom, quoteAtom, quoteRequestAtom, roughFeeAtom } from './quote.ts'
import { fromBalanceAtom, fromTokenAtom, nativeValueAtom, swapTokensAtom, toTokenAtom } from './tokens.ts'

const quoteStateAtom = atom((get): SwapInputs['quote'] => {
  if (!get(quoteRequestAtom)) return 'none'
  const quote = get(quoteAtom)
  if (quote.is !== 'ready') return quote.is
  if (quote.data.is === 'no-liquidity') return 'no-liquidity'
  return 'ready'
})

/** Whether Max waits only for the fee. */
const waitsForFeeAtom = atom(
  (get) => get(amountAtom).is === 'pending' && get(fromTokenAtom)?.value !== undefined,
)

const inputsAtom = atom((get): Omit<SwapInputs, 'maxFee'> => {
  const chain = get(swapChainAtom)
  return {
    isSwapChain: chain !== undefined && get(isSwapChainAtom)(chain),
    hasNoGasPrice: get(gasPriceStateAtom) === 'missing',
    feeFailed: get(waitsForFeeAtom) && get(gasPriceStateAtom) === 'failed',
    balanceFailed: get(fromBalanceAtom) === 'failed',
    tokensFailed: get(swapTokensAtom).is === 'failed',
    from: get(fromTokenAtom),
    to: get(toTokenAtom),
    amount: get(amountAtom),
    quote: get(quoteStateAtom),
    slippage: get(slippageAtom),
    native: {
      symbol: get(swapNetworkAtom)?.nativeCurrency.symbol ?? '',
      balance: get(nativeValueAtom),
    },
  }
})

/** The part of a fee that the account needs funds for: none where the operator may pay, which the wallet shows before the user confirms. */
const ownFeeAtom = atom((get) => {
  const [swapper, chain] = [get(swapperAtom), get(swapChainAtom)]
  const isSponsored = swapper && chain && get(feeSponsorAtom)(swapper.walletId, chain) !== undefined
  return (maxFee: bigint | undefined): bigint | undefined => (isSponsored ? undefined : maxFee)
})

/** The problems of the form; the first one labels the button. */
export const problemsAtom = atom((get) =>
  problemsOf({ ...get(inputsAtom), maxFee: get(ownFeeAtom)(get(roughFeeAtom)) }),
)

/** Whether the form is pending. */
export const isFormWaitingAtom = atom(
  (get): boolean =>
    get(swapTokensAtom).is === 'loading' ||
    get(quoteStateAtom) === 'loading' ||
    get(fromBalanceAtom) === 'loading' ||
    (get(amountAtom).is === 'pending' && !['missing', 'failed'].includes(get(gasPriceStateAtom))),
)

/** The problems of the review, with the fee of the built calls. */
export const reviewProblemsAtom = atom((get) =>
  problemsOf({ ...get(inputsAtom), maxFee: get(ownFeeAtom)(get(displayedPlanAtom).plan?.maxFee) }),
)
