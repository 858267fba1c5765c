import type { AmountRead } from '#widget/kernel/amount-draft.ts'
import type { TransactionState } from '#widget/kernel/transaction-entry.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { Words } from '#widget/ui/headline.tsx'
import type { SwapFailure, SwapState } from './machine.ts'
import type { SwapProblem } from './problems.ts'
import type { Slippage } from './slippage.ts'

/** The label of the form's button: its first problem, else what comes next. */
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
    case 'no-token':
      return t('send.select-token')
    case 'no-amount':
      return t('swap.problem.amount')
    case 'incorrect-value':
      return t('send.incorrect-value')
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

/** What is wrong with the amount, under its field. */
export function amountNote(
  amount: AmountRead,
  problems: readonly SwapProblem[],
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
  t: Translate,
): string | undefined {
  if (problems.some(({ is }) => is === 'insufficient-balance'))
    return t('send.problem.insufficient', { symbol })
  if (amount.is !== 'wrong') return undefined
  switch (amount.why) {
    case 'zero':
      return t('send.problem.zero')
    case 'ambiguous':
      return t('send.problem.amount-ambiguous')
    case 'too-many-decimals':
      return t('send.problem.decimals', { symbol, count: decimals })
    default:
      return t('send.problem.amount-invalid')
  }
}

/** What is wrong with the slippage. */
export function slippageError(slippage: Slippage, t: Translate): string | undefined {
  if (slippage.is === 'fine') return undefined
  switch (slippage.why) {
    case 'too-low':
      return t('swap.slippage-too-low')
    case 'too-high':
      return t('swap.slippage-too-high')
    default:
      return t('swap.slippage-invalid')
  }
}

type Names = { readonly wallet: string; readonly network: string; readonly symbol: string }

/** Why nothing was swapped. */
export function failureText(why: SwapFailure, { wallet, network }: Names, t: Translate): string {
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

/** What the review says of where the swap stands; a cancelled request is no error. */
export function reviewNotice(state: SwapState, names: Names, t: Translate): ReviewNotice | undefined {
  if (state.is === 'reviewing') {
    if (state.note === 'fee-rose')
      return { tone: 'warning', title: t('review.fee-rose'), text: t('swap.fee-rose-text') }
    return state.note === 'price-moved'
      ? { tone: 'warning', title: t('swap.price-moved'), text: t('swap.price-moved-text') }
      : undefined
  }
  if (state.is !== 'stopped') return undefined
  const { setback } = state
  switch (setback.is) {
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
        text: failureText(setback.why, names, t),
        detail: setback.detail,
      }
  }
}

/** What a swap's progress is about, in words. */
export type ProgressNames = {
  readonly wallet: string
  /** What is given. */
  readonly amount: string
  /** What really came; undefined while that is not known. */
  readonly received: string | undefined
}

function endWords(
  entry: TransactionState | undefined,
  { wallet, received }: ProgressNames,
  t: Translate,
): Words {
  switch (entry?.is) {
    case 'confirmed':
      return {
        title: t('swap.confirmed'),
        text:
          received === undefined
            ? t('swap.confirmed-unknown')
            : t('swap.confirmed-text', { amount: received }),
      }
    case 'failed':
      return { title: t('swap.reverted'), text: t('swap.reverted-text') }
    case 'replaced':
      return { title: t('transaction.replaced'), text: t('swap.replaced-text') }
    case 'dropped':
    case 'expired':
      return { title: t('transaction.dropped'), text: t('swap.dropped-text') }
    case 'unknown':
      return { title: t('transaction.unknown'), text: t('swap.unknown-text', { wallet }) }
    default:
      return { title: t('swap.submitted'), text: t('swap.submitted-text') }
  }
}

/** Where a swap stands, in words: what is awaited, then what the network says of it. */
export function progressWords(
  state: SwapState,
  entry: TransactionState | undefined,
  names: ProgressNames,
  t: Translate,
): Words {
  const { wallet, amount } = names
  switch (state.is) {
    case 'signing':
      return state.step === 'approve'
        ? { title: t('swap.approve-in', { wallet }), text: t('swap.approve-in-text', { amount }) }
        : { title: t('swap.swap-in', { wallet }), text: t('swap.swap-in-text') }
    case 'approving':
    case 'rebuilding':
      return { title: t('swap.approving'), text: t('swap.approving-text') }
    case 'unknown':
      return { title: t('sending.unknown'), text: t('swap.unknown-text', { wallet }) }
    case 'mismatched':
      return { title: t('transaction.mismatch'), text: t('transaction.mismatch-text') }
    default:
      return endWords(entry, names, t)
  }
}
