import { blockhash, getBase64Decoder, getCompiledTransactionMessageEncoder } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type {
  Connection,
  ContractCall,
  FeeEstimate,
  SentVerdict,
  SubmittedTransaction,
} from '../../chain-adapter.ts'
import type { CallEstimate, CallSimulation } from '../../contract-calls.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { DecodedAmount, Fact } from '../../request-facts.ts'
import { parseAddress } from '../address.ts'
import { base64Schema, type ChainAccount } from '../chain-records.ts'
import { transactionFacts } from '../decode/decode-request.ts'
import { grantedAuthorities } from '../decode/granted-authorities.ts'
import { loadAddresses } from '../decode/lookup-tables.ts'
import { type ParsedTransaction, parseTransaction, wireOf } from '../decode/parse-transaction.ts'
import {
  balanceChanges,
  type SimulationInput,
  type SimulationResult,
  simulateTransaction,
} from '../decode/simulate.ts'
import { tokenProgram, wrappedSol } from '../programs.ts'
import { networkOf, type OpenRpc } from '../rpc.ts'
import { associatedTokenAddress, decodeTokenAccount } from '../tokens/token-state.ts'
import { requestAndSend } from '../wallet/request-send.ts'
import { latestBlockhash } from './fee.ts'
import type { SendPorts } from './send.ts'
import { reasonOf, transferError } from './transfer-failure.ts'
import { type VerifyPorts, verifySentTransaction } from './verify-sent.ts'
import { compareMessages } from './verify-signed-transaction.ts'
import type { TransferVerdict } from './verify-transfer.ts'

/**
 * The transaction of a call. @throws WidgetError `http/invalid-response` if the data is no transaction in canonical form.
 */
function simulationInputOf({ from, data }: ContractCall): SimulationInput {
  const bytes = base64Schema().safeParse(data)
  const transaction = bytes.success ? parseTransaction(bytes.data) : undefined
  if (transaction === undefined) throw new WidgetError('http/invalid-response', 'The call is no transaction')
  return { account: parseAddress(from), transaction }
}

/** A native amount that goes to the account's own wrapped-SOL account stays its own: the simulation shows its use. */
const isWrapping = (fact: Fact, wrappedAccount: string): boolean =>
  fact.is === 'transfer' &&
  fact.from === undefined &&
  fact.to === wrappedAccount &&
  fact.figure.contract === undefined

/** Terms that do not describe effects: a fee within its bound is part of the estimate, and lookup tables are decoded. */
const isPlainTerm = (fact: Fact): boolean =>
  fact.is === 'term' && (fact.name === 'fee' || fact.name === 'lookup-table')

/** Decodes the instructions of a call's transaction into facts. @throws as `transactionFacts`. */
export async function decodeCall(
  openRpc: OpenRpc,
  _connection: Connection,
  call: ContractCall,
  signal: AbortSignal,
): Promise<readonly Fact[]> {
  const input = simulationInputOf(call)
  const rpc = openRpc(networkOf(call.chain))
  const wrappedAccount = await associatedTokenAddress(input.account, wrappedSol, tokenProgram)
  const loaded = await loadAddresses(rpc, input.transaction.message, signal)
  const { calls, terms } = await transactionFacts(rpc, input, loaded, signal)
  return [...calls, ...terms.filter((term) => !isPlainTerm(term))].map((fact) =>
    isWrapping(fact, wrappedAccount) ? { is: 'known-call', name: 'Wrap', lines: [] } : fact,
  )
}

/** The deposit for the account's own token accounts that did not exist before, in lamports. */
function depositOf(
  before: ReadonlyMap<string, ChainAccount | undefined>,
  watched: readonly string[],
  after: readonly (ChainAccount | null)[],
  account: string,
): bigint {
  let deposit = 0n
  for (const [at, created] of after.entries()) {
    const tokenAccount = decodeTokenAccount(created)
    const wasOpen = decodeTokenAccount(before.get(watched[at] ?? '')) !== undefined
    if (!created || !tokenAccount || tokenAccount.owner !== account || wasOpen) continue
    deposit += created.lamports - (tokenAccount.mint === wrappedSol ? tokenAccount.amount : 0n)
  }
  return deposit
}

/**
 * Amounts without the account's wrapped SOL that the transaction unwraps: a service closes that token account after a swap,
 * and all of its lamports, also those from before, return to the account. Only what is returned is balanced: lamports that
 * another account gets remain a loss.
 */
function withoutUnwrapped(
  figures: readonly DecodedAmount[],
  { before, watched, after }: Extract<SimulationResult, { is: 'ran' }>,
  account: string,
): readonly DecodedAmount[] {
  const closed = watched.flatMap((address, at) => {
    const state = before.get(address)
    const tokenAccount = decodeTokenAccount(state)
    const isOwn = tokenAccount?.mint === wrappedSol && tokenAccount.owner === account
    return isOwn && state && !decodeTokenAccount(after[at]) ? [{ amount: tokenAccount.amount, state }] : []
  })
  const amount = closed.reduce((sum, one) => sum + one.amount, 0n)
  const lamports = closed.reduce((sum, { state }) => sum + state.lamports, 0n)
  const differences = new Map<string | undefined, bigint>([
    [undefined, -lamports],
    [wrappedSol, amount],
  ])
  const changed = figures.map((figure) => ({
    ...figure,
    value: figure.value + (differences.get(figure.contract) ?? 0n),
  }))
  const isMissing = lamports !== 0n && !figures.some(({ contract }) => contract === undefined)
  return [...changed, ...(isMissing ? [{ value: -lamports, contract: undefined }] : [])]
}

