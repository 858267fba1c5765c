import { type Address, getBase64Decoder } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { BalanceChange, DecodedAmount } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import { type ChainAccount, lamportsSchema, simulationSchema, withContext } from '../chain-records.ts'
import { confirmed } from '../rpc.ts'
import { crossCheckedDecimals } from '../tokens/cross-checked-decimals.ts'
import { mintSymbol } from '../tokens/mint-symbol.ts'
import { decodeTokenAccount } from '../tokens/token-state.ts'
import { priorityFeeOf } from '../transactions/compute-budget.ts'
import { lamportsPerSignature } from '../transactions/compute-fee.ts'
import type { RequestedTransaction } from '../wallet/parse-request.ts'
import { writableOf } from './decode-request.ts'
import { decodeTransaction } from './decode-transaction.ts'
import { grantedAuthorities, hasAuthorityOver } from './granted-authorities.ts'
import { loadAddresses } from './lookup-tables.ts'
import type { ParsedTransaction } from './parse-transaction.ts'
import { type Accounts, readAccounts } from './read-accounts.ts'

/** The transaction to simulate, and the account whose changes are reported. */
export type SimulationInput = Pick<RequestedTransaction, 'account' | 'transaction'>

/** Maximum number of accounts that nodes return after a simulation. */
const watchedLimit = 24

const reasonMaxLength = 160

/** Pinned symbols and decimals, which no node can change. */
export type BundledToken = NonNullable<AdapterPorts['bundledToken']>

const noneBundled: BundledToken = () => undefined

/** Token amounts of an owner, by mint. */
function amountsByMint(
  accounts: readonly (ChainAccount | null | undefined)[],
  owner: string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const account of accounts) {
    const tokenAccount = decodeTokenAccount(account)
    if (tokenAccount?.owner === owner)
      sums.set(tokenAccount.mint, (sums.get(tokenAccount.mint) ?? 0n) + tokenAccount.amount)
  }
  return sums
}

/**
 * The fee of a message as the node reports it; if the node does not know its blockhash, the fee by the message's own
 * settings.
 */
async function feeOf(
  rpc: JsonRpc,
  { messageBytes, wire }: ParsedTransaction,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const text = getBase64Decoder().decode(messageBytes)
  const schema = withContext(z.nullable(lamportsSchema()))
  const response = rpc('getFeeForMessage', [text, confirmed], schema, { signal })
  const reported = (await response.catch(() => undefined))?.value ?? undefined
  const decoded = decodeTransaction(wire)
  return (
    reported ??
    (decoded &&
      lamportsPerSignature * BigInt(decoded.signers.length) + (priorityFeeOf(decoded.instructions) ?? 0n))
  )
}

async function changesOf(
  rpc: JsonRpc,
  account: string,
  before: Accounts,
  after: readonly (ChainAccount | null)[],
  fee: bigint,
  network: Network,
  bundled: BundledToken,
  signal: AbortSignal,
  secondRpc: JsonRpc | undefined,
): Promise<readonly BalanceChange[]> {
  const [accountAfter] = after
  // The fee is shown separately.
  const nativeChange = (accountAfter?.lamports ?? 0n) - (before.get(account)?.lamports ?? 0n) + fee
  const amountsBefore = amountsByMint([...before.values()], account)
  const amountsAfter = amountsByMint(after, account)
  const mints = [...new Set([...amountsBefore.keys(), ...amountsAfter.keys()])]
  const moved = mints
    .map((mint) => ({ mint, value: (amountsAfter.get(mint) ?? 0n) - (amountsBefore.get(mint) ?? 0n) }))
    .filter(({ value }) => value !== 0n)
  const mintAccounts = await readAccounts(
    rpc,
    moved.map(({ mint }) => mint),
    signal,
  )
  const isPinned = (mint: string) => bundled(network.id, mint) !== undefined
  const crossChecked = await crossCheckedDecimals(mintAccounts, secondRpc, isPinned, signal)
  const tokens: readonly DecodedAmount[] = moved.map(({ mint, value }) => {
    const decimals = crossChecked.get(mint)
    const mintMetadata = decimals === undefined ? undefined : { symbol: mintSymbol(mint), ...decimals }
    const asset = bundled(network.id, mint) ?? mintMetadata
    return { value, contract: mint, asset }
  })
  const native: readonly DecodedAmount[] =
    nativeChange === 0n ? [] : [{ value: nativeChange, contract: undefined, asset: network.nativeCurrency }]
  return [...native, ...tokens]
    .sort((a, b) => Number(a.value > 0n) - Number(b.value > 0n))
    .map((figure) => ({ figure }))
}

