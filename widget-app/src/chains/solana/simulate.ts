import {
  type Address,
  address,
  getBase64Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getU32Decoder,
  getU64Decoder,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { BalanceChange, Figure, Simulation } from '../request-facts.ts'
import { type ChainAccount, lamportsSchema, simulationSchema, withContext } from './chain-records.ts'
import { lamportsPerSignature, priorityFee } from './compute-fee.ts'
import { loadAddresses } from './lookup-tables.ts'
import { type Accounts, mintSymbol, readAccounts } from './mint-figures.ts'
import { computeBudgetProgram } from './programs.ts'
import type { AskedTransaction } from './read-request.ts'
import { type ReadTransaction, readTransaction } from './read-transaction.ts'
import { confirmed } from './rpc.ts'
import { readMint, readTokenAccount } from './token-state.ts'

/** Nodes tell so many accounts after a run. */
const watchedLimit = 24

const reasonMaxLength = 160

/** What an owner has by mint (its own coins by `''`). */
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

/** What the transaction itself says of its price: compute units at most, and millionths of a lamport for each. */
function priceOf({ instructions }: ReadTransaction): bigint {
  const budget = instructions.filter(({ program }) => program === computeBudgetProgram)
  const value = (tag: number, read: (data: Uint8Array) => bigint): bigint =>
    budget.filter(({ data }) => data[0] === tag).map(({ data }) => read(data))[0] ?? 0n
  const limit = value(2, (data) => BigInt(getU32Decoder().decode(data, 1)))
  const price = value(3, (data) => getU64Decoder().decode(data, 1))
  return priorityFee(Number(limit), price)
}

/** What the node says that a message costs; one that does not know its blockhash leaves it to what is in the message. */
async function feeOf(rpc: JsonRpc, wire: Uint8Array, signal: AbortSignal): Promise<bigint | undefined> {
  const { messageBytes } = getTransactionDecoder().decode(wire)
  const text = getBase64Decoder().decode(messageBytes)
  const schema = withContext(z.nullable(lamportsSchema()))
  const answer = rpc('getFeeForMessage', [text, confirmed], schema, { signal })
  const told = (await answer.catch(() => undefined))?.value ?? undefined
  const read = readTransaction(wire)
  return told ?? (read && lamportsPerSignature * BigInt(read.signers.length) + priceOf(read))
}

async function changesOf(
  rpc: JsonRpc,
  { account }: AskedTransaction,
  before: Accounts,
  after: readonly (ChainAccount | null)[],
  fee: bigint,
  network: Network,
  signal: AbortSignal,
): Promise<readonly BalanceChange[]> {
  const [own] = after
  // The fee is shown by itself.
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
  const tokens: readonly Figure[] = moved.map(({ mint, value }) => {
    const decimals = readMint(known.get(mint))?.decimals
    const asset = decimals === undefined ? undefined : { symbol: mintSymbol(mint), decimals }
    return { value, contract: mint, asset }
  })
  const native: readonly Figure[] =
    coins === 0n ? [] : [{ value: coins, contract: undefined, asset: network.nativeCurrency }]
  return [...native, ...tokens]
    .sort((a, b) => Number(a.value > 0n) - Number(b.value > 0n))
    .map((figure) => ({ figure }))
}

/** A run of a transaction: the accounts that it names before and after, and what it costs the account that asked. */
type Run =
  | {
      readonly is: 'ran'
      readonly before: Accounts
      readonly watched: readonly Address[]
      readonly after: readonly (ChainAccount | null)[]
      /** Nodes tell of so many accounts only: there are more that the transaction may change. */
      readonly isPartial: boolean
      /** Undefined where nobody tells it; zero where another account pays. */
      readonly fee: bigint | undefined
    }
  | { readonly is: 'refused'; readonly error: unknown }

/** Runs a transaction without its signatures and with a blockhash of the node's own. */
export async function runTransaction(
  rpc: JsonRpc,
  asked: AskedTransaction,
  signal: AbortSignal,
): Promise<Run> {
  const { messageBytes } = getTransactionDecoder().decode(asked.wire)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const loaded = await loadAddresses(rpc, asked.wire, signal)
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const { length } = message.staticAccounts
  // What it may only read it cannot change.
  const ends = [numSignerAccounts - numReadonlySignerAccounts, length - numReadonlyNonSignerAccounts] as const
  const writable = message.staticAccounts.filter((_, at) => at < (at < numSignerAccounts ? ends[0] : ends[1]))
  const keys = [...writable, ...loaded.writable]
  const own = address(asked.account)
  const all = [own, ...keys.filter((key) => key !== own)]
  const watched = all.slice(0, watchedLimit)
  const config = {
    ...confirmed,
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { addresses: watched, encoding: 'base64' },
  }
  const wire = getBase64Decoder().decode(asked.wire)
  const [before, { value }, fee] = await Promise.all([
    readAccounts(rpc, watched, signal),
    rpc('simulateTransaction', [wire, config], simulationSchema(), { signal }),
    feeOf(rpc, asked.wire, signal),
  ])
  if (value.err !== null) return { is: 'refused', error: value.err }
  const isPayer = message.staticAccounts[0] === asked.account
  const isPartial = all.length > watched.length || value.accounts?.length !== watched.length
  return { is: 'ran', before, watched, after: value.accounts ?? [], isPartial, fee: isPayer ? fee : 0n }
}

/** What a run changed of what the account has, in coins and in each of its token accounts that the transaction names. */
export const changesIn = (
  rpc: JsonRpc,
  asked: AskedTransaction,
  { before, after, fee }: Extract<Run, { is: 'ran' }>,
  network: Network,
  signal: AbortSignal,
): Promise<readonly BalanceChange[]> => changesOf(rpc, asked, before, after, fee ?? 0n, network, signal)

/** Runs a transaction, and compares what the account has before and after. */
export async function simulate(
  rpc: JsonRpc,
  asked: AskedTransaction,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation> {
  const run = await runTransaction(rpc, asked, signal)
  if (run.is === 'refused')
    return { is: 'fails', reason: JSON.stringify(run.error).slice(0, reasonMaxLength) }
  const changes = await changesIn(rpc, asked, run, network, signal)
  return { is: 'runs', changes, fee: run.fee, grants: [], isPartial: run.isPartial }
}
