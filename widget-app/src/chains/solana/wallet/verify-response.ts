import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { RequestOptions } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { transactionSchema } from '../chain-records.ts'
import {
  base58Of,
  base64Of,
  decodeSignature,
  decodeSignedMessage,
  decodeSignedTransaction,
  undecodableResponse,
} from '../decode/decode-response.ts'
import { isSameBytes, parseTransaction, wireOf } from '../decode/parse-transaction.ts'
import { isSignedBy } from '../ed25519.ts'
import { offchainEncodings, offchainText } from '../offchain-message.ts'
import { readConfig } from '../transactions/verify-sent.ts'
import { compareMessages, type MessageVerdict } from '../transactions/verify-signed-transaction.ts'
import type {
  ParsedRequest,
  RequestedMessage,
  RequestedSignIn,
  RequestedTransaction,
} from './parse-request.ts'

const verified = { is: 'verified' } as const

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** Ports of the verification. */
export type VerifyPorts = { readonly rpc: JsonRpc; readonly clock: AdapterPorts['clock'] }

/** Wallets build the text of a sign-in themselves from the fields: it must equal the displayed text. */
async function verifyMessageResponse(
  { account }: RequestedMessage | RequestedSignIn,
  bytes: Uint8Array,
  response: unknown,
  { onChecked }: RequestOptions,
) {
  const { message, signature } = decodeSignedMessage(response, bytes)
  if (!isSameBytes(message, bytes) && !isSameBytes(offchainText(message) ?? message, bytes)) throw mismatch()
  const forms = [message, ...offchainEncodings(account, bytes)]
  const verdicts = await Promise.all(forms.map((form) => isSignedBy(account, form, signature)))
  if (verdicts.every((verdict) => verdict === false)) throw mismatch()
  onChecked?.(verdicts.includes(true) ? verified : { is: 'unverified', hash: base58Of(signature) })
  return { signedMessage: base64Of(message), signature: base64Of(signature) }
}

async function verifyTransactionResponse(
  { account, transaction: requested }: RequestedTransaction,
  response: unknown,
  { onChecked }: RequestOptions,
) {
  const signed = decodeSignedTransaction(response, requested, account)
  const verdict = compareMessages(requested, signed)
  if (verdict === 'differs') throw mismatch()
  const accountSignature = signed.signatures.get(account)
  if (accountSignature === undefined) throw undecodableResponse()
  const verdicts = await Promise.all(
    [...signed.signatures].map(([signer, signature]) =>
      signature === undefined ? undefined : isSignedBy(signer, signed.messageBytes, signature),
    ),
  )
  if (verdicts.includes(false)) throw mismatch()
  const isVerified = verdict === 'same' && verdicts.includes(true)
  onChecked?.(isVerified ? verified : { is: 'unverified', hash: base58Of(accountSignature) })
  // Retain signatures that were there before, whatever the wallet returned for them.
  const isSame = isSameBytes(requested.messageBytes, signed.messageBytes)
  const mergedSignatures = [...signed.signatures].map(
    ([signer, signature]) =>
      [signer, signature ?? (isSame ? requested.signatures.get(signer) : undefined)] as const,
  )
  return { signedTransaction: base64Of(wireOf(signed.messageBytes, new Map(mergedSignatures))) }
}

/** Whether the signature of a wallet that sends is the payer's signature of exactly the requested bytes. */
async function signsRequestedBytes(
  { transaction }: RequestedTransaction,
  signature: Uint8Array,
): Promise<boolean> {
  const [payer] = transaction.signatures.keys()
  return payer !== undefined && (await isSignedBy(payer, transaction.messageBytes, signature)) === true
}

/** Waits before each read of the chain while the dApp waits, in ms; an alert is due within 2 s (channel T3). */
const readDelaysMs: readonly number[] = [0, 250, 500, 1_000]

/** Waits before each read after the response was returned, in ms. */
const laterDelaysMs: readonly number[] = [2_000, 4_000, 8_000, 16_000]

type Verdict = MessageVerdict | 'unknown'

/** Polls the chain for a transaction, once per delay. @throws the signal's reason. */
async function pollTransaction(
  { rpc, clock }: VerifyPorts,
  { transaction }: RequestedTransaction,
  signature: string,
  delaysMs: readonly number[],
  signal?: AbortSignal,
): Promise<Verdict> {
  for (const delayMs of delaysMs) {
    if (delayMs > 0) await sleep(clock, delayMs, signal)
    const found = await rpc('getTransaction', [signature, readConfig], transactionSchema()).catch(() => null)
    if (found === null) continue
    const sent = parseTransaction(found.transaction)
    if (sent === undefined) return 'unknown'
    return compareMessages(transaction, sent)
  }
  return 'unknown'
}

/** A wallet that sends may have used another blockhash or added a price: then the chain shows what it sent. */
async function verifySentResponse(
  ports: VerifyPorts,
  requested: RequestedTransaction,
  response: unknown,
  { signal, onChecked }: RequestOptions,
) {
  const bytes = decodeSignature(response)
  const signature = base58Of(bytes)
  const isRequestedBytes = await signsRequestedBytes(requested, bytes)
  const verdict = isRequestedBytes
    ? 'same'
    : await pollTransaction(ports, requested, signature, readDelaysMs, signal)
  if (verdict === 'differs') throw mismatch()
  const report = (found: Verdict) =>
    onChecked?.(
      found === 'unknown' || found === 'dear'
        ? { is: 'unverified', hash: signature }
        : { is: found === 'same' ? 'verified' : 'mismatch' },
    )
  if (verdict !== 'unknown') report(verdict)
  else pollTransaction(ports, requested, signature, laterDelaysMs).then(report, () => report('unknown'))
  return { signature }
}

/**
 * Decodes the wallet's response, in any of its encodings, and compares it in full with the request (channel D8): the same
 * message, signed by the account; the same transaction except for a blockhash, a fee within its bound and assertions that
 * wallets add. Returns the response in the form of docs/protocol.md. A sent transaction that the chain does not show within
 * half a minute is reported as unverified.
 * @throws ProviderRpcError −32603, `data.reason` mismatch: the response must not be used; or unknown-outcome: it cannot be
 * decoded.
 */
export async function verifyResponse(
  ports: VerifyPorts,
  requested: ParsedRequest['requested'],
  response: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  if (requested.is === 'message') return verifyMessageResponse(requested, requested.bytes, response, options)
  if (requested.is === 'sign-in')
    return verifyMessageResponse(requested, new TextEncoder().encode(requested.text), response, options)
  return requested.isSent
    ? verifySentResponse(ports, requested, response, options)
    : verifyTransactionResponse(requested, response, options)
}
