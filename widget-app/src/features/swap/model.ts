import { accountId } from '#shared/caip/account-id.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { Asset, Connection } from '#widget/chains/chain-adapter.ts'
import { type FailureReason, toPreflightFailure } from '#widget/domain/transactions/operation-failure.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import type { TokenKey } from './draft.ts'

/** A request to the wallet: revoke an earlier approval, approve the token, swap; or all of them as one bundle (EIP-5792). */
export type SwapStep = 'reset' | 'approve' | 'swap' | 'bundle'

const isApproval = (step: SwapStep): boolean => step === 'reset' || step === 'approve'

/** Why nothing was swapped, for the messages. `not-as-agreed`: the built calls differ from what the user accepted. */
export type SwapFailureReason =
  | FailureReason
  | 'not-as-agreed'
  | 'price-moved'
  | 'fee-rose'
  /** The approval ended without an allowance. */
  | 'approval-failed'
  | 'service'

/** What the review reports in addition to the facts. */
export type SwapPlanChange = 'price-moved' | 'fee-rose' | 'no-price' | undefined

/** How an attempt ended without a swap. */
export type SwapFailure =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'failed'; readonly why: SwapFailureReason; readonly detail: string | undefined }

const serviceCodes = ['http/status', 'http/timeout', 'http/network', 'http/invalid-response'] as const

/** Why the wallet was not prompted: the service failed, it built other calls, or the chain would fail them. */
export function toPlanFailure(thrown: unknown): SwapFailure {
  const detail = errorDetails(thrown).text || undefined
  if (isWidgetError(thrown, 'swap/not-as-agreed')) return { is: 'failed', why: 'not-as-agreed', detail }
  if (isWidgetError(thrown, 'swap/price-moved')) return { is: 'failed', why: 'price-moved', detail }
  if (serviceCodes.some((code) => isWidgetError(thrown, code)))
    return { is: 'failed', why: 'service', detail }
  return toPreflightFailure(thrown)
}

/**
 * Progress of a swap between the form and its hash; later statuses are in the journal entry. `approvalId` is the journal
 * entry of an approval that this attempt requested.
 */
export type SwapState =
  | { readonly is: 'idle' }
  | { readonly is: 'reviewing'; readonly note: SwapPlanChange }
  | { readonly is: 'preparing' }
  | {
      readonly is: 'signing'
      readonly step: SwapStep
      readonly entryId: string
      readonly approvalId: string | undefined
    }
  /** The approval is pending; the swap is requested once it is in a block. */
  | { readonly is: 'approving'; readonly approvalId: string }
  /** The approval is in a block; price and fee are checked again. */
  | { readonly is: 'rebuilding'; readonly approvalId: string }
  | { readonly is: 'stopped'; readonly failure: SwapFailure; readonly approvalId: string | undefined }
  | {
      readonly is: 'unknown'
      readonly step: SwapStep
      readonly entryId: string
      readonly approvalId: string | undefined
    }
  | {
      readonly is: 'submitted'
      readonly entryId: string
      readonly approvalId: string | undefined
    }
  /** The transaction differs from the request (channel D8). */
  | { readonly is: 'mismatched'; readonly entryId: string; readonly approvalId: string | undefined }

export type SwapEvent =
  | { readonly is: 'reviewed' }
  | { readonly is: 'confirmed' }
  | { readonly is: 'halted'; readonly note: SwapPlanChange }
  | { readonly is: 'asked'; readonly step: SwapStep; readonly entryId: string }
  | { readonly is: 'approval-sent' }
  /** An earlier request of this approval is still pending: wait for it, and request no second one. */
  | { readonly is: 'approval-found'; readonly entryId: string }
  | { readonly is: 'approved' }
  | { readonly is: 'stopped'; readonly failure: SwapFailure }
  | { readonly is: 'unknown' }
  | { readonly is: 'submitted' }
  | { readonly is: 'mismatched' }
  | { readonly is: 'left' }

/** Whether a swap is under way: no second one can begin, and unmounting does not end it. */
export const isUnderWay = ({ is }: SwapState): boolean =>
  is === 'preparing' || is === 'signing' || is === 'approving' || is === 'rebuilding'

