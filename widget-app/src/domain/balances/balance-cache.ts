import * as z from 'zod/mini'
import type { AccountId } from '#shared/caip/account-id.ts'
import { walletIconMaxBytes } from '#shared/config/limits.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'
import type { AssetBalance } from './asset-balance.ts'
import { assetSchema } from './asset-schema.ts'
import { displayCurrencyAtom } from './display-currency.ts'

/** So many accounts are kept, those with more assets not at all: half of them would be another total. */
const accountLimit = 4
const assetLimit = 200

/** What is older is of no use to anybody. */
const keptForMs = 24 * 60 * 60_000

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

const keptSchema = () =>
  z
    .array(
      z.object({
        account: z.string().check(z.maxLength(256)),
        currency: z.string().check(z.maxLength(8)),
        /** Epoch milliseconds of the answer. */
        at: z.number(),
        balances: z.array(balanceSchema()).check(z.maxLength(assetLimit)),
      }),
    )
    .check(z.maxLength(accountLimit))

type Kept = z.output<ReturnType<typeof keptSchema>>[number]

const slotAtom = storedAtom<readonly Kept[]>(scopedKey('balances'), keptSchema, [])

/**
 * What an account had at the last look of an earlier page, for the screen to begin with (SPEC §3). Never for an amount
 * that is sent: that is measured by what this page has read.
 */
export const cachedBalancesAtom = atomFamily((account: AccountId) =>
  atom((get): Kept | undefined => {
    const currency = get(displayCurrencyAtom)
    const now = get(portsAtom).clock.now()
    const found = get(slotAtom).find((one) => one.account === account && one.currency === currency)
    // A time in the future is of another clock, and worth nothing.
    return found && found.at <= now && now - found.at < keptForMs ? found : undefined
  }),
)

type Keep = (account: AccountId, currency: string, balances: readonly AssetBalance[]) => void

const keeperAtom = atom((): { keep?: Keep } => ({}))

/** Keeps an answer; for loads of queries, which cannot write atoms themselves. Works while something that reads it is shown. */
export const cacheBalancesAtom = atom(
  (get): Keep => {
    const keeper = get(keeperAtom)
    return (...answer) => keeper.keep?.(...answer)
  },
  (get, set) => {
    get(keeperAtom).keep = (account, currency, balances) => {
      const at = get(portsAtom).clock.now()
      set(slotAtom, (kept) => {
        const others = kept.filter((one) => one.account !== account)
        if (balances.length > assetLimit) return others
        return [{ account, currency, at, balances: [...balances] }, ...others].slice(0, accountLimit)
      })
    }
  },
)
cacheBalancesAtom.onMount = (start) => start()
