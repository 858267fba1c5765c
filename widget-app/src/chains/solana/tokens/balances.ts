import type { Address } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import type { AssetAmount } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { asAddress, parseAddress } from '../address.ts'
import { accountsSchema, lamportsSchema, tokenAccountsSchema, withContext } from '../chain-records.ts'
import { clockSysvar, tokenPrograms } from '../programs.ts'
import { confirmed, type OpenRpc } from '../rpc.ts'
import { isFrozenAccount, type MintExtensions, readMintExtensions } from './token-extensions.ts'
import { type Mint, readMint, readTokenAccountStart } from './token-state.ts'
import { type ChainTime, displayFactor, hasUnknownDisplay, readClock } from './token-terms.ts'

/** Accounts which a node reads at once. */
const accountsPerRead = 100
const decimalsMax = 36

/** Mint, owner and amount, with which every token account begins; the state is in the last of the bytes that are read. */
const accountStartLength = 72
const accountStart = { offset: 0, length: 109 }

/** Native balance in lamports. Rejects with WidgetError `http/*` or the node's ProviderRpcError. */
export const nativeBalance = async (openRpc: OpenRpc, address: string, network: Network): Promise<bigint> => {
  const params = [parseAddress(address), confirmed]
  return (await openRpc(network)('getBalance', params, withContext(lamportsSchema()))).value
}

/** A mint as balances are shown with it. */
type KnownMint = Mint & { readonly extensions: MintExtensions }

async function readMints(rpc: JsonRpc, mints: readonly Address[]): Promise<ReadonlyMap<Address, KnownMint>> {
  const found = new Map<Address, KnownMint>()
  for (let start = 0; start < mints.length; start += accountsPerRead) {
    const some = mints.slice(start, start + accountsPerRead)
    const params = [some, { ...confirmed, encoding: 'base64' }]
    const { value } = await rpc('getMultipleAccounts', params, accountsSchema())
    some.forEach((address, index) => {
      const mint = readMint(value[index])
      if (mint === undefined || mint.decimals > decimalsMax) return
      found.set(address, { ...mint, extensions: readMintExtensions(value[index]) })
    })
  }
  return found
}

/** The chain's time, where what it displays of a mint depends on it. */
async function readTime(rpc: JsonRpc, mints: Iterable<KnownMint>): Promise<ChainTime | undefined> {
  const isDisplayed = ({ extensions }: KnownMint) => extensions.interest ?? extensions.scale
  if (![...mints].some(isDisplayed)) return undefined
  const params = [[clockSysvar], { ...confirmed, encoding: 'base64' }]
  const [clock] = (await rpc('getMultipleAccounts', params, accountsSchema())).value
  return clock ? readClock(clock.data) : undefined
}

/** What a wallet holds of a mint, and how much of that lies in accounts that are frozen. */
type Held = { readonly amount: bigint; readonly frozen: bigint }

const nothing: Held = { amount: 0n, frozen: 0n }

/**
 * What a wallet holds of each mint of token programs: the sum over its token accounts. One request at a time, as of all
 * figures: others of the view wait for their turn meanwhile.
 */
async function readHoldings(
  rpc: JsonRpc,
  owner: Address,
  programs: readonly Address[],
): Promise<ReadonlyMap<Address, Held>> {
  const held = new Map<Address, Held>()
  for (const programId of programs) {
    const params = [owner, { programId }, { ...confirmed, encoding: 'base64', dataSlice: accountStart }]
    const { value } = await rpc('getTokenAccountsByOwner', params, tokenAccountsSchema())
    for (const { account } of value) {
      if (account.data.length < accountStartLength) continue
      const { mint, amount } = readTokenAccountStart(account.data)
      const before = held.get(mint) ?? nothing
      const frozen = isFrozenAccount(account.data) ? amount : 0n
      held.set(mint, { amount: before.amount + amount, frozen: before.frozen + frozen })
    }
  }
  return held
}

const addressesOf = (tokens: readonly string[]): readonly Address[] => [
  ...new Set(tokens.map(asAddress).filter((token) => token !== undefined)),
]

/** What stands for a token's name here: the chain itself knows none, and what strangers write on it may lie. */
const shortened = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** Why none of what is held can be sent. */
function barOf({ isNonTransferable, isPaused }: MintExtensions, { amount, frozen }: Held) {
  if (isNonTransferable) return 'bound'
  if (isPaused) return 'paused'
  return amount > 0n && frozen === amount ? 'frozen' : undefined
}

async function amountsOf(
  rpc: JsonRpc,
  { id: chain }: Network,
  mints: ReadonlyMap<Address, KnownMint>,
  held: ReadonlyMap<Address, Held>,
): Promise<readonly AssetAmount[]> {
  const time = await readTime(rpc, mints.values())
  return [...mints].flatMap(([address, { decimals, extensions }]): readonly AssetAmount[] => {
    if (hasUnknownDisplay(extensions, time)) return []
    const name = shortened(address)
    const displayed = time && displayFactor(extensions, time)
    const own = held.get(address) ?? nothing
    const barred = barOf(extensions, own)
    const asset = {
      chain,
      address,
      symbol: name,
      name,
      decimals,
      ...(displayed === undefined ? {} : { displayed }),
    }
    return [{ asset, value: own.amount, ...(barred === undefined ? {} : { barred }) }]
  })
}

/**
 * Balances of tokens by mint, in their order, of SPL Token and Token-2022. What is no mint is left out, and so is a mint whose
 * displayed amounts cannot be counted. Symbol and name are the shortened mint, which callers with a better name replace.
 */
export async function tokenBalances(
  openRpc: OpenRpc,
  owner: string,
  network: Network,
  tokens: readonly string[],
): Promise<readonly AssetAmount[]> {
  const rpc = openRpc(network)
  const mints = await readMints(rpc, addressesOf(tokens))
  const programs = [...new Set([...mints.values()].map(({ program }) => program))]
  return amountsOf(rpc, network, mints, await readHoldings(rpc, parseAddress(owner), programs))
}

/** The same of those tokens and of all others of which a wallet holds something: the chain lists them by owner. */
export async function heldTokens(
  openRpc: OpenRpc,
  owner: string,
  network: Network,
  tokens: readonly string[] = [],
): Promise<readonly AssetAmount[]> {
  const rpc = openRpc(network)
  const held = await readHoldings(rpc, parseAddress(owner), tokenPrograms)
  const present = [...held].flatMap(([mint, { amount }]) => (amount > 0n ? [mint] : []))
  return amountsOf(rpc, network, await readMints(rpc, addressesOf([...tokens, ...present])), held)
}
