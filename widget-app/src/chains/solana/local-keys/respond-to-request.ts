import type { Address } from '@solana/web3.js'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { type CompleteRequest, signedMismatch } from '../../local-keys.ts'
import { base64Schema } from '../chain-records.ts'
import { base58Of, base64Of } from '../decode/decode-response.ts'
import { isSameBytes, parseTransaction, wireOf } from '../decode/parse-transaction.ts'
import { isSignedBy } from '../ed25519.ts'
import type { RequestedTransaction } from '../wallet/parse-request.ts'
import { parseSignable } from './signable-request.ts'

/** Sends a signed transaction. @throws WidgetError `send/failed` if the node certainly did not accept it. */
export type SendTransaction = (rpc: JsonRpc, wire: Uint8Array) => Promise<void>

const signedMessageSchema = () => z.strictObject({ signedMessage: base64Schema(), signature: base64Schema() })
const signedTransactionSchema = () => z.strictObject({ signedTransaction: base64Schema() })

function parseSigned<Schema extends z.ZodMiniType>(schema: Schema, signed: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, signed)
  if (!parsed.success) throw signedMismatch()
  return parsed.data
}

/** Browsers without Ed25519 cannot verify; there the chain or the dApp rejects a wrong signature. */
async function requireSignature(account: Address, bytes: Uint8Array, signature: Uint8Array): Promise<void> {
  if (signature.length !== 64 || (await isSignedBy(account, bytes, signature)) === false)
    throw signedMismatch()
}

async function respondToMessage(account: Address, bytes: Uint8Array, signed: unknown) {
  const { signedMessage, signature } = parseSigned(signedMessageSchema(), signed)
  if (!isSameBytes(signedMessage, bytes)) throw signedMismatch()
  await requireSignature(account, bytes, signature)
  return { signedMessage: base64Of(bytes), signature: base64Of(signature) }
}

/**
 * Verifies that the signed transaction is the requested one, byte by byte, with the account's signature and those that it
 * had before.
 */
async function verifyTransaction(
  { account, transaction: requested }: RequestedTransaction,
  signed: unknown,
): Promise<{ readonly wire: Uint8Array; readonly id: Uint8Array | undefined }> {
  const { signedTransaction } = parseSigned(signedTransactionSchema(), signed)
  const signatures = parseTransaction(signedTransaction)?.signatures
  const signature = signatures?.get(account)
  if (signature === undefined) throw signedMismatch()
  const all = new Map([...requested.signatures, [account, signature]])
  const wire = wireOf(requested.messageBytes, all)
  if (!isSameBytes(wire, signedTransaction)) throw signedMismatch()
  await requireSignature(account, requested.messageBytes, signature)
  return { wire, id: all.values().next().value }
}

/**
 * `LocalKeys.respond` on Solana. A transaction is sent with a preflight at `confirmed`, whatever options the dApp requests,
 * so that an expired or failing one is rejected before it is sent. A response that is lost is no error: the transaction is
 * identified by its signature, and watching it shows whether it landed or expired.
 */
export async function respondToRequest(
  send: (wire: Uint8Array) => Promise<void>,
  connection: Connection,
  request: CompleteRequest,
  signed: unknown,
): Promise<unknown> {
  const { requested } = parseSignable(connection, request)
  if (requested.is === 'message') return respondToMessage(requested.account, requested.bytes, signed)
  if (requested.is === 'sign-in')
    return respondToMessage(requested.account, new TextEncoder().encode(requested.text), signed)
  const { wire, id } = await verifyTransaction(requested, signed)
  if (!requested.isSent) return { signedTransaction: base64Of(wire) }
  if (id === undefined) throw signedMismatch()
  await send(wire)
  return { signature: base58Of(id) }
}
