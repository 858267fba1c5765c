import type { Network } from '#shared/config/network.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { Description, Fact, Figure } from '../request-facts.ts'
import { asAddress } from './address.ts'
import { accountsSchema, type ChainAccount } from './chain-records.ts'
import { confirmed } from './rpc.ts'
import { readMint, readTokenAccount } from './token-state.ts'

/** Nodes answer for so many accounts at once. */
const accountLimit = 100

const addressesOf = (fact: Fact): readonly string[] => {
  if (fact.is === 'batch') return fact.facts.flatMap(addressesOf)
  if (fact.is === 'transfer') return fact.figure.contract ? [fact.figure.contract, fact.to] : []
  return fact.is === 'approval' && fact.figure.contract ? [fact.figure.contract] : []
}

export type Accounts = ReadonlyMap<string, ChainAccount>

/** Reads accounts, unknown ones left out. */
export async function readAccounts(
  rpc: JsonRpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Accounts> {
  const wanted = [...new Set(addresses)].filter((one) => asAddress(one) !== undefined).slice(0, accountLimit)
  if (wanted.length === 0) return new Map()
  const config = { ...confirmed, encoding: 'base64' }
  const { value } = await rpc('getMultipleAccounts', [wanted, config], accountsSchema(), { signal })
  return new Map(
    wanted.flatMap((address, index) => {
      const account = value[index]
      return account ? [[address, account]] : []
    }),
  )
}

/** Mints have no symbols of their own: six letters at each end of the address stand for one. */
export const mintSymbol = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** A figure with the decimals of its mint; the mint of a bare token account is looked up. */
function figureOf(raw: Figure, accounts: Accounts, network: Network): Figure {
  if (raw.contract === undefined) return { ...raw, asset: network.nativeCurrency }
  const own = accounts.get(raw.contract)
  const contract = readTokenAccount(own)?.mint ?? raw.contract
  const mint = readMint(accounts.get(contract))
  return mint
    ? { ...raw, contract, asset: { symbol: mintSymbol(contract), decimals: mint.decimals } }
    : { ...raw, contract }
}

function withFigures(fact: Fact, accounts: Accounts, network: Network): Fact {
  switch (fact.is) {
    case 'batch':
      return { ...fact, facts: fact.facts.map((one) => withFigures(one, accounts, network)) }
    case 'approval':
      return { ...fact, figure: figureOf(fact.figure, accounts, network) }
    case 'transfer': {
      // Wallets are what people know, not the token accounts they keep.
      const to = readTokenAccount(accounts.get(fact.to))?.owner ?? fact.to
      return { ...fact, to, figure: figureOf(fact.figure, accounts, network) }
    }
    default:
      return fact
  }
}

/** The facts with decimals as the mints tell them, and with the owners of token accounts as receivers. */
export async function readFigures(
  rpc: JsonRpc,
  description: Description,
  network: Network,
  signal: AbortSignal,
): Promise<Description> {
  const first = await readAccounts(rpc, description.facts.flatMap(addressesOf), signal)
  const mints = [...first.values()].flatMap((account) => readTokenAccount(account)?.mint ?? [])
  const more = await readAccounts(
    rpc,
    mints.filter((mint) => !first.has(mint)),
    signal,
  )
  const accounts = new Map([...first, ...more])
  return { ...description, facts: description.facts.map((fact) => withFigures(fact, accounts, network)) }
}
