import { hexToU8a } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { RequestOptions, ResponseVerdict } from '../../chain-adapter.ts'
import { decodeMessage } from '../../decode-message.ts'
import { type Nodes, nodeOf } from '../nodes.ts'
import { differingTerms, modeOf, type SignedTerms } from '../transactions/extrinsic-terms.ts'
import type { SignedAnswer } from './handle-dapp-request.ts'
import { type PayloadChain, signedBytes, walletBytes } from './payload-bytes.ts'
import type { AskedMessage, AskedPayload } from './signer-payload.ts'

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** Timeout for metadata, in ms; the review has usually loaded it before. */
const metadataWaitMs = 2_000

const unreadable = () =>
  linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')

/**
 * The curves are loaded with the first signature. @throws ProviderRpcError `unknown-outcome` for bytes of another length.
 */
async function isSigned(bytes: Uint8Array, signature: string, address: string): Promise<boolean> {
  const { hasSignatureLength, isSignatureOf } = await import('./signature-check.ts')
  if (!hasSignatureLength(signature, address)) throw unreadable()
  return isSignatureOf(bytes, signature, address)
}

/** The part of a chain's node that decodes extrinsics of wallets. */
type CheckChain = PayloadChain & {
  readonly api: {
    readonly tx: (made: string) => SignedTerms & { readonly isSigned: boolean; toHex(): string }
  }
}

/** Decodes a whole extrinsic; `undefined` if the bytes are no signed extrinsic of this runtime. */
function readExtrinsic({ api }: CheckChain, made: string) {
  try {
    const extrinsic = api.tx(made)
    if (!extrinsic.isSigned || extrinsic.toHex() !== made) return undefined
    return extrinsic
  } catch {
    return undefined
  }
}

/** Result of a comparison. */
type Verdict = 'same' | 'other' | 'unknown'

/**
 * Compares a signed payload with the request.
 * @throws ProviderRpcError `unknown-outcome` for a response without a signature; TypeError if the encoded bytes differ from
 * what was decoded.
 */
export async function comparePayload(
  node: CheckChain,
  asked: AskedPayload,
  answer: SignedAnswer,
): Promise<Verdict> {
  const { payload } = asked
  const made = answer.signedTransaction
  if (made === undefined || made === null) {
    const bytes = signedBytes(walletBytes(node, asked))
    return (await isSigned(bytes, answer.signature, payload.address)) ? 'same' : 'other'
  }
  const extrinsic = readExtrinsic(node, made)
  if (extrinsic === undefined || differingTerms(extrinsic, payload).length > 0) return 'other'
  const mode = modeOf(extrinsic)
  // Hardware wallets add a metadata hash that only they know: no other bytes may differ.
  if (mode === 1 && (payload.mode ?? 0) === 0) return 'unknown'
  if (mode !== (payload.mode ?? 0)) return 'other'
  const bytes = signedBytes(walletBytes(node, asked))
  return (await isSigned(bytes, extrinsic.signature.toHex(), payload.address)) ? 'same' : 'other'
}

/** Text without the `<Bytes>` wrapper is no transaction of any chain; other bytes may be one. */
const isText = (bytes: Uint8Array): boolean => decodeMessage(bytes).is !== 'blind'

async function compareMessage(asked: AskedMessage, { signature }: SignedAnswer): Promise<Verdict> {
  const { address, bytes, params } = asked
  if (await isSigned(hexToU8a(params.data), signature, address)) return 'same'
  return isText(bytes) && (await isSigned(bytes, signature, address)) ? 'same' : 'other'
}

export type CheckPorts = { readonly nodes: Nodes; readonly clock: AdapterPorts['clock'] }

async function verdictOf(
  { nodes, clock }: CheckPorts,
  asked: AskedPayload | AskedMessage,
  answer: SignedAnswer,
): Promise<Verdict> {
  if (asked.is === 'message') return compareMessage(asked, answer)
  const reason = () => new Error('The metadata takes too long')
  const open = (signal: AbortSignal) => nodeOf(nodes, asked.chain, signal)
  const node = await withTimeout(clock, metadataWaitMs, reason, open).catch(() => undefined)
  // Without metadata the signed bytes are unknown; the chain itself rejects a wrong signature.
  if (node === undefined) return 'unknown'
  try {
    return await comparePayload(node, asked, answer)
  } catch (error) {
    if (isProviderRpcError(error)) throw error
    return 'unknown'
  }
}

/**
 * What the user can look up: the hash of an extrinsic that the wallet built, else the account. For a bare signature without
 * metadata no hash is known, because the runtime defines how an extrinsic is encoded.
 */
function wayToFindOut(
  asked: AskedPayload | AskedMessage,
  { signedTransaction: made }: SignedAnswer,
): Extract<ResponseVerdict, { is: 'unverified' }> {
  const account = asked.is === 'payload' ? asked.payload.address : asked.address
  return made ? { is: 'unverified', hash: blake2AsHex(made, 256), account } : { is: 'unverified', account }
}

/**
 * Compares what the wallet signed with the request (channel D8): call, signer, era, nonce, tip, fee asset, and the signature
 * over the widget's own bytes. Calls `onChecked` with the verdict.
 * @throws ProviderRpcError −32603, `data.reason` mismatch: the response must not be used; unknown-outcome if it has no
 * signature.
 */
export async function checkAnswer(
  ports: CheckPorts,
  asked: AskedPayload | AskedMessage,
  answer: SignedAnswer,
  { onChecked }: Pick<RequestOptions, 'onChecked'> = {},
): Promise<void> {
  const verdict = await verdictOf(ports, asked, answer)
  if (verdict === 'other') throw mismatch()
  onChecked?.(verdict === 'same' ? { is: 'verified' } : wayToFindOut(asked, answer))
}