const hasEnded = ({ is }: SwapState): boolean => is === 'submitted' || is === 'unknown' || is === 'mismatched'

/** Whether Swap is enabled: on the review, and again after an end that swapped nothing. */
export const canConfirm = ({ is }: SwapState): boolean => is === 'reviewing' || is === 'stopped'

/** Whether the views show the progress of the swap, in place of form and review. */
export const showsProgress = (state: SwapState): boolean =>
  (isUnderWay(state) && state.is !== 'preparing') || hasEnded(state)

/** The journal entry of the attempt's approval. */
export const approvalOf = (state: SwapState): string | undefined =>
  'approvalId' in state ? state.approvalId : undefined

/** The next state. Events that do not apply to the current state change nothing. */
export function nextSwap(state: SwapState, event: SwapEvent): SwapState {
  const approvalId = approvalOf(state)
  switch (event.is) {
    case 'reviewed':
      return isUnderWay(state) || hasEnded(state) ? state : { is: 'reviewing', note: undefined }
    case 'confirmed':
      return canConfirm(state) ? { is: 'preparing' } : state
    case 'halted':
      return state.is === 'preparing' ? { is: 'reviewing', note: event.note } : state
    case 'asked':
      if (state.is !== 'preparing' && state.is !== 'rebuilding') return state
      return { is: 'signing', step: event.step, entryId: event.entryId, approvalId }
    case 'approval-sent':
      return state.is === 'signing' && isApproval(state.step)
        ? { is: 'approving', approvalId: state.entryId }
        : state
    case 'approval-found':
      return state.is === 'preparing' || state.is === 'rebuilding'
        ? { is: 'approving', approvalId: event.entryId }
        : state
    case 'approved':
      return state.is === 'approving' ? { is: 'rebuilding', approvalId: state.approvalId } : state
    case 'stopped':
      return isUnderWay(state) ? { is: 'stopped', failure: event.failure, approvalId } : state
    case 'unknown':
      return state.is === 'signing' ? { ...state, is: 'unknown' } : state
    case 'submitted':
      return state.is === 'signing' && !isApproval(state.step)
        ? { is: 'submitted', entryId: state.entryId, approvalId }
        : state
    case 'mismatched':
      return state.is === 'signing' || state.is === 'submitted'
        ? { is: 'mismatched', entryId: state.entryId, approvalId }
        : state.is === 'approving'
          ? { is: 'mismatched', entryId: state.approvalId, approvalId }
          : state
    case 'left':
      return isUnderWay(state) ? state : { is: 'idle' }
  }
}

/** A token that can be swapped; `value` is its balance in base units, undefined while unknown. */
export type SwapToken = {
  readonly key: TokenKey
  /** CAIP-10, as the service writes it. */
  readonly id: string
  readonly asset: Asset
  readonly value: bigint | undefined
  readonly price: string | undefined
  readonly iconUrl: string | undefined
}

/** The id of an account as the service writes it. */
export const accountOf = (chain: ChainId, address: string): string => accountId(chain, address)

/** The quoted amount, with its time in epoch milliseconds of the clock port. */
export type Quote = {
  readonly is: 'quote'
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** The part of `fromAmount` that the provider keeps; undefined if it is not reported. */
  readonly providerFee: bigint | undefined
  readonly at: number
}

export type QuoteResult = Quote | { readonly is: 'no-liquidity'; readonly at: number }

/** Whether a quote can still be accepted. */
export const isFresh = ({ at }: { readonly at: number }, now: number): boolean =>
  now - at < swapQuoteLifetimeMs

/** The input of a quote: both tokens and the amount. */
export type QuoteRequest = { readonly from: SwapToken; readonly to: SwapToken; readonly amount: bigint }

/** Key of both tokens, with their chain. */
export const pairOf = ({ from, to }: Pick<QuoteRequest, 'from' | 'to'>): string => `${from.id}|${to.id}`

/** What the user accepts in the review. */
export type SwapParameters = QuoteRequest & {
  readonly connection: Connection
  readonly network: Network
  readonly quote: Quote
  readonly slippageBasisPoints: bigint
  /** Minimum received, in base units. */
  readonly minimum: bigint
}
