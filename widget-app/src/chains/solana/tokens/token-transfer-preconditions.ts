import type { TokenTerms } from '../../fee-estimate.ts'
import type { ChainAccount } from '../chain-records.ts'
import { transferError } from '../transactions/transfer-failure.ts'
import { decodeAccountExtensions, type MintExtensions } from './token-extensions.ts'
import { decodeClock, dependsOnTime, hasUnknownDisplay, tokenTerms } from './token-terms.ts'

type MaybeAccount = ChainAccount | null | undefined

/** Memo of transfers into accounts that require one; reveals nothing about sender or recipient. */
const neutralMemo = 'Transfer'

/**
 * Rejects mints that cannot be transferred, and those with unsupported rules.
 * @throws WidgetError `send/failed`, `data.reason` as `TokenFailureReason`.
 */
export function requireTransferableMint({ isNonTransferable, isPaused, unknown }: MintExtensions): void {
  if (isNonTransferable) throw transferError('token-non-transferable')
  if (isPaused) throw transferError('token-paused')
  if (unknown !== undefined) throw transferError('token-unknown', { extensions: unknown })
}

/** @throws WidgetError `send/failed` if the sender's account is frozen, or has an unsupported rule. */
export function requireTransferableSource(source: MaybeAccount): void {
  const sourceState = decodeAccountExtensions(source)
  if (sourceState?.isFrozen) throw transferError('token-frozen')
  if (sourceState && sourceState.unknown.length > 0)
    throw transferError('token-unknown', { extensions: sourceState.unknown })
}

/** A transfer's amount and its accounts. */
type TokenMovement = {
  readonly value: bigint
  readonly extensions: MintExtensions
  /** Undefined if it is created for the recipient. */
  readonly destination: MaybeAccount
  /** Source and destination are the same account: nothing moves, and no fee is withheld. */
  readonly isToItself: boolean
  /** The chain's clock account; undefined if it was not read. */
  readonly clock: MaybeAccount
}

/**
 * Terms of a token for a transfer, by its mint and the receiving account; undefined if the full amount is received and
 * nothing else applies.
 * @throws WidgetError `send/failed` if the receiving account accepts nothing, or the chain's time matters and is unknown.
 */
export function termsOf({
  value,
  extensions,
  destination,
  isToItself,
  clock,
}: TokenMovement): TokenTerms | undefined {
  const destinationState = decodeAccountExtensions(destination)
  if (destinationState === undefined && extensions.isFrozenByDefault)
    throw transferError('token-opens-frozen')
  if (destinationState?.isFrozen) throw transferError('token-receiver-frozen')
  if (destinationState && destinationState.unknown.length > 0)
    throw transferError('token-unknown', { extensions: destinationState.unknown })
  const time = clock ? decodeClock(clock.data) : undefined
  if (dependsOnTime(extensions) && time === undefined)
    throw transferError('token-unknown', { missing: 'clock' })
  if (hasUnknownDisplay(extensions, time)) throw transferError('token-unknown', { missing: 'display' })
  const memo = destinationState?.requiresMemo ? neutralMemo : undefined
  // A transfer to itself withholds no fee and calls no hook.
  const { fee, hook: _, ...withoutRules } = extensions
  const terms = tokenTerms(value, isToItself ? withoutRules : extensions, time, memo)
  const isPlain = fee === undefined && memo === undefined && terms.displayed === undefined
  return isPlain && !terms.isRevocable && terms.hook === undefined ? undefined : terms
}
