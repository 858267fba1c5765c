import type { TokenTerms } from '../../fee-estimate.ts'
import type { ChainAccount } from '../chain-records.ts'
import { refused } from '../transactions/transfer-failure.ts'
import { type MintExtensions, readAccountExtensions } from './token-extensions.ts'
import { dependsOnTime, hasUnknownDisplay, readClock, tokenTerms } from './token-terms.ts'

type Found = ChainAccount | null | undefined

/** Memo of transfers into accounts that require one; reveals nothing about sender or recipient. */
const neutralMemo = 'Transfer'

/**
 * Rejects mints that cannot be transferred, and those with unsupported rules.
 * @throws WidgetError `send/failed`, `data.reason` as `TokenFailureReason`.
 */
export function requireTransferableMint({ isNonTransferable, isPaused, unknown }: MintExtensions): void {
  if (isNonTransferable) throw refused('token-non-transferable')
  if (isPaused) throw refused('token-paused')
  if (unknown !== undefined) throw refused('token-unknown', { extensions: unknown })
}

/** @throws WidgetError `send/failed` if the sender's account is frozen, or has an unsupported rule. */
export function requireTransferableSource(source: Found): void {
  const read = readAccountExtensions(source)
  if (read?.isFrozen) throw refused('token-frozen')
  if (read && read.unknown.length > 0) throw refused('token-unknown', { extensions: read.unknown })
}

/** A transfer's amount and its accounts. */
type TokenMovement = {
  readonly value: bigint
  readonly extensions: MintExtensions
  /** Undefined if it is created for the recipient. */
  readonly destination: Found
  /** Source and destination are the same account: nothing moves, and no fee is withheld. */
  readonly isToItself: boolean
  /** The chain's clock account; undefined if it was not read. */
  readonly clock: Found
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
  const into = readAccountExtensions(destination)
  if (into === undefined && extensions.opensFrozen) throw refused('token-opens-frozen')
  if (into?.isFrozen) throw refused('token-receiver-frozen')
  if (into && into.unknown.length > 0) throw refused('token-unknown', { extensions: into.unknown })
  const time = clock ? readClock(clock.data) : undefined
  if (dependsOnTime(extensions) && time === undefined) throw refused('token-unknown', { missing: 'clock' })
  if (hasUnknownDisplay(extensions, time)) throw refused('token-unknown', { missing: 'display' })
  const memo = into?.requiresMemo ? neutralMemo : undefined
  // A transfer to itself withholds no fee and calls no hook.
  const { fee, hook: _, ...withoutRules } = extensions
  const terms = tokenTerms(value, isToItself ? withoutRules : extensions, time, memo)
  const isPlain = fee === undefined && memo === undefined && terms.displayed === undefined
  return isPlain && !terms.isRevocable && terms.hook === undefined ? undefined : terms
}
