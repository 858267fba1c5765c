import type * as z from 'zod/mini'
import type { historyEntry } from '#shared/api/history.ts'
import { alice, bob } from './world.ts'

/** Test only: transactions as the history service returns them. */

type HistoryEntryInput = z.input<ReturnType<typeof historyEntry>>

const hour = 3_600_000

export type PastTransfer = NonNullable<HistoryEntryInput['transfers']>[number]

/** A received or sent amount of the account. */
export const pastTransfer = (
  direction: 'in' | 'out' | 'self',
  numeric: string,
  symbol = 'USDC',
): PastTransfer => ({
  direction,
  quantity: { numeric },
  fungible_info: { name: symbol, symbol, icon: { url: `/tokens/${symbol.toLowerCase()}.svg` } },
})

/** The n-th newest transaction of alice on Ethereum, an hour older than the one before; a transfer to bob. */
export function pastEntry(
  n: number,
  over: Partial<Omit<HistoryEntryInput, 'metadata'>> & {
    readonly metadata?: Partial<HistoryEntryInput['metadata']>
  } = {},
  newest = Date.UTC(2026, 4, 20, 12),
): HistoryEntryInput {
  const { metadata, ...rest } = over
  return {
    id: `past-${n}`,
    transfers: [pastTransfer('out', '1.5')],
    ...rest,
    metadata: {
      operationType: 'send',
      hash: `0x${n.toString(16).padStart(64, '0')}`,
      chain: 'eip155:1',
      minedAt: new Date(newest - n * hour).toISOString(),
      sentFrom: alice,
      sentTo: bob,
      status: 'confirmed',
      nonce: 1_000_000 - n,
      ...metadata,
    },
  }
}
