import type { Address } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import type { AssetAmount } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { asAddress, parseAddress } from '../address.ts'
import { accountsSchema, lamportsSchema, tokenAccountsSchema, withContext } from '../chain-records.ts'
import { clockSysvar, tokenPrograms } from '../programs.ts'
import { confirmed, type OpenRpc } from '../rpc.ts'
import { decodeMintExtensions, isFrozenAccount, type MintExtensions } from './token-extensions.ts'
import { decodeMint, decodeTokenAccountStart, type Mint } from './token-state.ts'
import { type ChainTime, decodeClock, displayFactor, hasUnknownDisplay } from './token-terms.ts'

/** Maximum number of accounts per read. */
const accountsPerRead = 100
const decimalsMax = 36

/**
 * Length of mint, owner and amount, with which every token account begins. The last byte that is read is the account's
 * state.
 */
const accountStartLength = 72
const accountStart = { offset: 0, length: 109 }

/** Native balance in lamports. Rejects with WidgetError `http/*` or the node's ProviderRpcError. */
export const nativeBalance = async (openRpc: OpenRpc, address: string, network: Network): Promise<bigint> => {
  const params = [parseAddress(address), confirmed]
  return (await openRpc(network)('getBalance', params, withContext(lamportsSchema()))).value
}

/** A mint with its extensions. */
type MintWithExtensions = Mint & { readonly extensions: MintExtensions }

async function readMints(
  rpc: JsonRpc,
  mints: readonly Address[],
): Promise<ReadonlyMap<Address, MintWithExtensions>> {
  const found = new Map<Address, MintWithExtensions>()
  for (let start = 0; start < mints.length; start += accountsPerRead) {
    const page = mints.slice(start, start + accountsPerRead)
    const params = [page, { ...confirmed, encoding: 'base64' }]
    const { value } = await rpc('getMultipleAccounts', params, accountsSchema())
    page.forEach((address, index) => {
      const mint = decodeMint(value[index])
      if (mint === undefined || mint.decimals > decimalsMax) return
      found.set(address, { ...mint, extensions: decodeMintExtensions(value[index]) })
    })
  }
  return found
}

/** The chain's time, if the displayed amounts of a mint depend on it. */
async function readTime(rpc: JsonRpc, mints: Iterable<MintWithExtensions>): Promise<ChainTime | undefined> {
  const isDisplayed = ({ extensions }: MintWithExtensions) => extensions.interest ?? extensions.scale
  if (![...mints].some(isDisplayed)) return undefined
  const params = [[clockSysvar], { ...confirmed, encoding: 'base64' }]
  const [clock] = (await rpc('getMultipleAccounts', params, accountsSchema())).value
  return clock ? decodeClock(clock.data) : undefined
}

/** A wallet's amount of a mint, and how much of it is in frozen accounts. */
type MintBalance = { readonly amount: bigint; readonly frozen: bigint }

const zeroBalance: MintBalance = { amount: 0n, frozen: 0n }

/**
 * A wallet's amount of each mint of token programs: the sum over its token accounts. Makes one request at a time, so that
 * other balance requests of the view get a slot in between.
 */
async function readMintBalances(
  rpc: JsonRpc,
  owner: Address,
  programs: readonly Address[],
): Promise<ReadonlyMap<Address, MintBalance>> {
  const balances = new Map<Address, MintBalance>()
  for (const programId of programs) {
    const params = [owner, { programId }, { ...confirmed, encoding: 'base64', dataSlice: accountStart }]
    const { value } = await rpc('getTokenAccountsByOwner', params, tokenAccountsSchema())
    for (const { account } of value) {
      if (account.data.length < accountStartLength) continue
      const { mint, amount } = decodeTokenAccountStart(account.data)
      const previous = balances.get(mint) ?? zeroBalance
      const frozen = isFrozenAccount(account.data) ? amount : 0n
      balances.set(mint, { amount: previous.amount + amount, frozen: previous.frozen + frozen })
    }
  }
  return balances
}

const addressesOf = (tokens: readonly string[]): readonly Address[] => [
  ...new Set(tokens.map(asAddress).filter((token) => token !== undefined)),
]

/** Placeholder for a token's name: the chain has none, and what others write on it may be false. */
const shortenAddress = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** The reason why none of the balance can be sent. */
function unsendableReason({ isNonTransferable, isPaused }: MintExtensions, { amount, frozen }: MintBalance) {
  if (isNonTransferable) return 'bound'
  if (isPaused) return 'paused'
  return amount > 0n && frozen === amount ? 'frozen' : undefined
}

async function amountsOf(
  rpc: JsonRpc,
  { id: chain }: Network,
  mints: ReadonlyMap<Address, MintWithExtensions>,
  balances: ReadonlyMap<Address, MintBalance>,
): Promise<readonly AssetAmount[]> {
  const time = await readTime(rpc, mints.values())
  return [...mints].flatMap(([address, { decimals, extensions }]): readonly AssetAmount[] => {
    if (hasUnknownDisplay(extensions, time)) return []
    const name = shortenAddress(address)
    const displayed = time && displayFactor(extensions, time)
    const balance = balances.get(address) ?? zeroBalance
    const barred = unsendableReason(extensions, balance)
    const asset = {
      chain,
      address,
      symbol: name,
      name,
      decimals,
      ...(displayed === undefined ? {} : { displayed }),
    }
    return [{ asset, value: balance.amount, ...(barred === undefined ? {} : { barred }) }]
  })
}

/**
 * Balances of SPL Token and Token-2022 tokens by mint, in the given order. Addresses that are no mint are omitted, and so
 * are mints whose displayed amount cannot be computed. Symbol and name are the shortened mint; callers with a better name
 * replace them.
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
  return amountsOf(rpc, network, mints, await readMintBalances(rpc, parseAddress(owner), programs))
}

/** Balances of the given tokens and of all others with a balance: the chain lists token accounts by owner. */
export async function tokensWithBalance(
  openRpc: OpenRpc,
  owner: string,
  network: Network,
  tokens: readonly string[] = [],
): Promise<readonly AssetAmount[]> {
  const rpc = openRpc(network)
  const balances = await readMintBalances(rpc, parseAddress(owner), tokenPrograms)
  const present = [...balances].flatMap(([mint, { amount }]) => (amount > 0n ? [mint] : []))
  return amountsOf(rpc, network, await readMints(rpc, addressesOf([...tokens, ...present])), balances)
}