/** Result of a simulation: the transaction's accounts before and after, and the fee that the requesting account pays. */
export type SimulationResult =
  | {
      readonly is: 'ran'
      readonly before: Accounts
      readonly watched: readonly Address[]
      readonly after: readonly (ChainAccount | null)[]
      /** The transaction may change accounts that the node did not report. */
      readonly isPartial: boolean
      /** Undefined if the node reports none; zero if another account pays. */
      readonly fee: bigint | undefined
    }
  | { readonly is: 'refused'; readonly error: unknown }

/** The addresses that a transaction loads from lookup tables; without them a part of its accounts is unknown. */
async function loadedOf(rpc: JsonRpc, { message }: ParsedTransaction, signal: AbortSignal) {
  try {
    return { loaded: await loadAddresses(rpc, message, signal), isMissing: false }
  } catch {
    signal.throwIfAborted()
    return { loaded: { writable: [], readonly: [] }, isMissing: true }
  }
}

/**
 * The accounts to report: the account itself, those it has an authority over, those that do not exist yet, and others up to
 * the limit. `isPartial` if one of the first three kinds is left out.
 */
function selectWatchedAccounts(accountAfter: Address, keys: readonly Address[], before: Accounts) {
  const isRelevant = (key: Address) => {
    const state = before.get(key)
    return state === undefined || hasAuthorityOver(key, state, accountAfter)
  }
  const others = keys.filter((key) => key !== accountAfter)
  const first = [accountAfter, ...others.filter(isRelevant)]
  const watched = [...first, ...others.filter((key) => !isRelevant(key))].slice(0, watchedLimit)
  return { watched, isPartial: first.length > watched.length }
}

/** Simulates a transaction without its signatures and with the node's latest blockhash. */
export async function simulateTransaction(
  rpc: JsonRpc,
  { account, transaction }: SimulationInput,
  signal: AbortSignal,
): Promise<SimulationResult> {
  const { loaded, isMissing } = await loadedOf(rpc, transaction, signal)
  const keys = writableOf(transaction, loaded)
  const before = await readAccounts(rpc, [account, ...keys], signal)
  const { watched, isPartial } = selectWatchedAccounts(account, keys, before)
  const config = {
    ...confirmed,
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { addresses: watched, encoding: 'base64' },
  }
  const wire = getBase64Decoder().decode(transaction.wire)
  const [{ value }, fee] = await Promise.all([
    rpc('simulateTransaction', [wire, config], simulationSchema(), { signal }),
    feeOf(rpc, transaction, signal),
  ])
  if (value.err !== null) return { is: 'refused', error: value.err }
  const isPayer = transaction.message.staticAccounts[0] === account
  const isShort = value.accounts?.length !== watched.length
  return {
    is: 'ran',
    before: new Map([...before].filter(([key]) => watched.some((one) => one === key))),
    watched,
    after: value.accounts ?? [],
    isPartial: isMissing || isPartial || isShort,
    fee: isPayer ? fee : 0n,
  }
}

/**
 * The balance changes of an account in a simulation: the native amount, and each of its token accounts in the transaction.
 */
export const balanceChanges = (
  rpc: JsonRpc,
  { account }: SimulationInput,
  { before, after, fee }: Extract<SimulationResult, { is: 'ran' }>,
  network: Network,
  signal: AbortSignal,
  bundled: BundledToken = noneBundled,
  secondRpc?: JsonRpc,
): Promise<readonly BalanceChange[]> =>
  changesOf(rpc, account, before, after, fee ?? 0n, network, bundled, signal, secondRpc)

/** Simulates a transaction, and compares the account's balances and the authorities over it before and after. */
export async function simulate(
  rpc: JsonRpc,
  input: SimulationInput,
  network: Network,
  signal: AbortSignal,
  bundled?: BundledToken,
  secondRpc?: JsonRpc,
): Promise<Simulation> {
  const result = await simulateTransaction(rpc, input, signal)
  if (result.is === 'refused')
    return { is: 'fails', reason: JSON.stringify(result.error).slice(0, reasonMaxLength) }
  const { before, watched, after, fee, isPartial } = result
  const changes = await balanceChanges(rpc, input, result, network, signal, bundled, secondRpc)
  return {
    is: 'runs',
    changes,
    fee,
    grants: grantedAuthorities(before, watched, after, input.account),
    isPartial,
  }
}
