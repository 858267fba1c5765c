import { getCompiledTransactionMessageDecoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection, RpcRequest } from '../contract.ts'
import { readMessage, readText } from '../read-message.ts'
import type { Description, Fact } from '../request-facts.ts'
import { chainOfWallet } from '../solana-clusters.ts'
import { base64Schema } from './chain-records.ts'
import { loadAddresses } from './lookup-tables.ts'
import { readInstruction } from './read-instruction.ts'
import { type ReadTransaction, readTransaction } from './read-transaction.ts'
import { networkOf, type OpenRpc } from './rpc.ts'
import { signInInputSchema, textOfInput } from './sign-in-input.ts'

const messageSchema = () => z.object({ address: z.string(), message: base64Schema() })
const transactionSchema = () =>
  z.object({ address: z.string(), chain: z.optional(z.string()), transaction: base64Schema() })

/** A transaction of a request with the addresses of its lookup tables. */
export type AskedTransaction = {
  readonly account: string
  readonly chain: ChainId
  readonly wire: Uint8Array
}

/** The transaction that a request wants signed; `undefined` for other requests, and for parameters that are none. */
export function transactionOf(
  connection: Connection,
  { method, params }: RpcRequest,
): AskedTransaction | undefined {
  if (method !== 'solana:signTransaction' && method !== 'solana:signAndSendTransaction') return undefined
  const asked = transactionSchema().safeParse(params)
  if (!asked.success) return undefined
  const { address, chain, transaction } = asked.data
  const named = chain === undefined || chain === 'solana:localnet' ? undefined : chainOfWallet(chain)
  return { account: address, chain: named ?? connection.chain, wire: transaction }
}

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

function messageFact(bytes: Uint8Array): Fact {
  const fact = readMessage(bytes)
  return fact.is === 'blind' && isTransaction(bytes) ? { ...fact, why: 'transaction' } : fact
}

const factsOf = (transaction: ReadTransaction, account: string): readonly Fact[] =>
  transaction.instructions.flatMap((instruction) => readInstruction(instruction, account) ?? [])

/**
 * What a request of the Wallet Standard does, of transactions of all versions; lookup tables are read from the chain.
 * `undefined` for what signs nothing, and for parameters that will be refused anyway.
 * @throws when the transaction or a lookup table cannot be read.
 */
export async function readRequest(
  openRpc: OpenRpc,
  connection: Connection,
  request: RpcRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const { chain } = connection
  if (request.method === 'solana:signIn') {
    const asked = signInInputSchema().safeParse(request.params)
    if (!asked.success) return undefined
    return { account: asked.data.address, chain, facts: [readText(textOfInput(asked.data))] }
  }
  if (request.method === 'solana:signMessage') {
    const asked = messageSchema().safeParse(request.params)
    if (!asked.success) return undefined
    return { account: asked.data.address, chain, facts: [messageFact(asked.data.message)] }
  }
  const asked = transactionOf(connection, request)
  if (asked === undefined || !connection.accounts.includes(asked.account)) return undefined
  const loaded = await loadAddresses(openRpc(networkOf(asked.chain)), asked.wire, signal)
  const transaction = readTransaction(asked.wire, loaded)
  if (transaction === undefined) throw new Error('It is no transaction of a known version')
  const facts = factsOf(transaction, asked.account)
  const shown: readonly Fact[] = facts.length > 1 ? [{ is: 'batch', facts }] : facts
  return { account: asked.account, chain: asked.chain, facts: shown }
}
