import { chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { OperationState, SponsoredOperation } from '#widget/chains/chain-adapter.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Operations of a host that are stored; those that the chain has decided are evicted first. */
const operationLimit = 32

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))

const recordSchema = z.object({
  hash,
  chain: chainIdSchema,
  account: z.string(),
  nonce: quantity,
  since: quantity,
  state: z.union([
    z.object({ is: z.enum(['open', 'dropped', 'replaced']) }),
    z.object({ is: z.enum(['included', 'reverted']), transaction: hash }),
  ]),
  /** The user has seen its end. */
  isDismissed: z.optional(z.boolean()),
})

/** A user operation that was signed for the operator's bundler, and what became of it. */
export type OperationRecord = SponsoredOperation & {
  readonly state: OperationState
  readonly isDismissed?: boolean | undefined
}

const storedOperationsAtom = storedAtom<readonly OperationRecord[]>(
  scopedKey('embeddedOperations'),
  () => z.array(recordSchema),
  [],
)

/** Whether the chain may still execute an operation. */
export const isUndecided = ({ state }: OperationRecord): boolean =>
  state.is === 'open' || state.is === 'dropped'

/** Sponsored operations of this host, latest first; read from storage after a reload. */
export const operationRecordsAtom = atom((get) => get(storedOperationsAtom))

const withinLimit = (records: readonly OperationRecord[]): readonly OperationRecord[] => {
  const decided = records.filter((record) => !isUndecided(record))
  const evicted = new Set(decided.slice(Math.max(0, decided.length - (records.length - operationLimit))))
  return records.length <= operationLimit ? records : records.filter((record) => !evicted.has(record))
}

/** Stores the state of an operation. One that the chain has decided stays decided. */
export const storeOperationAtom = atom(
  null,
  (_get, set, operation: SponsoredOperation, state: OperationState): void =>
    set(storedOperationsAtom, (records) => {
      const known = records.find((record) => record.hash === operation.hash)
      if (known && !isUndecided(known)) return records
      const { hash: id, chain, account, nonce, since } = operation
      const record = { hash: id, chain, account, nonce, since, state }
      return known ? records.map((one) => (one === known ? record : one)) : withinLimit([record, ...records])
    }),
)

/** Removes an operation that no bundler took. */
export const removeOperationAtom = atom(null, (_get, set, { hash: id }: SponsoredOperation): void =>
  set(storedOperationsAtom, (records) => records.filter((record) => record.hash !== id)),
)

/**
 * The latest operation whose state the user has not acknowledged, unless it was executed; writing acknowledges it. One that may
 * still be executed appears again when its state changes.
 */
export const noticedOperationAtom = atom(
  (get): OperationRecord | undefined =>
    get(storedOperationsAtom).find(({ state, isDismissed }) => !isDismissed && state.is !== 'included'),
  (get, set) => {
    const id = get(noticedOperationAtom)?.hash
    set(storedOperationsAtom, (records) =>
      records.map((record) => (record.hash === id ? { ...record, isDismissed: true } : record)),
    )
  },
)
