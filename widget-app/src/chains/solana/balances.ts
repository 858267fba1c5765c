import type { Address } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import type { AssetAmount } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { asAddress, parseAddress } from './address.ts'
import { accountsSchema, lamportsSchema, tokenAccountsSchema, withContext } from './chain-records.ts'
import { tokenPrograms } from './programs.ts'
import { confirmed, type OpenRpc } from './rpc.ts'
import { type Mint, readMint, readTokenAccountStart } from './token-state.ts'

/** Accounts which a node reads at once. */
const accountsPerRead = 100
const decimalsMax = 36

/** Mint, owner and amount, with which every token account begins. */
const accountStart = { offset: 0, length: 72 }

/** Native balance in lamports. Rejects with WidgetError `http/*` or the node's ProviderRpcError. */
export const nativeBalance = async (openRpc: OpenRpc, address: string, network: Network): Promise<bigint> => {
  const params = [parseAddress(address), confirmed]
  return (await openRpc(network)('getBalance', params, withContext(lamportsSchema()))).value
}

async function readMints(rpc: JsonRpc, mints: readonly Address[]): Promise<ReadonlyMap<Address, Mint>> {
  const found = new Map<Address, Mint>()
  for (let start = 0; start < mints.length; start += accountsPerRead) {
    const some = mints.slice(start, start + accountsPerRead)
    const params = [some, { ...confirmed, encoding: 'base64' }]
    const { value } = await rpc('getMultipleAccounts', params, accountsSchema())
    some.forEach((address, index) => {
      const mint = readMint(value[index])
      if (mint !== undefined && mint.decimals <= decimalsMax) found.set(address, mint)
    })
  }
  return found
}

/**
 * What a wallet holds of each mint of token programs: the sum over its token accounts. One request at a time, as of all
 * figures: others of the view wait for their turn meanwhile.
 */
async function readHoldings(
  rpc: JsonRpc,
  owner: Address,
  programs: readonly Address[],
): Promise<ReadonlyMap<Address, bigint>> {
  const held = new Map<Address, bigint>()
  for (const programId of programs) {
    const params = [owner, { programId }, { ...confirmed, encoding: 'base64', dataSlice: accountStart }]
    const { value } = await rpc('getTokenAccountsByOwner', params, tokenAccountsSchema())
    for (const { account } of value) {
      if (account.data.length < accountStart.length) continue
      const { mint, amount } = readTokenAccountStart(account.data)
      held.set(mint, (held.get(mint) ?? 0n) + amount)
    }
  }
  return held
}

const addressesOf = (tokens: readonly string[]): readonly Address[] => [
  ...new Set(tokens.map(asAddress).filter((token) => token !== undefined)),
]

/** What stands for a token's name here: the chain itself knows none, and what strangers write on it may lie. */
const shortened = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

const amountsOf = (
  { id: chain }: Network,
  mints: ReadonlyMap<Address, Mint>,
  held: ReadonlyMap<Address, bigint>,
): readonly AssetAmount[] =>
  [...mints].map(([address, { decimals }]) => {
    const name = shortened(address)
    return { asset: { chain, address, symbol: name, name, decimals }, value: held.get(address) ?? 0n }
  })

/**
 * Balances of tokens by mint, in their order, of SPL Token and Token-2022. What is no mint is left out; symbol and name
 * are the shortened mint, for whoever knows better to replace.
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
  return amountsOf(network, mints, await readHoldings(rpc, parseAddress(owner), programs))
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
  const present = [...held].flatMap(([mint, amount]) => (amount > 0n ? [mint] : []))
  return amountsOf(network, await readMints(rpc, addressesOf([...tokens, ...present])), held)
}
