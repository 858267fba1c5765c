import type { Clock } from '../../ports/clock.ts'
import { blockOfResult } from './latest-block.ts'

/**
 * How finality is determined on an eip155 chain: by the tag `finalized`, by depth in blocks below the head, or not at all.
 */
export type FinalityRule =
  | { readonly is: 'tag' }
  | { readonly is: 'depth'; readonly blocks: number }
  | { readonly is: 'unknown' }

/** Minimum interval between reads of the finalized block: about one Ethereum block. */
const refreshMs = 12_000

/**
 * Tracks the newest finalized block; reads it when a newer block is checked.
 * @param read returns the result of a call; undefined when there is none
 */
export function createFinality(
  rule: FinalityRule,
  read: (method: string, params: unknown[]) => Promise<unknown>,
  now: Clock,
) {
  let finalized = -1n
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()

  async function refresh() {
    if (rule.is === 'unknown') return
    const tag = rule.is === 'tag' ? 'finalized' : 'latest'
    const newest = blockOfResult(await read('eth_getBlockByNumber', [tag, false]))
    const depth = rule.is === 'depth' ? BigInt(rule.blocks) : 0n
    if (newest !== undefined && newest - depth > finalized) finalized = newest - depth
  }

  return {
    /** True if a block is known to be final; never rejects. */
    covers: async (block: bigint): Promise<boolean> => {
      if (block <= finalized) return true
      if (now() - readAtMs >= refreshMs) {
        readAtMs = now()
        reading = refresh()
      }
      await reading
      return block <= finalized
    },
  }
}
