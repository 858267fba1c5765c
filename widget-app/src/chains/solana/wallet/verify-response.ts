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
  readSignature,
  readSignedMessage,
  readSignedTransaction,
  unreadable,
} from '../decode/decode-response.ts'
import { isSameBytes, parseTransaction, wireOf } from '../decode/parse-transaction.ts'
import { isSignedBy } from '../ed25519.ts'
import { offchainForms, offchainText } from '../offchain-message.ts'
import { readConfig } from '../transactions/verify-sent.ts'
import { compareMessages, type MessageVerdict } from '../transactions/verify-transaction-message.ts'
import type { AskedMessage, AskedSignIn, AskedTransaction, ParsedRequest } from './parse-request.ts'

const verified = { is: 'verified' } as const

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** Ports of the verification. */
export type CheckPorts = { readonly rpc: JsonRpc; readonly clock: AdapterPorts['clock'] }

/** Wallets build the text of a sign-in themselves from the fields: it must equal the displayed text. */
async function checkMessage(
  { account }: AskedMessage | AskedSignIn,
  bytes: Uint8Array,
  answer: unknown,
  { onChecked }: RequestOptions,
) {
  const { message, signature } = readSignedMessage(answer, bytes)
  if (!isSameBytes(message, bytes) && !isSameBytes(offchainText(message) ?? message, bytes)) throw mismatch()
  const forms = [message, ...offchainForms(account, bytes)]
  const verdicts = await Promise.all(forms.map((form) => isSignedBy(account, form, signature)))
  if (verdicts.every((verdict) => verdict === false)) throw mismatch()
  onChecked?.(verdicts.includes(true) ? verified : { is: 'unverified', hash: base58Of(signature) })
  return { signedMessage: base64Of(message), signature: base64Of(signature) }
}

async function checkTransaction(
  { account, transaction: asked }: AskedTransaction,
  answer: unknown,
  { onChecked }: RequestOptions,
) {
  const signed = readSignedTransaction(answer, asked, account)
  const verdict = compareMessages(asked, signed)
  if (verdict === 'differs') throw mismatch()
  const ownSignature = signed.signatures.get(account)
  if (ownSignature === undefined) throw unreadable()
  const verdicts = await Promise.all(
    [...signed.signatures].map(([signer, signature]) =>
      signature === undefined ? undefined : isSignedBy(signer, signed.messageBytes, signature),
    ),
  )
  if (verdicts.includes(false)) throw mismatch()
  const isVerified = verdict === 'same' && verdicts.includes(true)
  onChecked?.(isVerified ? verified : { is: 'unverified', hash: base58Of(ownSignature) })
  // Retain signatures that were there before, whatever the wallet returned for them.
  const isSame = isSameBytes(asked.messageBytes, signed.messageBytes)
  const kept = [...signed.signatures].map(
    ([signer, signature]) =>
      [signer, signature ?? (isSame ? asked.signatures.get(signer) : undefined)] as const,
  )
  return { signedTransaction: base64Of(wireOf(signed.messageBytes, new Map(kept))) }
}

/** Whether the signature of a wallet that sends is the payer's signature of exactly the requested bytes. */
async function isOfAskedBytes({ transaction }: AskedTransaction, signature: Uint8Array): Promise<boolean> {
  const [payer] = transaction.signatures.keys()
  return payer !== undefined && (await isSignedBy(payer, transaction.messageBytes, signature)) === true
}

/** Waits before each read of the chain while the dApp waits, in ms; an alert is due within 2 s (channel T3). */
const lookDelaysMs: readonly number[] = [0, 250, 500, 1_000]

/** Waits before each read after the response was returned, in ms. */
const laterDelaysMs: readonly number[] = [2_000, 4_000, 8_000, 16_000]

type Verdict = MessageVerdict | 'unknown'

/** Polls the chain for a transaction, once per delay. @throws the signal's reason. */
async function lookFor(
  { rpc, clock }: CheckPorts,
  { transaction }: AskedTransaction,
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
async function checkSent(
  ports: CheckPorts,
  asked: AskedTransaction,
  answer: unknown,
  { signal, onChecked }: RequestOptions,
) {
  const bytes = readSignature(answer)
  const signature = base58Of(bytes)
  const isOfAsked = await isOfAskedBytes(asked, bytes)
  const verdict = isOfAsked ? 'same' : await lookFor(ports, asked, signature, lookDelaysMs, signal)
  if (verdict === 'differs') throw mismatch()
  const tell = (found: Verdict) =>
    onChecked?.(
      found === 'unknown' || found === 'dear'
        ? { is: 'unverified', hash: signature }
        : { is: found === 'same' ? 'verified' : 'mismatch' },
    )
  if (verdict !== 'unknown') tell(verdict)
  else lookFor(ports, asked, signature, laterDelaysMs).then(tell, () => tell('unknown'))
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
export async function checkAnswer(
  ports: CheckPorts,
  asked: ParsedRequest['asked'],
  answer: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  if (asked.is === 'message') return checkMessage(asked, asked.bytes, answer, options)
  if (asked.is === 'sign-in')
    return checkMessage(asked, new TextEncoder().encode(asked.text), answer, options)
  return asked.isSent ? checkSent(ports, asked, answer, options) : checkTransaction(asked, answer, options)
}