/** Amounts without what stays in the account's own token accounts. */
const withoutDeposit = (figures: readonly DecodedAmount[], deposit: bigint): readonly DecodedAmount[] =>
  figures
    .map((figure) => (figure.contract === undefined ? { ...figure, value: figure.value + deposit } : figure))
    .filter(({ value }) => value !== 0n)

/**
 * Simulates the transaction of a call as it is: its cost and its balance changes. An unknown program that has the account's
 * signature may take everything, so decoding alone is not sufficient.
 * @throws WidgetError `send/failed` (`data.reason`) if the chain would fail it, `swap/not-as-agreed` if it may change more
 * than is reported, or grants an authority, `http/*`.
 */
export async function estimateCall(
  rpc: JsonRpc,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<CallEstimate> {
  const input = simulationInputOf(call)
  const simulation = await simulateTransaction(rpc, input, signal)
  if (simulation.is === 'refused') throw transferError(reasonOf(simulation.error), { err: simulation.error })
  const { before, watched, after, fee } = simulation
  if (simulation.isPartial)
    throw new WidgetError('swap/not-as-agreed', 'The node simulated only a part of the changes')
  if (grantedAuthorities(before, watched, after, input.account).length > 0)
    throw new WidgetError('swap/not-as-agreed', 'The calls allow another account to spend tokens')
  if (fee === undefined) throw new WidgetError('http/invalid-response', 'The node returned no fee')
  const changes = await balanceChanges(rpc, input, simulation, network, signal)
  const deposit = depositOf(before, watched, after, input.account)
  const total = fee + deposit
  return {
    // The transaction sets its own limit and price.
    computeUnitLimit: 0,
    microLamportsPerUnit: 0n,
    expectedFee: total,
    maxFee: total,
    ...(deposit === 0n ? {} : { accountDeposit: deposit }),
    changes: withoutDeposit(
      withoutUnwrapped(
        changes.map(({ figure }) => figure),
        simulation,
        input.account,
      ),
      deposit,
    ),
  }
}

/**
 * Simulates the transaction of a call again. A higher deposit does not count as a balance change.
 * @throws as `estimateCall`, except for a transaction that the chain would fail.
 */
export async function simulateCall(
  rpc: JsonRpc,
  [call, ...others]: readonly ContractCall[],
  network: Network,
  signal: AbortSignal,
): Promise<CallSimulation | undefined> {
  // Each call is a whole transaction.
  if (call === undefined || others.length > 0) return undefined
  try {
    const { changes = [] } = await estimateCall(rpc, call, network, signal)
    return { changes, grants: [], isComplete: true }
  } catch (error) {
    if (isWidgetError(error, 'send/failed')) return undefined
    throw error
  }
}

/** The same transaction with a newer blockhash, so that the user has more time; unchanged if an account has signed it. */
function withBlockhash(transaction: ParsedTransaction, blockhashText: string): Uint8Array {
  const { message, signatures, wire } = transaction
  if ([...signatures.values()].some((signature) => signature !== undefined)) return wire
  const bytes = getCompiledTransactionMessageEncoder().encode({
    ...message,
    lifetimeToken: blockhash(blockhashText),
  })
  return wireOf(Uint8Array.from(bytes), signatures)
}

/** Verifies whether a transaction is entirely the requested one. */
function messageVerdict(input: ParsedTransaction, sentWire: Uint8Array): TransferVerdict {
  const sent = parseTransaction(sentWire)
  const verdict = sent === undefined ? 'differs' : compareMessages(input, sent)
  if (verdict === 'differs') return { is: 'differs', differs: ['instructions'] }
  return { is: verdict === 'same' ? 'same' : 'unclear' }
}

/**
 * Requests the wallet's signature for the transaction of a call and submits it, as `send` does for a transfer. @throws as
 * `send`.
 */
export async function sendCall(
  { transport, clock, book, openRpc }: SendPorts,
  connection: Connection,
  call: ContractCall,
  fee: FeeEstimate,
  onSigned: ((transaction: SubmittedTransaction) => void) | undefined,
): Promise<SubmittedTransaction> {
  if (!('computeUnitLimit' in fee)) throw new TypeError('The fee is of another namespace')
  const input = simulationInputOf(call)
  const rpc = openRpc(networkOf(call.chain))
  const lifetime = await latestBlockhash(rpc)
  const wire = getBase64Decoder().decode(withBlockhash(input.transaction, lifetime.blockhash))
  return requestAndSend({
    ...{ transport, clock, rpc, book, connection, wire, lifetime, onSigned },
    ...{ chain: call.chain, from: input.account },
    verify: async (_read, signed) => messageVerdict(input.transaction, signed),
  })
}

/** Compares the transaction on the chain with the requested one (channel D8). @throws as `verifySent`. */
export const verifyCall = (
  ports: VerifyPorts,
  { hash }: SubmittedTransaction,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> =>
  verifySentTransaction(ports, hash, network, signal, async (_read, sentWire) =>
    messageVerdict(simulationInputOf(call).transaction, sentWire),
  )
