import * as z from 'zod/mini'
import { walletIconMaxBytes } from '#shared/config/limits.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Maximum of cached results of each kind. */
const keptLimit = 32

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const keptSchema = () =>
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
    .check(z.maxLength(keptLimit))

/** A result of a name service with its time; without a name or an address, there is none. */
export type CachedLookup = z.output<ReturnType<typeof keptSchema>>[number]

/** Resolved names, latest first; the key is `chain name`. */
export const cachedLookupsAtom = storedAtom<readonly CachedLookup[]>(scopedKey('nameLookups'), keptSchema, [])

/** Identities of accounts, latest first; the key is the CAIP-10 id in lower case. */
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

/** A result that is still fresh. A time in the future is from another clock, so its age is unknown. */
export const freshCacheEntry = (
  kept: readonly CachedLookup[],
  key: string,
  { now, lifetimeMs }: { readonly now: number; readonly lifetimeMs: number },
): CachedLookup | undefined =>
  kept.find((one) => one.key === key && one.at <= now && now - one.at < lifetimeMs)

/** Adds or replaces a result. */
export const withCacheEntry = (
  kept: readonly CachedLookup[],
  answer: CachedLookup,
): readonly CachedLookup[] => [answer, ...kept.filter(({ key }) => key !== answer.key)].slice(0, keptLimit)

type Kind = 'lookup' | 'identity'
type Keep = (kind: Kind, answer: CachedLookup) => void

const keeperAtom = atom((): { keep?: Keep } => ({}))

/** Caches results; for query loaders, which cannot write atoms. Works while it has a subscriber. */
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
