import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { SwapFailure, SwapFailureReason, SwapState } from './model.ts'

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
