import type { AccountId } from '#shared/caip/account-id.ts'
import { walletIconMaxBytes } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'
import type { AssetBalance } from './asset-balance.ts'
import { assetSchema } from './asset-schema.ts'
import { displayCurrencyAtom } from './display-currency.ts'

/**
 * Maximum of cached accounts. An account with more assets than `assetLimit` is not cached: a part of them would change the
 * total.
 */
const accountLimit = 4
const assetLimit = 200

/** Older entries are ignored. */
const maxAgeMs = 24 * 60 * 60_000

const balanceSchema = () =>
  z.pipe(
    z.object({
      asset: assetSchema(),
      value: bigintText(),
      total: z.optional(bigintText()),
      price: z.optional(z.string().check(z.maxLength(128))),
      iconUrl: z.optional(z.string().check(z.maxLength(walletIconMaxBytes))),
      source: z.enum(['api', 'rpc']),
      wasSpam: z.optional(z.boolean()),
      barred: z.optional(z.enum(['frozen', 'paused', 'bound'])),
    }),
    z.transform(
      ({ total, wasSpam, price, iconUrl, ...balance }): AssetBalance => ({
        ...balance,
        price,
        iconUrl,
        ...(total === undefined ? {} : { total }),
        ...(wasSpam === undefined ? {} : { wasSpam }),
      }),
    ),
  )

const cacheSchema = () =>
  z
    .array(
      z.object({
        account: z.string().check(z.maxLength(256)),
        currency: z.string().check(z.maxLength(8)),
        /** Epoch milliseconds of the response. */
        at: z.number(),
        balances: z.array(balanceSchema()).check(z.maxLength(assetLimit)),
      }),
    )
    .check(z.maxLength(accountLimit))

type CachedBalances = z.output<ReturnType<typeof cacheSchema>>[number]

const slotAtom = storedAtom<readonly CachedBalances[]>(scopedKey('balances'), cacheSchema, [])

/**
 * The balances of an account from an earlier document, shown until the first read (SPEC §3). Never used for an amount to
 * send: that uses balances which this document has read.
 */
export const cachedBalancesAtom = atomFamily((account: AccountId) =>
  atom((get): CachedBalances | undefined => {
    const currency = get(displayCurrencyAtom)
    const now = get(portsAtom).clock.now()
    const found = get(slotAtom).find((one) => one.account === account && one.currency === currency)
    // A time in the future is from another clock, so its age is unknown.
    return found && found.at <= now && now - found.at < maxAgeMs ? found : undefined
  }),
)

type CacheBalances = (account: AccountId, currency: string, balances: readonly AssetBalance[]) => void

const cacheWriterAtom = atom((): { write?: CacheBalances } => ({}))

/** Caches a result; for query loaders, which cannot write atoms. Works while it has a subscriber. */
export const cacheBalancesAtom = atom(
  (get): CacheBalances => {
    const writer = get(cacheWriterAtom)
    return (...entry) => writer.write?.(...entry)
  },
  (get, set) => {
    get(cacheWriterAtom).write = (account, currency, balances) => {
      const at = get(portsAtom).clock.now()
      set(slotAtom, (cached) => {
        const others = cached.filter((one) => one.account !== account)
        if (balances.length > assetLimit) return others
        return [{ account, currency, at, balances: [...balances] }, ...others].slice(0, accountLimit)
      })
    }
  },
)
cacheBalancesAtom.onMount = (start) => start()
