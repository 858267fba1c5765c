import { chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Maximum of stored bundles of a host. */
const recordLimit = 32

const recordSchema = z.object({
  /** The id that the dApp has. */
  id: z.string().check(z.minLength(1), z.maxLength(4_096)),
  chain: chainIdSchema,
  walletId: z.string(),
  callCount: z.int(),
  /** Transactions sent one by one; undefined if the wallet itself has the bundle. */
  hashes: z.optional(z.array(z.string())),
  /** The remaining calls will not be sent. */
  isOver: z.optional(z.boolean()),
})

/** A bundle of calls that this host has sent (EIP-5792). */
export type BundleRecord = z.output<typeof recordSchema>

const storedRecordsAtom = storedAtom<readonly BundleRecord[]>(
  scopedKey('callBundles'),
  () => z.array(recordSchema),
  [],
)

/** Bundles of this host, latest first; read from storage after a reload. */
export const bundleRecordsAtom = atom((get) => get(storedRecordsAtom))

/** Stores a bundle; replaces an earlier record of it. */
export const recordBundleAtom = atom(null, (_get, set, record: BundleRecord) =>
  set(storedRecordsAtom, (records) =>
    [record, ...records.filter(({ id }) => id !== record.id)].slice(0, recordLimit),
  ),
)
