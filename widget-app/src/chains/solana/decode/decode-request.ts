import type { Address } from '@solana/web3.js'
import * as z from '#shared/zod.ts'
import { decodeMessage, decodeUtf8Text, hexOf } from '../../decode-message.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { walletChain } from '../../solana-clusters.ts'
import { withContext } from '../chain-records.ts'
import { offchainText } from '../offchain-message.ts'
import { decodeTokenAccount } from '../tokens/token-state.ts'
import { isBudget, priorityFeeBound, priorityFeeOf } from '../transactions/compute-budget.ts'
import type { ParsedRequest, RequestedTransaction } from '../wallet/parse-request.ts'
import { markProgramTransfers } from './created-accounts.ts'
import { decodeInstruction } from './decode-instruction.ts'
import {
  type DecodedInstruction,
  type DecodedTransaction,
  decodeTransaction,
  type LoadedAddresses,
} from './decode-transaction.ts'
import { tablesOf } from './lookup-tables.ts'
import { isStaticWritable, type ParsedTransaction } from './parse-transaction.ts'
import { readAccounts } from './read-accounts.ts'
import { isSignedAsTransaction, isTransactionMessage } from './transaction-message.ts'

/**
 * The fact of a message; of an off-chain message, the fact of its text. Wallets sign other bytes without a prefix, so bytes
 * that are a transaction of the account are never shown as text.
 */
function messageFact(bytes: Uint8Array, account: Address): Fact {
  if (isSignedAsTransaction(bytes, account)) return { is: 'blind', why: 'transaction', bytes: hexOf(bytes) }
  const fact = decodeMessage(offchainText(bytes) ?? bytes)
  return fact.is === 'blind' && isTransactionMessage(bytes) ? { ...fact, why: 'transaction' } : fact
}

/** The accounts that a transaction may write to. */
export const writableOf = ({ message }: ParsedTransaction, loaded: LoadedAddresses): readonly Address[] => [
  ...message.staticAccounts.filter((_, index) => isStaticWritable(message, index)),
  ...loaded.writable,
]

/** Facts of the instructions, by program and instruction. */
async function instructionFacts(
  rpc: JsonRpc,
  { account, transaction }: Pick<RequestedTransaction, 'account' | 'transaction'>,
  { instructions }: DecodedTransaction,
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<readonly Fact[]> {
  const unknown: DecodedInstruction[] = []
  const first = instructions.flatMap((one) =>
    decodeInstruction(one, account, (requested) => {
      unknown.push(requested)
      return false
    }),
  )
  const isWritable = new Set<string>(writableOf(transaction, loaded))
  const writes = (one: DecodedInstruction) =>
    one.accounts.flatMap((each) => (each !== undefined && isWritable.has(each) ? [each] : []))
  const touched = unknown.flatMap(writes)
  if (touched.length === 0) return first
  // With an earlier approval the program can take from a token account without the owner's signature.
  const accounts = await readAccounts(rpc, touched, signal).catch(() => undefined)
  signal.throwIfAborted()
  const isOwnedByAccount = (one: string) =>
    accounts === undefined || decodeTokenAccount(accounts.get(one))?.owner === account
  return instructions.flatMap((one) =>
    decodeInstruction(one, account, (requested) => writes(requested).some(isOwnedByAccount)),
  )
}

/** Terms that the transaction fixes in addition to its instructions. */
function termsOf(
  { account, transaction }: Pick<RequestedTransaction, 'account' | 'transaction'>,
  { instructions, signers }: DecodedTransaction,
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
 * Facts and terms of a transaction. The lookup tables are already loaded.
 * @throws the signal's reason.
 */
export async function transactionFacts(
  rpc: JsonRpc,
  requested: Pick<RequestedTransaction, 'account' | 'transaction'>,
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<{ readonly calls: readonly Fact[]; readonly terms: readonly Fact[] }> {
  const decoded = decodeTransaction(requested.transaction.wire, loaded)
  if (decoded === undefined) throw new TypeError('It is no transaction of a known version')
  const calls = markProgramTransfers(
    await instructionFacts(rpc, requested, decoded, loaded, signal),
    requested.account,
  )
  return { calls, terms: termsOf(requested, decoded) }
}

/**
 * Whether a transaction belongs to the chain on which it is decoded and simulated. A signature is bound only to its
 * blockhash, so a page could request one for mainnet while the widget is on a test network: there the node has to know the
 * blockhash. On mainnet an unknown blockhash is harmless.
 */
async function isOfChain(
  rpc: JsonRpc,
  { chain, transaction }: RequestedTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  if (walletChain(chain) === 'solana:mainnet') return true
  // The latest blockhash may be newer than the confirmed block.
  const params = [transaction.message.lifetimeToken, { commitment: 'processed' }]
  const response = await rpc('isBlockhashValid', params, withContext(z.boolean()), { signal }).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  return response?.value === true
}

/**
 * A signed transaction that the wallet does not send is returned to the site. With a blockhash it is valid for about a
 * minute; with a durable nonce, until the nonce advances.
 */
function unsentTerm({ isSent }: RequestedTransaction, calls: readonly Fact[]): readonly Fact[] {
  if (isSent) return []
  return [{ is: 'term', name: calls.some(({ is }) => is === 'durable') ? 'unsent' : 'unsent-soon' }]
}

/** Facts of a Wallet Standard request. @throws as `transactionFacts`. */
export async function decodeRequest(
  rpc: JsonRpc,
  requested: ParsedRequest['requested'],
  loaded: LoadedAddresses,
  signal: AbortSignal,
): Promise<Description> {
  const { account, chain } = requested
  if (requested.is === 'sign-in') return { account, chain, facts: [decodeUtf8Text(requested.text)] }
  if (requested.is === 'message') return { account, chain, facts: [messageFact(requested.bytes, account)] }
  const [{ calls, terms }, isKnown] = await Promise.all([
    transactionFacts(rpc, requested, loaded, signal),
    isOfChain(rpc, requested, signal),
  ])
  const shownCalls: readonly Fact[] = calls.length > 1 ? [{ is: 'batch', facts: calls }] : calls
  const blockhashTerms: readonly Fact[] = isKnown ? [] : [{ is: 'term', name: 'unknown-blockhash' }]
  return {
    account,
    chain,
    facts: [...shownCalls, ...terms, ...unsentTerm(requested, calls), ...blockhashTerms],
  }
}
