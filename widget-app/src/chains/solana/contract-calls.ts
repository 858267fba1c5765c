import {
  blockhash,
  getBase64Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ContractCall, FeeEstimate, SentVerdict, SubmittedTransaction } from '../contract.ts'
import type { CallEstimate } from '../contract-calls.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { Fact, Figure } from '../request-facts.ts'
import { parseAddress } from './address.ts'
import { askToSend } from './ask-to-send.ts'
import { base64Schema, type ChainAccount } from './chain-records.ts'
import { latestBlockhash } from './fee.ts'
import type { TransferVerdict } from './judge-transfer.ts'
import { loadAddresses } from './lookup-tables.ts'
import { tokenProgram, wrappedSol } from './programs.ts'
import { type AskedTransaction, readRequest } from './read-request.ts'
import { type ReadTransaction, readTransaction, termsOf } from './read-transaction.ts'
import { reasonOf, refused } from './refusal.ts'
import { networkOf, type OpenRpc } from './rpc.ts'
import type { SendPorts } from './send.ts'
import { changesIn, runTransaction } from './simulate.ts'
import { associatedTokenAddress, readTokenAccount } from './token-state.ts'
import { compareSent, type VerifyPorts } from './verify-sent.ts'

/** The transaction of a call. @throws WidgetError `http/invalid-response` for data that is none. */
function askedOf({ chain, from, data }: ContractCall): AskedTransaction {
  const parsed = base64Schema().safeParse(data)
  if (!parsed.success || readTransaction(parsed.data) === undefined)
    throw new WidgetError('http/invalid-response', 'The call is no transaction')
  return { account: parseAddress(from), chain, wire: parsed.data }
}

/** Coins that go into the account's own account of wrapped ones stay its own: the run tells what becomes of them. */
const isWrapping = (fact: Fact, coins: string): boolean =>
  fact.is === 'transfer' && fact.from === undefined && fact.to === coins && fact.figure.contract === undefined

/** What the transaction of a call says that it does, instruction by instruction. @throws as `readRequest`. */
export async function readCall(
  openRpc: OpenRpc,
  connection: Connection,
  call: ContractCall,
  signal: AbortSignal,
): Promise<readonly Fact[]> {
  const { account, chain } = askedOf(call)
  const params = { address: account, chain, transaction: call.data }
  const request = { method: 'solana:signTransaction', params }
  const coins = await associatedTokenAddress(parseAddress(account), wrappedSol, tokenProgram)
  const facts = (await readRequest(openRpc, connection, request, signal))?.facts ?? []
  return facts
    .flatMap((fact) => (fact.is === 'batch' ? fact.facts : [fact]))
    .map((fact) => (isWrapping(fact, coins) ? { is: 'known-call', name: 'Wrap', lines: [] } : fact))
}

/** What the account has to leave in token accounts of its own that were not open before, in lamports. */
function depositOf(
  before: ReadonlyMap<string, ChainAccount | undefined>,
  watched: readonly string[],
  after: readonly (ChainAccount | null)[],
  account: string,
): bigint {
  let deposit = 0n
  for (const [at, opened] of after.entries()) {
    const held = readTokenAccount(opened)
    const wasOpen = readTokenAccount(before.get(watched[at] ?? '')) !== undefined
    if (!opened || !held || held.owner !== account || wasOpen) continue
    deposit += opened.lamports - (held.mint === wrappedSol ? held.amount : 0n)
  }
  return deposit
}

/** Of a token account: who else may take from it and how much, and who may close it. */
const powersOf = ({ data }: Pick<ChainAccount, 'data'>): string =>
  [...data.slice(72, 108), ...data.slice(121, 165)].join()

const noPowers = powersOf({ data: new Uint8Array(165) })

/**
 * Whether a run hands out what takes nothing yet: the wallet's own account to a program, or leave to take tokens later. A
 * program that has the account's signature can do both unseen.
 */
function handsOut(
  before: ReadonlyMap<string, ChainAccount | undefined>,
  watched: readonly string[],
  after: readonly (ChainAccount | null)[],
  account: string,
): boolean {
  return watched.some((address, at) => {
    const [was, is] = [before.get(address), after[at]]
    if (!is) return false
    if (address === account) return was !== undefined && is.owner !== was.owner
    if (readTokenAccount(is)?.owner !== account) return false
    return powersOf(is) !== (readTokenAccount(was) && was ? powersOf(was) : noPowers)
  })
}

