import { walletIconMaxBytes } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Maximum of cached results of each kind. */
const cacheLimit = 32

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const cacheSchema = () =>
  z
    .array(
      z.object({
        key: text(512),
        /** Epoch milliseconds of the response. */
        at: z.number(),
        name: z.optional(text(255)),
        address: z.optional(text(128)),
        avatar: z.optional(text(walletIconMaxBytes)),
      }),
    )
    .check(z.maxLength(cacheLimit))

/** A result of a name service with its time; without a name or an address, there is none. */
export type CachedLookup = z.output<ReturnType<typeof cacheSchema>>[number]

/** Resolved names, latest first; the key is `chain name`. */
export const cachedLookupsAtom = storedAtom<readonly CachedLookup[]>(
  scopedKey('nameLookups'),
  cacheSchema,
  [],
)

/** Identities of accounts, latest first; the key is the CAIP-10 id in lower case. */
export const cachedIdentitiesAtom = storedAtom<readonly CachedLookup[]>(
  scopedKey('identities'),
  cacheSchema,
  [],
)

/** Names that were registered here, latest first; the key is the CAIP-10 id in lower case. */
export const registeredNamesAtom = storedAtom<readonly CachedLookup[]>(
  scopedKey('registeredNames'),
  cacheSchema,
  [],
)

/** A result that is still fresh. A time in the future is from another clock, so its age is unknown. */
export const freshCacheEntry = (
  cached: readonly CachedLookup[],
  key: string,
  { now, lifetimeMs }: { readonly now: number; readonly lifetimeMs: number },
): CachedLookup | undefined =>
  cached.find((one) => one.key === key && one.at <= now && now - one.at < lifetimeMs)

/** Adds or replaces a result. */
export const withCacheEntry = (
  cached: readonly CachedLookup[],
  entry: CachedLookup,
): readonly CachedLookup[] => [entry, ...cached.filter(({ key }) => key !== entry.key)].slice(0, cacheLimit)

type Kind = 'lookup' | 'identity'
type CacheLookup = (kind: Kind, entry: CachedLookup) => void

const cacheWriterAtom = atom((): { write?: CacheLookup } => ({}))

/** Caches results; for query loaders, which cannot write atoms. Works while it has a subscriber. */
export const cacheLookupAtom = atom(
  (get): CacheLookup => {
    const writer = get(cacheWriterAtom)
    return (kind, entry) => writer.write?.(kind, entry)
  },
  (get, set) => {
    get(cacheWriterAtom).write = (kind, entry) =>
      set(kind === 'lookup' ? cachedLookupsAtom : cachedIdentitiesAtom, (cached) =>
        withCacheEntry(cached, entry),
      )
  },
)
cacheLookupAtom.onMount = (start) => start()
