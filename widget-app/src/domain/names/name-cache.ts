import * as z from 'zod/mini'
import { walletIconMaxBytes } from '#shared/config/limits.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** So many answers of each kind are kept. */
const keptLimit = 32

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const keptSchema = () =>
  z
    .array(
      z.object({
        key: text(512),
        /** Epoch milliseconds of the answer. */
        at: z.number(),
        name: z.optional(text(255)),
        address: z.optional(text(128)),
        avatar: z.optional(text(walletIconMaxBytes)),
      }),
    )
    .check(z.maxLength(keptLimit))

/** An answer of a name service with its time; without a name or an address it says that there is none. */
export type CachedLookup = z.output<ReturnType<typeof keptSchema>>[number]

/** Lookups of names, latest first; the key is `chain name`. */
export const cachedLookupsAtom = storedAtom<readonly CachedLookup[]>(scopedKey('nameLookups'), keptSchema, [])

/** What accounts are called, latest first; the key is the CAIP-10 id in lower case. */
export const cachedIdentitiesAtom = storedAtom<readonly CachedLookup[]>(
  scopedKey('identities'),
  keptSchema,
  [],
)

/** Names that were registered here, latest first; the key is the CAIP-10 id in lower case. */
export const registeredNamesAtom = storedAtom<readonly CachedLookup[]>(
  scopedKey('registeredNames'),
  keptSchema,
  [],
)

/** An answer that is still fresh. A time in the future is of another clock, and worth nothing. */
export const freshCacheEntry = (
  kept: readonly CachedLookup[],
  key: string,
  { now, lifetimeMs }: { readonly now: number; readonly lifetimeMs: number },
): CachedLookup | undefined =>
  kept.find((one) => one.key === key && one.at <= now && now - one.at < lifetimeMs)

/** The answers with this one among them. */
export const withCacheEntry = (
  kept: readonly CachedLookup[],
  answer: CachedLookup,
): readonly CachedLookup[] => [answer, ...kept.filter(({ key }) => key !== answer.key)].slice(0, keptLimit)

type Kind = 'lookup' | 'identity'
type Keep = (kind: Kind, answer: CachedLookup) => void

const keeperAtom = atom((): { keep?: Keep } => ({}))

/** Keeps answers; for loads of queries, which cannot write atoms themselves. Works while something that reads it is shown. */
export const cacheLookupAtom = atom(
  (get): Keep => {
    const keeper = get(keeperAtom)
    return (kind, answer) => keeper.keep?.(kind, answer)
  },
  (get, set) => {
    get(keeperAtom).keep = (kind, answer) =>
      set(kind === 'lookup' ? cachedLookupsAtom : cachedIdentitiesAtom, (kept) =>
        withCacheEntry(kept, answer),
      )
  },
)
cacheLookupAtom.onMount = (start) => start()