/** Figures without what stays in the account's own token accounts. */
const withoutDeposit = (figures: readonly Figure[], deposit: bigint): readonly Figure[] =>
  figures
    .map((figure) => (figure.contract === undefined ? { ...figure, value: figure.value + deposit } : figure))
    .filter(({ value }) => value !== 0n)

/**
 * Runs the transaction of a call as it stands: what it costs, and what it changes of what the account has. An unknown program
 * that has the account's signature may take whatever there is, so what it says is not enough.
 * @throws WidgetError `send/failed` (`data.reason`) when the chain would refuse it, `swap/not-as-agreed` when it may change
 * more than is seen, or lets somebody take something later, `http/*`.
 */
export async function estimateCall(
  rpc: JsonRpc,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<CallEstimate> {
  const asked = askedOf(call)
  const run = await runTransaction(rpc, asked, signal)
  if (run.is === 'refused') throw refused(reasonOf(run.error), { err: run.error })
  const { before, watched, after, fee } = run
  if (run.isPartial) throw new WidgetError('swap/not-as-agreed', 'It may change more than a node tells of')
  if (handsOut(before, watched, after, asked.account))
    throw new WidgetError('swap/not-as-agreed', 'Somebody else would be let take it')
  if (fee === undefined) throw new WidgetError('http/invalid-response', 'Nobody tells the fee')
  const changes = await changesIn(rpc, asked, run, network, signal)
  const deposit = depositOf(before, watched, after, asked.account)
  const total = fee + deposit
  return {
    // The transaction says its own limit and price.
    computeUnitLimit: 0,
    microLamportsPerUnit: 0n,
    expectedFee: total,
    maxFee: total,
    ...(deposit === 0n ? {} : { accountDeposit: deposit }),
    changes: withoutDeposit(
      changes.map(({ figure }) => figure),
      deposit,
    ),
  }
}

/** The same transaction with a younger blockhash, so that a person has time; signed by somebody already, as it is. */
function renewed(wire: Uint8Array, blockhashText: string): Uint8Array {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
  if (Object.values(signatures).some((signature) => signature !== null)) return wire
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const bytes = getCompiledTransactionMessageEncoder().encode({
    ...message,
    lifetimeToken: blockhash(blockhashText),
  })
  return Uint8Array.from([...wire.subarray(0, wire.length - messageBytes.length), ...bytes])
}

/** Judges whether a transaction does what another one was to do; addresses out of lookup tables are read for both. */
async function judged(
  rpc: JsonRpc,
  asked: AskedTransaction,
  found: ReadTransaction,
  signal: AbortSignal,
): Promise<TransferVerdict> {
  const read = readTransaction(asked.wire, await loadAddresses(rpc, asked.wire, signal))
  const isSame = read !== undefined && termsOf(read) === termsOf(found)
  return isSame ? { is: 'same' } : { is: 'differs', differs: ['instructions'] }
}

/** Asks the wallet to sign the transaction of a call and submits it, as `send` does for a transfer. @throws as `send`. */
export async function sendCall(
  { transport, clock, book, openRpc }: SendPorts,
  connection: Connection,
  call: ContractCall,
  fee: FeeEstimate,
  onSigned: ((transaction: SubmittedTransaction) => void) | undefined,
): Promise<SubmittedTransaction> {
  if (!('computeUnitLimit' in fee)) throw new TypeError('The fee is of another namespace')
  const asked = askedOf(call)
  const rpc = openRpc(networkOf(call.chain))
  const lifetime = await latestBlockhash(rpc)
  const wire = getBase64Decoder().decode(renewed(asked.wire, lifetime.blockhash))
  const { signal } = new AbortController()
  return askToSend({
    ...{ transport, clock, rpc, book, connection, wire, lifetime, onSigned },
    ...{ chain: call.chain, from: asked.account },
    judge: async (signed) => judged(rpc, asked, signed, signal),
  })
}

/** Compares what is on the chain with the transaction that was asked for (channel D8). @throws as `verifySent`. */
export const verifyCall = (
  ports: VerifyPorts,
  { hash }: SubmittedTransaction,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> =>
  compareSent(ports, hash, network, signal, (found) =>
    judged(ports.openRpc(network), askedOf(call), found, signal),
  )
