import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { AccountFacts, FactsByAddress } from '../../chain-adapter.ts'
import { isH160, normalAddress } from '../address.ts'
import { isGenesisOf } from '../genesis.ts'

/** Accounts as a connection has them: at least one. */
export type Accounts = readonly [string, ...string[]]

const accountLimit = 256
const nameMaxLength = 64
/** Of 32 bytes as hex. */
const genesisHashLength = 66

/** Chains whose accounts are `ethereum` keys, by the start of their genesis: Moonbeam, Moonriver, Moonbase Alpha, Mythos, Darwinia. */
const ethereumChains = /:(fe58ea|401a1f|91bc6e|f6ee56|f0b892)/

const kinds = ['ed25519', 'sr25519', 'ecdsa', 'ethereum'] as const

/** The kind of a key in any case; wallets need not name it. Another kind is none that can be used. */
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

/** Accounts, and what the wallet tells of them. */
export type SharedAccounts = { readonly accounts: Accounts; readonly facts: FactsByAddress }

/** Why no account of a wallet can be used; `data.reason` of `wallet/no-account`. */
type NoAccount = 'none-shared' | 'other-network'

/** What a wallet's list of accounts comes to on one chain. */
export type UsableAccounts =
  | ({ readonly is: 'some' } & SharedAccounts)
  | { readonly is: 'none'; readonly reason: NoAccount }

type Listed = z.output<ReturnType<typeof accountSchema>>

function factsOf({ name, type, genesisHash }: Listed): AccountFacts {
  const shown = sanitizeText(name ?? '', nameMaxLength)
  // A session locks by the CAIP-2 id of a chain, and half a hash would tell a site nothing.
  const lock = genesisHash?.length === genesisHashLength && { genesisHash }
  return { ...(shown && { name: shown }), ...(type && { type }), ...lock }
}

/**
 * The accounts of a wallet on a chain, addresses normalised, each once, in its order, but those first whose kind of key has an
 * account there: the first is in use. There is none without such a one. Only the types of SPEC §5 are kept, and accounts whose
 * type is not named; an account locked to the genesis of another chain is dropped. A bad entry drops only itself.
 */
export function usableAccounts(value: unknown, chain: ChainId): UsableAccounts {
  const list = listSchema().safeParse(value)
  const one = accountSchema()
  const known = (list.data ?? []).slice(0, accountLimit).flatMap((each) => {
    const parsed = one.safeParse(each)
    const address = parsed.success ? normalAddress(parsed.data.address) : undefined
    if (!parsed.success || address === undefined) return []
    return [{ address, lock: parsed.data.genesisHash ?? '', facts: factsOf(parsed.data) }]
  })
  // Enkrypt writes an empty text where others write nothing.
  const free = known.filter(({ lock }) => lock === '' || isGenesisOf(chain, lock))
  // Of one key in two entries the first counts.
  const facts = new Map(free.toReversed().map((one) => [one.address, one.facts]))
  const all = [...new Set(free.map(({ address }) => address))]
  const isOfChain = (address: string) => isH160(address) === ethereumChains.test(chain)
  const [first, ...others] = all.filter(isOfChain)
  const rest = [...others, ...all.filter((address) => !isOfChain(address))]
  if (first !== undefined) return { is: 'some', accounts: [first, ...rest], facts: Object.fromEntries(facts) }
  return { is: 'none', reason: known.length > 0 ? 'other-network' : 'none-shared' }
}

/** @throws WidgetError `wallet/no-account` (`data.reason`: none-shared, other-network) when there is none to use. */
export function requireAccounts(usable: UsableAccounts): SharedAccounts {
  if (usable.is === 'some') return { accounts: usable.accounts, facts: usable.facts }
  const message =
    usable.reason === 'none-shared'
      ? 'The wallet shares no account with this site'
      : 'The wallet shares only accounts of other networks'
  throw new WidgetError('wallet/no-account', message, { data: { reason: usable.reason } })
}
