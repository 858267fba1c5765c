import { chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { SentBatch } from '#widget/chains/embedded-batch.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** As many as the widget stores of bundles of all wallets. */
const sentLimit = 32

const sentBatchSchema = z.object({
  id: z.string(),
  chain: chainIdSchema,
  hash: z.string(),
  isOperation: z.optional(z.boolean()),
  account: z.optional(z.string()),
  nonce: z.optional(z.string()),
})

const storedBatchesAtom = storedAtom<readonly SentBatch[]>(
  scopedKey('embeddedBatches'),
  () => z.array(sentBatchSchema),
  [],
)

/** Bundles that our own wallet has sent for this host, latest first; read from storage after a reload. */
export const sentBatchesAtom = atom((get) => get(storedBatchesAtom))

/** Stores a sent bundle. */
export const storeSentBatchAtom = atom(null, (_get, set, sent: SentBatch) =>
  set(storedBatchesAtom, (batches) =>
    [sent, ...batches.filter(({ id }) => id !== sent.id)].slice(0, sentLimit),
  ),
)
