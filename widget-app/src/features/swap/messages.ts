import { type SwapMessageContext, swapMessages } from '#widget/domain/transactions/swap-messages.ts'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { HeadlineContent } from '#widget/ui/display/headline.tsx'
import type { SwapFailure, SwapFailureReason, SwapState, SwapStep } from './model.ts'
import type { SwapProblem } from './problems.ts'
import { type Slippage, slippageLimits } from './slippage.ts'

/** The label of the form's button: its first problem, else the next step. */
export function labelOf(problem: SwapProblem | undefined, t: Translate): string {
  switch (problem?.is) {
    case undefined:
      return t('swap.review')
    case 'unsupported-chain':
      return t('swap.unsupported')
    case 'no-gas-price':
      return t('swap.no-gas-price')
    case 'no-tokens':
      return t('swap.problem.tokens')
    case 'no-fee':
      return t('review.fee-failed')
    case 'no-token':
      return t('send.select-token')
    case 'no-amount':
      return t('swap.problem.amount')
    case 'incorrect-value':
      return t('send.incorrect-value')
    case 'no-balance':
      return t('swap.problem.no-balance', { symbol: problem.symbol })
    case 'insufficient-balance':
      return t('swap.problem.balance')
    case 'insufficient-liquidity':
      return t('swap.problem.liquidity')
    case 'insufficient-gas':
      return t('swap.problem.gas', { symbol: problem.symbol })
    case 'slippage':
      return t('swap.problem.slippage')
    case 'no-quote':
      return t('swap.problem.quote')
  }
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

type Names = { readonly wallet: string; readonly network: string }

/** Why nothing was swapped. */
function failureText(why: SwapFailureReason, { wallet, network }: Names, t: Translate): string {
  switch (why) {
    case 'not-as-agreed':
    case 'price-moved':
    case 'fee-rose':
    case 'approval-failed':
    case 'service':
    case 'insufficient-funds':
    case 'reverted':
      return t(`swap.failed.${why}`)
    case 'wrong-chain':
      return t('sending.failed.wrong-chain', { wallet, network })
    case 'not-authorised':
      return t('sending.failed.not-authorised', { wallet })
    case 'unreachable':
      return t('sending.failed.unreachable', { wallet })
    default:
      return t('swap.failed.wallet', { wallet })
  }
}

/** A notice on the review: how the last attempt ended, or what changed. */
export type ReviewNotice = {
  readonly tone: 'info' | 'warning' | 'error'
  readonly title: string
  readonly text: string
  readonly detail?: string | undefined
}

/** Why a swap cannot be prepared. */
export function planNotice(failure: SwapFailure, names: Names, t: Translate): ReviewNotice {
  const title = t('swap.plan-failed')
  return failure.is === 'failed'
    ? { tone: 'error', title, text: failureText(failure.why, names, t), detail: failure.detail }
    : { tone: 'error', title, text: t('swap.rejected-text') }
}

/** The notice for a state; a rejected request is not an error. */
export function reviewNotice(state: SwapState, names: Names, t: Translate): ReviewNotice | undefined {
  if (state.is === 'reviewing') {
    if (state.note === 'fee-rose')
      return { tone: 'warning', title: t('review.fee-rose'), text: t('swap.fee-rose-text') }
    if (state.note === 'no-price')
      return { tone: 'warning', title: t('swap.quote-failed'), text: t('swap.quote-failed-text') }
    return state.note === 'price-moved'
      ? { tone: 'warning', title: t('swap.price-moved'), text: t('swap.price-moved-text') }
      : undefined
  }
  if (state.is !== 'stopped') return undefined
  const { failure } = state
  switch (failure.is) {
    case 'rejected':
      return { tone: 'info', title: t('sending.rejected'), text: t('swap.rejected-text') }
    case 'pending':
      return {
        tone: 'warning',
        title: t('sending.pending', { wallet: names.wallet }),
        text: t('sending.pending-text'),
      }
    case 'failed':
      return {
        tone: 'error',
        title: t('swap.failed'),
        text: failureText(failure.why, names, t),
        detail: failure.detail,
      }
  }
}

/** Values for the messages of a swap's progress. */
export type ProgressNames = SwapMessageContext & {
  /** The amount to sell. */
  readonly amount: string
  /** The received amount with the minimum, if it is below that. */
  readonly shortfall: { readonly amount: string; readonly minimum: string } | undefined
}

function endMessage(
  entry: TransactionState | undefined,
  names: ProgressNames,
  t: Translate,
): HeadlineContent {
  // The wallet rejected the bundle after all.
  if (entry?.is === 'rejected')
    return { title: t('swap.failed'), text: t('swap.failed.wallet', { wallet: names.wallet }) }
  return entry && entry.is !== 'signing'
    ? swapMessages(entry, names, t)
    : { title: t('swap.submitted'), text: t('swap.submitted-text') }
}

/** The message of the prompted step. */
function promptMessage(step: SwapStep, { wallet, amount }: ProgressNames, t: Translate): HeadlineContent {
  switch (step) {
    case 'reset':
      return { title: t('swap.step.wallet', { wallet }), text: t('swap.reset-in-text') }
    case 'approve':
      return { title: t('swap.approve-in', { wallet }), text: t('swap.approve-in-text', { amount }) }
    case 'swap':
      return { title: t('swap.swap-in', { wallet }), text: t('swap.swap-in-text') }
    case 'bundle':
      return { title: t('swap.step.wallet', { wallet }), text: t('swap.bundle-in-text', { amount }) }
  }
}

/** The message of a swap's progress: the pending step, then the status on the network. */
export function progressMessage(
  state: SwapState,
  entry: TransactionState | undefined,
  names: ProgressNames,
  t: Translate,
): HeadlineContent {
  const { wallet } = names
  switch (state.is) {
    case 'signing':
      return promptMessage(state.step, names, t)
    case 'approving':
    case 'rebuilding':
      return { title: t('swap.approving'), text: t('swap.approving-text') }
    case 'unknown':
      return { title: t('sending.unknown'), text: t('swap.unknown-text', { wallet }) }
    case 'mismatched':
      return {
        title: t('transaction.mismatch'),
        text: names.shortfall ? t('swap.short-text', names.shortfall) : t('transaction.mismatch-text'),
      }
    default:
      return endMessage(entry, names, t)
  }
}
