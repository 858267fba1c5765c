import type { Fact } from '#widget/chains/request-facts.ts'
import { decodedAmountText, symbolText } from '#widget/domain/review/decoded-amount-text.ts'
import { coversAll } from '#widget/domain/review/request-risk.ts'
import { dateText, isNever } from '#widget/lib/date-text.ts'
import { withMetadata } from './balance-change-rows.ts'
import type { FactMessageContext, Line } from './message-context.ts'

type Approval = Extract<Fact, { is: 'approval' | 'permit' }>

/** The line of a token's contract; its label states if the token is not in the bundled list. */
export const tokenLine = (
  contract: string | undefined,
  { t, bundled }: FactMessageContext,
): readonly Line[] =>
  contract === undefined
    ? []
    : [
        {
          label: t(bundled(contract) === undefined ? 'approve.token-unverified' : 'approve.token'),
          value: contract,
          look: 'address',
        },
      ]

/**
 * Whether the approval can be for an amount or for an NFT. The report of one endpoint suffices, except for an amount of
 * zero, which would read as a revocation: of an NFT, zero is an id.
 */
const isAmountOrId = (fact: Approval): boolean =>
  fact.is === 'approval' &&
  fact.mayBeCollectible === true &&
  (fact.reportedAs === undefined || (fact.reportedAs === 'amount' && fact.figure.value === 0n))

/** The id of the NFT that the approval is for. */
const idOf = (fact: Approval): bigint | undefined =>
  fact.is === 'approval' && fact.reportedAs === 'collectible' ? fact.figure.value : fact.collectible

/**
 * Whether it revokes an earlier approval. Among permits only DAI's can state that (`allowed: false`): a zero of the others
 * is an amount of zero.
 */
const isRevoked = (fact: Approval): boolean =>
  fact.figure.value === 0n && (fact.is === 'approval' ? !fact.mayBeCollectible : fact.standard === 'DAI')

/**
 * The end of the approval. Zero is not a time: for Permit2 it is the end of the block of the approval, and a DAI permit with
 * it never ends.
 */
function untilText(fact: Approval, { t, locale }: FactMessageContext): string {
  const [end, isPermit] = fact.is === 'permit' ? [fact.deadline, true] : [fact.expiry, false]
  if (end === 0n && !isPermit) return t('approve.end-of-block')
  if (end !== undefined && end !== 0n && !isNever(end)) return dateText(end, locale)
  return t(isPermit ? 'approve.no-end' : 'approve.no-expiry')
}

function titleOf(fact: Approval, context: FactMessageContext): string {
  const { t } = context
  if (isAmountOrId(fact)) return t('fact.approval-either')
  const collectible = idOf(fact)
  if (collectible !== undefined) {
    const id = String(collectible)
    if (fact.is === 'permit') return t('fact.permit-collectible', { id })
    return t(isRevoked(fact) ? 'fact.approval-collectible-none' : 'fact.approval-collectible', { id })
  }
  const decoded = withMetadata(fact.figure, context)
  const symbol = symbolText(decoded, context)
  const coversBalance = fact.isUnlimited || coversAll(fact)
  if (fact.is === 'approval') {
    if (decoded.value === 0n) return t('fact.approval-none', { symbol })
    return coversBalance
      ? t('fact.approval-unlimited', { symbol })
      : t('fact.approval', { amount: decodedAmountText(decoded, context) })
  }
  if (isRevoked(fact)) return t('fact.permit-none', { symbol })
  return coversBalance
    ? t('fact.permit-unlimited', { symbol })
    : t('fact.permit', { amount: decodedAmountText(decoded, context) })
}

function amountOf(fact: Approval, context: FactMessageContext): string {
  const { t } = context
  if (isAmountOrId(fact)) return String(fact.figure.value)
  if (fact.isUnlimited) return t('approve.unlimited')
  const amount = decodedAmountText(withMetadata(fact.figure, context), context)
  return coversAll(fact) ? t('approve.all-of', { amount }) : amount
}

/** The messages of an approval: spender, token, amount and end; "all your" token if it covers the whole balance. */
export function approvalMessages(fact: Approval, context: FactMessageContext) {
  const { t } = context
  const line = (label: string, value: string): Line => ({ label, value, look: 'text' })
  const isEitherKind = isAmountOrId(fact)
  return {
    title: titleOf(fact, context),
    lines: [
      [{ label: t('approve.spender'), value: fact.spender, look: 'address' } as const],
      isRevoked(fact) || idOf(fact) !== undefined
        ? []
        : [line(t(isEitherKind ? 'approve.amount-or-id' : 'approve.amount'), amountOf(fact, context))],
      tokenLine(fact.figure.contract, context),
      isRevoked(fact) ? [] : [line(t('approve.until'), untilText(fact, context))],
      fact.is === 'permit' ? [line(t('approve.data-type'), fact.standard)] : [],
    ],
  }
}
