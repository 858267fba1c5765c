import type { ParsedAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { exceedsBalance, lacksFee } from '#widget/domain/balances/insufficient-funds.ts'
import type { SwapToken } from './model.ts'
import type { Slippage } from './slippage.ts'

/** What prevents the review of a swap. The first problem labels the button. */
export type SwapProblem =
  /** 'Network not supported for Swaps' */
  | { readonly is: 'unsupported-chain' }
  /** 'Network not supported for Gas Price' */
  | { readonly is: 'no-gas-price' }
  | { readonly is: 'no-tokens' }
  /** The balance of the token is unknown. */
  | { readonly is: 'no-balance'; readonly symbol: string }
  /** Max requires a fee that could not be estimated. */
  | { readonly is: 'no-fee' }
  | { readonly is: 'no-token' }
  | { readonly is: 'no-amount' }
  | { readonly is: 'incorrect-value'; readonly why: Extract<ParsedAmountDraft, { is: 'wrong' }>['why'] }
  | { readonly is: 'insufficient-balance'; readonly symbol: string }
  | { readonly is: 'insufficient-liquidity' }
  | { readonly is: 'slippage' }
  | { readonly is: 'no-quote' }
  | { readonly is: 'insufficient-gas'; readonly symbol: string }

export type SwapInputs = {
  readonly isSwapChain: boolean
  readonly hasNoGasPrice: boolean
  readonly tokensFailed: boolean
  readonly feeFailed: boolean
  readonly balanceFailed: boolean
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  readonly amount: ParsedAmountDraft
  readonly quote: 'none' | 'loading' | 'ready' | 'no-liquidity' | 'failed'
  readonly slippage: Slippage
  readonly native: { readonly symbol: string; readonly balance: bigint | undefined }
  /** Wei; undefined while it is unknown. */
  readonly maxFee: bigint | undefined
}

/**
 * Whether the amount reduces what can pay the fee: for the native currency, and for a token with the same balance, as far as
 * is known here (CELO by its contract).
 */
export const spendsNative = (from: SwapToken | undefined, native: bigint | undefined): boolean =>
  from !== undefined && (from.asset.address === undefined || (from.value === native && !!native))

function* findProblems(facts: SwapInputs): Generator<SwapProblem> {
  const { from, to, amount, quote, slippage, native, maxFee } = facts
  const isNativeSpent = spendsNative(from, native.balance)
  if (!facts.isSwapChain) yield { is: 'unsupported-chain' }
  if (facts.hasNoGasPrice) yield { is: 'no-gas-price' }
  if (facts.tokensFailed) yield { is: 'no-tokens' }
  if (to === undefined) yield { is: 'no-token' }
  if (facts.feeFailed) yield { is: 'no-fee' }
  if (amount.is === 'empty') yield { is: 'no-amount' }
  if (amount.is === 'wrong') yield { is: 'incorrect-value', why: amount.why }
  if (from && facts.balanceFailed) yield { is: 'no-balance', symbol: from.asset.symbol }
  if (from && exceedsBalance({ amount, balance: from.value, isNativeSpent }))
    yield { is: 'insufficient-balance', symbol: from.asset.symbol }
  if (quote === 'no-liquidity') yield { is: 'insufficient-liquidity' }
  if (lacksFee({ amount, isNativeSpent, nativeBalance: native.balance, maxFee }))
    yield { is: 'insufficient-gas', symbol: native.symbol }
  if (slippage.is === 'wrong') yield { is: 'slippage' }
  if (quote === 'failed') yield { is: 'no-quote' }
}

/** Every problem of a swap, in the order of the button's labels. */
export const problemsOf = (facts: SwapInputs): readonly SwapProblem[] => [...findProblems(facts)]
