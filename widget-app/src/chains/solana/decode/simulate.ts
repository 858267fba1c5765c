import { type Address, getBase64Decoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { BalanceChange, DecodedAmount, Simulation } from '../../request-facts.ts'
import { type ChainAccount, lamportsSchema, simulationSchema, withContext } from '../chain-records.ts'
import { confirmed } from '../rpc.ts'
import { agreedDecimals } from '../tokens/cross-checked-decimals.ts'
import { mintSymbol } from '../tokens/mint-metadata.ts'
import { readTokenAccount } from '../tokens/token-state.ts'
import { priorityFeeOf } from '../transactions/compute-budget.ts'
import { lamportsPerSignature } from '../transactions/compute-fee.ts'
import type { AskedTransaction } from '../wallet/parse-request.ts'
import { writableOf } from './decode-request.ts'
import { readTransaction } from './decode-transaction.ts'
import { grantedRights, hasRightIn } from './granted-authorities.ts'
import { loadAddresses } from './lookup-tables.ts'
import type { ParsedTransaction } from './parse-transaction.ts'
import { type Accounts, readAccounts } from './read-accounts.ts'

/** The transaction to simulate, and the account whose changes are reported. */
export type RunTransaction = Pick<AskedTransaction, 'account' | 'transaction'>

/** Maximum number of accounts that nodes return after a simulation. */
const watchedLimit = 24

const reasonMaxLength = 160

/** Pinned symbols and decimals, which no node can change. */
export type BundledToken = NonNullable<AdapterPorts['bundledToken']>

const noneBundled: BundledToken = () => undefined

/** Token amounts of an owner, by mint. */
function holdings(
  accounts: readonly (ChainAccount | null | undefined)[],
  owner: string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const account of accounts) {
    const held = readTokenAccount(account)
    if (held?.owner === owner) sums.set(held.mint, (sums.get(held.mint) ?? 0n) + held.amount)
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
  const answer = rpc('getFeeForMessage', [text, confirmed], schema, { signal })
  const reported = (await answer.catch(() => undefined))?.value ?? undefined
  const read = readTransaction(wire)
  return (
    reported ??
    (read && lamportsPerSignature * BigInt(read.signers.length) + (priorityFeeOf(read.instructions) ?? 0n))
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
  second: JsonRpc | undefined,
): Promise<readonly BalanceChange[]> {
  const [own] = after
  // The fee is shown separately.
  const coins = (own?.lamports ?? 0n) - (before.get(account)?.lamports ?? 0n) + fee
  const had = holdings([...before.values()], account)
  const has = holdings(after, account)
  const mints = [...new Set([...had.keys(), ...has.keys()])]
  const moved = mints
    .map((mint) => ({ mint, value: (has.get(mint) ?? 0n) - (had.get(mint) ?? 0n) }))
    .filter(({ value }) => value !== 0n)
  const known = await readAccounts(
    rpc,
    moved.map(({ mint }) => mint),
    signal,
  )
  const isPinned = (mint: string) => bundled(network.id, mint) !== undefined
  const agreed = await agreedDecimals(known, second, isPinned, signal)
  const tokens: readonly DecodedAmount[] = moved.map(({ mint, value }) => {
    const decimals = agreed.get(mint)
    const ownFigures = decimals === undefined ? undefined : { symbol: mintSymbol(mint), ...decimals }
    const asset = bundled(network.id, mint) ?? ownFigures
    return { value, contract: mint, asset }
  })
  const native: readonly DecodedAmount[] =
    coins === 0n ? [] : [{ value: coins, contract: undefined, asset: network.nativeCurrency }]
  return [...native, ...tokens]
    .sort((a, b) => Number(a.value > 0n) - Number(b.value > 0n))
    .map((figure) => ({ figure }))
}

/** Result of a simulation: the transaction's accounts before and after, and the fee that the requesting account pays. */
export type Run =
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
function chooseWatched(own: Address, keys: readonly Address[], before: Accounts) {
  const counts = (key: Address) => {
    const state = before.get(key)
    return state === undefined || hasRightIn(key, state, own)
  }
  const others = keys.filter((key) => key !== own)
  const first = [own, ...others.filter(counts)]
  const watched = [...first, ...others.filter((key) => !counts(key))].slice(0, watchedLimit)
  return { watched, isPartial: first.length > watched.length }
}

/** Simulates a transaction without its signatures and with the node's latest blockhash. */
export async function runTransaction(
  rpc: JsonRpc,
  { account, transaction }: RunTransaction,
  signal: AbortSignal,
): Promise<Run> {
  const { loaded, isMissing } = await loadedOf(rpc, transaction, signal)
  const keys = writableOf(transaction, loaded)
  const before = await readAccounts(rpc, [account, ...keys], signal)
  const { watched, isPartial } = chooseWatched(account, keys, before)
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
export const changesIn = (
  rpc: JsonRpc,
  { account }: RunTransaction,
  { before, after, fee }: Extract<Run, { is: 'ran' }>,
  network: Network,
  signal: AbortSignal,
  bundled: BundledToken = noneBundled,
  second?: JsonRpc,
): Promise<readonly BalanceChange[]> =>
  changesOf(rpc, account, before, after, fee ?? 0n, network, bundled, signal, second)

/** Simulates a transaction, and compares the account's balances and the authorities over it before and after. */
export async function simulate(
  rpc: JsonRpc,
  asked: RunTransaction,
  network: Network,
  signal: AbortSignal,
  bundled?: BundledToken,
  second?: JsonRpc,
): Promise<Simulation> {
  const run = await runTransaction(rpc, asked, signal)
  if (run.is === 'refused')
    return { is: 'fails', reason: JSON.stringify(run.error).slice(0, reasonMaxLength) }
  const { before, watched, after, fee, isPartial } = run
  const changes = await changesIn(rpc, asked, run, network, signal, bundled, second)
  return { is: 'runs', changes, fee, grants: grantedRights(before, watched, after, asked.account), isPartial }
}
