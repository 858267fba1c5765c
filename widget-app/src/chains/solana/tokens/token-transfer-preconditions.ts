import type { TokenTerms } from '../../fee-estimate.ts'
import type { ChainAccount } from '../chain-records.ts'
import { refused } from '../transactions/transfer-failure.ts'
import { type MintExtensions, readAccountExtensions } from './token-extensions.ts'
import { dependsOnTime, hasUnknownDisplay, readClock, tokenTerms } from './token-terms.ts'

type Found = ChainAccount | null | undefined

/** The memo of transfers into accounts that require one: it says nothing of sender or receiver. */
const neutralMemo = 'Transfer'

/**
 * Refuses mints that let nothing be transferred, and those whose rules the widget cannot follow.
 * @throws WidgetError `send/failed`, `data.reason` as `TokenRefusal`.
 */
export function requireTransferableMint({ isNonTransferable, isPaused, unknown }: MintExtensions): void {
  if (isNonTransferable) throw refused('token-non-transferable')
  if (isPaused) throw refused('token-paused')
  if (unknown !== undefined) throw refused('token-unknown', { extensions: unknown })
}

/** @throws WidgetError `send/failed` where the account of the sender is frozen, or has a rule that is not known. */
export function requireTransferableSource(source: Found): void {
  const read = readAccountExtensions(source)
  if (read?.isFrozen) throw refused('token-frozen')
  if (read && read.unknown.length > 0) throw refused('token-unknown', { extensions: read.unknown })
}

/** What a transfer moves, between which accounts. */
type TokenMovement = {
  readonly value: bigint
  readonly extensions: MintExtensions
  /** Undefined where it is opened for the receiver. */
  readonly destination: Found
  /** Both are the same account: nothing moves, and no fee is kept. */
  readonly isToItself: boolean
  /** The chain's clock account; undefined where it was not read. */
  readonly clock: Found
}

/**
 * How a token treats a transfer, by its mint and the receiving account; undefined where all of it arrives without any more
 * to say.
 * @throws WidgetError `send/failed` where the receiving account takes nothing, or the chain's time counts and is not known.
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
  // A transfer to itself keeps no fee and calls no hook.
  const { fee, hook: _, ...withoutRules } = extensions
  const terms = tokenTerms(value, isToItself ? withoutRules : extensions, time, memo)
  const isPlain = fee === undefined && memo === undefined && terms.displayed === undefined
  return isPlain && !terms.isRevocable && terms.hook === undefined ? undefined : terms
}
