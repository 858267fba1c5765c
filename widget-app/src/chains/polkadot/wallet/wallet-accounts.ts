import type { ChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { AccountFacts, FactsByAddress } from '../../chain-adapter.ts'
import { isH160, normalizeAddress } from '../address.ts'
import { isGenesisOf } from '../genesis.ts'

/** Accounts of a connection: at least one. */
export type Accounts = readonly [string, ...string[]]

const accountLimit = 256
const nameMaxLength = 64
/** Length of 32 bytes in hex, with `0x`. */
const genesisHashLength = 66

/**
 * Chains with `ethereum` accounts, by the start of their genesis hash: Moonbeam, Moonriver, Moonbase Alpha, Mythos,
 * Darwinia.
 */
const ethereumChains = /:(fe58ea|401a1f|91bc6e|f6ee56|f0b892)/

const kinds = ['ed25519', 'sr25519', 'ecdsa', 'ethereum'] as const

/** The key type in any case; optional for wallets. Accounts with any other type are unusable. */
const kindSchema = () =>
  z.nullish(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.trim().toLowerCase()),
      ),
      z.enum(kinds),
    ),
  )

const accountSchema = () =>
  z.object({
    address: z.string(),
    name: z.catch(z.optional(z.string()), undefined),
    type: kindSchema(),
    genesisHash: z.nullish(z.string()),
  })

const listSchema = () => z.array(z.unknown())

/** Accounts, with the facts that the wallet reports about them. */
export type SharedAccounts = { readonly accounts: Accounts; readonly facts: FactsByAddress }

/** Why no account of a wallet can be used; `data.reason` of `wallet/no-account`. */
type NoAccount = 'none-shared' | 'other-network'

/** The usable accounts of a wallet on one chain. */
export type UsableAccounts =
  | ({ readonly is: 'some' } & SharedAccounts)
  | { readonly is: 'none'; readonly reason: NoAccount }

type Listed = z.output<ReturnType<typeof accountSchema>>

function factsOf({ name, type, genesisHash }: Listed): AccountFacts {
  const cleanName = sanitizeText(name ?? '', nameMaxLength)
  // A session binds accounts by the chain's CAIP-2 id, and a truncated hash is of no use to a site.
  const lock = genesisHash?.length === genesisHashLength && { genesisHash }
  return { ...(cleanName && { name: cleanName }), ...(type && { type }), ...lock }
}

/**
 * The usable accounts of a wallet on a chain: normalized, without duplicates, in the wallet's order, but accounts whose key
 * type the chain uses come first, since the first one is active. Without such an account there is none. Accounts have a type
 * of SPEC §5 or no type; accounts bound to another chain's genesis are dropped. An invalid entry drops only itself.
 */
export function usableAccounts(value: unknown, chain: ChainId): UsableAccounts {
  const list = listSchema().safeParse(value)
  const one = accountSchema()
  const listed = (list.data ?? []).slice(0, accountLimit).flatMap((each) => {
    const parsed = one.safeParse(each)
    const address = parsed.success ? normalizeAddress(parsed.data.address) : undefined
    if (!parsed.success || address === undefined) return []
    return [{ address, lock: parsed.data.genesisHash ?? '', facts: factsOf(parsed.data) }]
  })
  // Enkrypt writes an empty text instead of omitting it.
  const unbound = listed.filter(({ lock }) => lock === '' || isGenesisOf(chain, lock))
  // If a key has two entries, the first counts.
  const facts = new Map(unbound.toReversed().map((one) => [one.address, one.facts]))
  const all = [...new Set(unbound.map(({ address }) => address))]
  const isOfChain = (address: string) => isH160(address) === ethereumChains.test(chain)
  const [first, ...others] = all.filter(isOfChain)
  const rest = [...others, ...all.filter((address) => !isOfChain(address))]
  if (first !== undefined) return { is: 'some', accounts: [first, ...rest], facts: Object.fromEntries(facts) }
  return { is: 'none', reason: listed.length > 0 ? 'other-network' : 'none-shared' }
}

/** @throws WidgetError `wallet/no-account` (`data.reason`: none-shared, other-network) if no account is usable. */
export function requireAccounts(usable: UsableAccounts): SharedAccounts {
  if (usable.is === 'some') return { accounts: usable.accounts, facts: usable.facts }
  const message =
    usable.reason === 'none-shared'
      ? 'The wallet shares no account with this site'
      : 'The wallet shares only accounts of other networks'
  throw new WidgetError('wallet/no-account', message, { data: { reason: usable.reason } })
}
