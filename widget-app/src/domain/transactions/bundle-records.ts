import * as z from 'zod/mini'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Bundles remembered for a site, the latest ones. */
const recordLimit = 32

const recordSchema = z.object({
  /** What the dApp knows it by. */
  id: z.string().check(z.minLength(1), z.maxLength(4_096)),
  chain: chainIdSchema,
  walletId: z.string(),
  callCount: z.int(),
  /** Transactions sent one by one; absent where the wallet itself keeps the bundle. */
  hashes: z.optional(z.array(z.string())),
  /** The rest will not be sent any more. */
  isOver: z.optional(z.boolean()),
})

/** A bundle of calls that this site has sent (EIP-5792). */
export type BundleRecord = z.output<typeof recordSchema>

const storedRecordsAtom = storedAtom<readonly BundleRecord[]>(
  scopedKey('callBundles'),
  () => z.array(recordSchema),
  [],
)

/** Bundles of this site, latest first; read afresh after a reload. */
export const bundleRecordsAtom = atom((get) => get(storedRecordsAtom))

/** Writes a bundle down in the place of an earlier record of it. */
export const recordBundleAtom = atom(null, (_get, set, record: BundleRecord) =>
  set(storedRecordsAtom, (records) =>
    [record, ...records.filter(({ id }) => id !== record.id)].slice(0, recordLimit),
  ),
)
