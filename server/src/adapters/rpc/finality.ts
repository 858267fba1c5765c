import type { Clock } from '../../ports/clock.ts'
import { blockOfResult } from './latest-block.ts'

/** How a chain of eip155 tells which blocks are final: by the tag `finalized`, by depth in blocks below the head, or not at all. */
export type FinalityRule =
  | { readonly is: 'tag' }
  | { readonly is: 'depth'; readonly blocks: number }
  | { readonly is: 'unknown' }

/** The finalized block is read at most once in this time: about a block of Ethereum. */
const refreshMs = 12_000

/**
 * Knows the newest finalized block; reads it when a newer one is asked about.
 * @param read the result of a call; undefined when there is none
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
    /** Whether a block is final, as far as is known; never rejects. */
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
