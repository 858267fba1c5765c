import { type Address, getCompiledTransactionMessageDecoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import { decodeMessage, decodeUtf8Text, hexOf } from '../../decode-message.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { walletChain } from '../../solana-clusters.ts'
import { withContext } from '../chain-records.ts'
import { offchainText } from '../offchain-message.ts'
import { readTokenAccount } from '../tokens/token-state.ts'
import { isBudget, priorityFeeBound, priorityFeeOf } from '../transactions/compute-budget.ts'
import type { AskedTransaction, ParsedRequest } from '../wallet/parse-request.ts'
import { withOpenedAccounts } from './created-accounts.ts'
import { readInstruction } from './decode-instruction.ts'
import {
  type LoadedAddresses,
  type ReadInstruction,
  type ReadTransaction,
  readTransaction,
} from './decode-transaction.ts'
import { tablesOf } from './lookup-tables.ts'
import { isStaticWritable, type ParsedTransaction } from './parse-transaction.ts'
import { readAccounts } from './read-accounts.ts'

/** Whether bytes that are handed out as a message are the message of a transaction, which would be as good as signed. */
function isTransaction(bytes: Uint8Array): boolean {
  if (readTransaction(bytes) !== undefined) return true
  try {
    const { instructions, staticAccounts } = getCompiledTransactionMessageDecoder().decode(bytes)
    return instructions.length > 0 && staticAccounts.length > 1
  } catch {
    return false
  }
}

/** Whether bytes, also such as read like a text, are the message of a transaction that this account signs. */
function isSignedAsTransaction(bytes: Uint8Array, account: Address): boolean {
  try {
    const { header, instructions, staticAccounts } = getCompiledTransactionMessageDecoder().decode(bytes)
    return instructions.length > 0 && staticAccounts.slice(0, header.numSignerAccounts).includes(account)
  } catch {
    return false
  }
}

/**
 * What a message says; an off-chain message says what its text says. Wallets sign other bytes as they are, without a frame,
 * so that bytes which are the account's transaction are never shown as a text.
 */
function messageFact(bytes: Uint8Array, account: Address): Fact {
  if (isSignedAsTransaction(bytes, account)) return { is: 'blind', why: 'transaction', bytes: hexOf(bytes) }
  const fact = decodeMessage(offchainText(bytes) ?? bytes)
  return fact.is === 'blind' && isTransaction(bytes) ? { ...fact, why: 'transaction' } : fact
}

/** The accounts a transaction may write to. */
export const writableOf = ({ message }: ParsedTransaction, loaded: LoadedAddresses): readonly Address[] => [
  ...message.staticAccounts.filter((_, index) => isStaticWritable(message, index)),
  ...loaded.writable,
]

/** What the instructions do, each by program and instruction. */
async function callsOf(
  rpc: JsonRpc,
  { account, transaction }: Pick<AskedTransaction, 'account' | 'transaction'>,
  { instructions }: ReadTransaction,
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<readonly Fact[]> {
  const unknown: ReadInstruction[] = []
  const first = instructions.flatMap((one) =>
    readInstruction(one, account, (asked) => {
      unknown.push(asked)
      return false
    }),
  )
  const isWritable = new Set<string>(writableOf(transaction, loaded))
  const writes = (one: ReadInstruction) =>
    one.accounts.flatMap((each) => (each !== undefined && isWritable.has(each) ? [each] : []))
  const touched = unknown.flatMap(writes)
  if (touched.length === 0) return first
  // An earlier approval may let the program take from a token account without the owner's signature.
  const accounts = await readAccounts(rpc, touched, signal).catch(() => undefined)
  signal.throwIfAborted()
  const isOwn = (one: string) =>
    accounts === undefined || readTokenAccount(accounts.get(one))?.owner === account
  return instructions.flatMap((one) => readInstruction(one, account, (asked) => writes(asked).some(isOwn)))
}

/** What the transaction fixes beside its instructions. */
function termsOf(
  { account, transaction }: Pick<AskedTransaction, 'account' | 'transaction'>,
  { instructions, signers }: ReadTransaction,
): readonly Fact[] {
  const isPayer = signers[0] === account
  const fee = isPayer && instructions.some(isBudget) ? priorityFeeOf(instructions) : undefined
  const feeTerm: readonly Fact[] =
    fee === undefined || fee === 0n
      ? []
      : [
          {
            is: 'term',
            name: fee > priorityFeeBound ? 'fee-high' : 'fee',
            figure: { value: fee, contract: undefined },
          },
        ]
  const others = signers.filter((one) => one !== account)
  return [
    ...feeTerm,
    ...others.map((text): Fact => ({ is: 'term', name: 'other-signer', text })),
    ...tablesOf(transaction.message).map((text): Fact => ({ is: 'term', name: 'lookup-table', text })),
  ]
}

/**
 * What a transaction does, and its terms; lookup tables are read already.
 * @throws the signal's reason.
 */
export async function transactionFacts(
  rpc: JsonRpc,
  asked: Pick<AskedTransaction, 'account' | 'transaction'>,
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<{ readonly calls: readonly Fact[]; readonly terms: readonly Fact[] }> {
  const read = readTransaction(asked.transaction.wire, loaded)
  if (read === undefined) throw new TypeError('It is no transaction of a known version')
  const calls = withOpenedAccounts(await callsOf(rpc, asked, read, loaded, signal), asked.account)
  return { calls, terms: termsOf(asked, read) }
}

/**
 * Whether a transaction is of the chain that is read and run. A signature binds to its blockhash alone, so that bytes for
 * mainnet can be asked for while the widget is on a network without value: there the node has to know the blockhash. What
 * is not known on mainnet takes nothing there.
 */
async function isOfChain(
  rpc: JsonRpc,
  { chain, transaction }: AskedTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  if (walletChain(chain) === 'solana:mainnet') return true
  // The newest blockhash may be younger than what is confirmed.
  const params = [transaction.message.lifetimeToken, { commitment: 'processed' }]
  const answer = await rpc('isBlockhashValid', params, withContext(z.boolean()), { signal }).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  return answer?.value === true
}

/**
 * A signed transaction that the wallet does not send goes back to the site. With a blockhash the network takes it for about
 * a minute and no longer; with a nonce for as long as that stands.
 */
function unsentTerm({ isSent }: AskedTransaction, calls: readonly Fact[]): readonly Fact[] {
  if (isSent) return []
  return [{ is: 'term', name: calls.some(({ is }) => is === 'durable') ? 'unsent' : 'unsent-soon' }]
}

/** What a request of the Wallet Standard does. @throws as `transactionFacts`. */
export async function readRequest(
  rpc: JsonRpc,
  asked: ParsedRequest['asked'],
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<Description> {
  const { account, chain } = asked
  if (asked.is === 'sign-in') return { account, chain, facts: [decodeUtf8Text(asked.text)] }
  if (asked.is === 'message') return { account, chain, facts: [messageFact(asked.bytes, account)] }
  const [{ calls, terms }, isKnown] = await Promise.all([
    transactionFacts(rpc, asked, loaded, signal),
    isOfChain(rpc, asked, signal),
  ])
  const shown: readonly Fact[] = calls.length > 1 ? [{ is: 'batch', facts: calls }] : calls
  const foreign: readonly Fact[] = isKnown ? [] : [{ is: 'term', name: 'unknown-blockhash' }]
  return { account, chain, facts: [...shown, ...terms, ...unsentTerm(asked, calls), ...foreign] }
}
