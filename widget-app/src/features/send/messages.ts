import type { ChainId } from '#shared/caip/chain-id.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { type FailureReason, isTokenFailureReason } from '#widget/domain/transactions/operation-failure.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { SendState } from './model.ts'
import type { SendProblem } from './problems.ts'
import type { LinkProblem } from './recipient/parse-link.ts'
import type { Recipient } from './recipient/recipient.ts'

/** The label of the form's button: its first problem, else the next step. */
export function labelOf(problem: SendProblem | undefined, t: Translate): string {
  switch (problem?.is) {
    case undefined:
      return t('send.review')
    case 'off':
      return t('send.off')
    case 'unsupported-chain':
      return t('send.unsupported-chain')
    case 'no-token':
      return t('send.problem.token')
    case 'token-failure':
      return t('review.refused')
    case 'no-amount':
      return t('send.problem.amount')
    case 'insufficient-funds':
      return t('send.insufficient-funds')
    case 'incorrect-value':
      return t('send.incorrect-value')
    case 'no-recipient':
      return t('send.problem.to')
    case 'invalid-recipient':
      return t('send.problem.to-invalid')
    case 'other-network':
      return t('send.problem.to-network')
    case 'invalid-link':
      return t('send.problem.link')
    case 'unresolved-name':
    case 'name-moved':
      return t('send.problem.name')
    case 'no-fee-funds':
      return t('send.problem.fee', { symbol: problem.symbol })
  }
}

/** Below this length an address is incomplete, and the button's label suffices. */
const typingLength = 26

/** Why a payment link is rejected. */
const linkTexts = {
  malformed: 'link.malformed',
  'repeated-part': 'link.malformed',
  address: 'link.address',
  chain: 'link.network',
  'unknown-network': 'link.network',
  amount: 'link.amount',
  'contract-call': 'link.not-a-transfer',
  'unknown-part': 'link.not-a-transfer',
  'web-request': 'link.not-a-transfer',
  attachment: 'link.attachment',
  'other-ecosystem': 'link.other-ecosystem',
} as const satisfies Readonly<Record<LinkProblem, string>>

/** Why a name does not resolve (SPEC §8). */
function nameNote(
  { name, why }: Extract<Recipient, { is: 'unresolved' }>,
  network: string,
  t: Translate,
): string {
  switch (why) {
    case 'nobody':
      return t('name.nobody', { name: displayName(name).text, network })
    case 'failed':
      return t('name.failed')
    case 'malformed':
      return t('name.malformed')
    case 'unsupported':
      return t('name.unsupported', { network })
  }
}

/** The problem under the recipient field. */
export function recipientNote(
  recipient: Recipient,
  {
    text,
    network,
    nameOf,
  }: { readonly text: string; readonly network: string; readonly nameOf: (chain: ChainId) => string },
  t: Translate,
): string | undefined {
  if (recipient.is === 'invalid-link') return t(linkTexts[recipient.why])
  if (recipient.is === 'unresolved') return nameNote(recipient, network, t)
  if (recipient.is === 'elsewhere')
    return recipient.chain === undefined
      ? t('send.problem.to-unknown-network-text', { prefix: recipient.prefix })
      : t('send.problem.to-network-text', { other: nameOf(recipient.chain), network })
  if (recipient.is !== 'invalid') return undefined
  switch (recipient.why) {
    case 'invalid':
      return text.trim().length < typingLength ? undefined : t('send.problem.to-invalid-text', { network })
    case 'hidden':
      return t('send.problem.to-hidden')
    case 'checksum':
      return t('send.problem.to-checksum')
    case 'zero':
      return t('send.problem.to-zero')
    case 'token':
      return t('send.problem.to-contract')
  }
}

/** Names that the messages contain. */
export type Names = { readonly wallet: string; readonly network: string; readonly symbol: string }

/** Why the token cannot be sent; undefined for failures that are not due to the token. */
export const tokenFailureText = (why: FailureReason, t: Translate): string | undefined =>
  isTokenFailureReason(why) ? t(`refused.${why}`) : undefined

/** Why nothing was sent. */
export const failureText = (why: FailureReason, names: Names, t: Translate): string =>
  isTokenFailureReason(why)
    ? t('sending.failed.token', { reason: t(`refused.${why}`) })
    : t(`sending.failed.${why}`, names)

/** A notice on the review: how the last attempt ended, or what changed. */
export type ReviewNotice = {
  readonly tone: 'info' | 'warning' | 'error'
  readonly title: string
  readonly text: string
  readonly detail: string | undefined
}

/** The notice for a state; a rejected request is not an error. */
export function reviewNotice(state: SendState, names: Names, t: Translate): ReviewNotice | undefined {
  const createNotice = (
    tone: ReviewNotice['tone'],
    title: string,
    text: string,
    detail?: string,
  ): ReviewNotice => ({
    tone,
    title,
    text,
    detail,
  })
  switch (state.is) {
    case 'rejected':
      return createNotice('info', t('sending.rejected'), t('sending.rejected-text'))
    case 'pending':
      return createNotice(
        'warning',
        t('sending.pending', { wallet: names.wallet }),
        t('sending.pending-text'),
      )
    case 'failed':
      return createNotice('error', t('sending.failed'), failureText(state.why, names, t), state.detail)
    case 'reviewing':
      if (state.note === 'name-failed') return createNotice('error', t('name.failed'), t('name.failed-text'))
      if (state.note === 'token-changed')
        return createNotice('warning', t('review.token-changed'), t('review.token-changed-text'))
      if (state.note === 'changed')
        return createNotice('warning', t('review.changed'), t('review.changed-text'))
      return state.note === 'fee-rose'
        ? createNotice('warning', t('review.fee-rose'), t('review.fee-rose-text'))
        : undefined
    default:
      return undefined
  }
}
