import {
  type Address,
  getAddressEncoder,
  getBase58Encoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts, RpcRequest } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { asAddress } from './address.ts'
import { base64Schema, transactionSchema } from './chain-records.ts'
import { readTransaction, termsOf } from './read-transaction.ts'
import { signInInputSchema, textOfInput } from './sign-in-input.ts'
import { readConfig } from './verify-sent.ts'

const algorithm = { name: 'Ed25519' }

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

const isSameBytes = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Whether an account signed these bytes; `undefined` in browsers that do not know the curve. */
async function isSignedBy(
  address: Address,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | undefined> {
  try {
    const raw = Uint8Array.from(getAddressEncoder().encode(address))
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, key, Uint8Array.from(signature), Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

function isSameTransaction(asked: Uint8Array, signed: Uint8Array): boolean {
  const before = getTransactionDecoder().decode(asked)
  const after = getTransactionDecoder().decode(signed)
  if (isSameBytes(before.messageBytes, after.messageBytes)) return true
  const one = readTransaction(asked)
  const other = readTransaction(signed)
  return one !== undefined && other !== undefined && termsOf(one) === termsOf(other)
}

const askedMessage = () => z.object({ address: z.string(), message: base64Schema() })
const signedMessage = () => z.object({ signedMessage: base64Schema(), signature: base64Schema() })
const askedTransaction = () => z.object({ address: z.string(), transaction: base64Schema() })
const signedTransaction = () => z.object({ signedTransaction: base64Schema() })
const sentTransaction = () => z.object({ signature: z.string() })

/** Hardware puts a head before the message it signs; what is signed must still end in all of it. */
const endsIn = (whole: Uint8Array, end: Uint8Array): boolean =>
  whole.length >= end.length && isSameBytes(whole.slice(whole.length - end.length), end)

async function requireSigned(account: string, message: Uint8Array, answer: unknown): Promise<void> {
  const signed = signedMessage().safeParse(answer)
  const address = asAddress(account)
  if (!signed.success || address === undefined) throw mismatch()
  const { signedMessage: bytes, signature } = signed.data
  if (!endsIn(bytes, message) || (await isSignedBy(address, bytes, signature)) === false) throw mismatch()
}

async function requireMessage(params: unknown, answer: unknown): Promise<void> {
  const asked = askedMessage().safeParse(params)
  if (!asked.success) throw mismatch()
  await requireSigned(asked.data.address, asked.data.message, answer)
}

/** Wallets write the text of a sign-in themselves, of the fields: it has to be what was shown here. */
async function requireSignIn(params: unknown, answer: unknown): Promise<void> {
  const asked = signInInputSchema().safeParse(params)
  if (!asked.success) throw mismatch()
  await requireSigned(asked.data.address, new TextEncoder().encode(textOfInput(asked.data)), answer)
}

function requireTransaction(params: unknown, answer: unknown): void {
  const asked = askedTransaction().safeParse(params)
  const signed = signedTransaction().safeParse(answer)
  if (!asked.success || !signed.success) throw mismatch()
  try {
    if (isSameTransaction(asked.data.transaction, signed.data.signedTransaction)) return
  } catch {
    // Not a transaction at all.
  }
  throw mismatch()
}

/** Whether a signature that a wallet sent with is its payer's on the very bytes that were asked for. */
async function isOfAskedBytes(asked: Uint8Array, signature: string): Promise<boolean> {
  const { messageBytes, signatures } = getTransactionDecoder().decode(asked)
  const payer = Object.keys(signatures).map(asAddress)[0]
  const bytes = Uint8Array.from(getBase58Encoder().encode(signature))
  return payer !== undefined && (await isSignedBy(payer, Uint8Array.from(messageBytes), bytes)) === true
}

/** Waits before each look at the chain; an alarm is due within 2 s (channel T3). */
const lookDelaysMs: readonly number[] = [0, 250, 500, 1_000]

/** A wallet that sends may have taken another blockhash or added a price: then the chain tells what it sent. */
async function requireSent({ rpc, clock }: CheckPorts, params: unknown, answer: unknown): Promise<void> {
  const asked = askedTransaction().safeParse(params)
  const sent = sentTransaction().safeParse(answer)
  if (!asked.success || !sent.success) throw mismatch()
  const { signature } = sent.data
  if (await isOfAskedBytes(asked.data.transaction, signature)) return
  for (const delayMs of lookDelaysMs) {
    if (delayMs > 0) await sleep(clock, delayMs)
    const found = await rpc('getTransaction', [signature, readConfig], transactionSchema()).catch(() => null)
    if (found === null) continue
    if (isSameTransaction(asked.data.transaction, found.transaction)) return
    throw mismatch()
  }
}

export type CheckPorts = { readonly rpc: JsonRpc; readonly clock: AdapterPorts['clock'] }

/**
 * Compares what the wallet gave back with what was asked for (channel D8): the same message, signed by the account; the
 * same transaction but for a price, notes and checks that wallets add. What a wallet has sent and the chain does not show
 * within 2 s stays unverified.
 * @throws ProviderRpcError −32603, `data.reason` mismatch: nothing of the answer may be used.
 */
export async function checkAnswer(
  ports: CheckPorts,
  { method, params }: RpcRequest,
  answer: unknown,
): Promise<void> {
  if (method === 'solana:signIn') await requireSignIn(params, answer)
  if (method === 'solana:signMessage') await requireMessage(params, answer)
  if (method === 'solana:signTransaction') requireTransaction(params, answer)
  if (method === 'solana:signAndSendTransaction') await requireSent(ports, params, answer)
}
