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
import type { SignedResponse } from './handle-dapp-request.ts'
import { type PayloadChain, signedBytes, walletBytes } from './payload-bytes.ts'
import type { RequestedMessage, RequestedPayload } from './signer-payload.ts'

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** Timeout for metadata, in ms; the review has usually loaded it before. */
const metadataWaitMs = 2_000

const undecodableResponse = () =>
  linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')

/**
 * The curves are loaded with the first signature. @throws ProviderRpcError `unknown-outcome` for bytes of another length.
 */
async function isSigned(bytes: Uint8Array, signature: string, address: string): Promise<boolean> {
  const { hasSignatureLength, isSignatureOf } = await import('./signature-check.ts')
  if (!hasSignatureLength(signature, address)) throw undecodableResponse()
  return isSignatureOf(bytes, signature, address)
}

/** The part of a chain's node that decodes extrinsics of wallets. */
type VerifyChain = PayloadChain & {
  readonly api: {
    readonly tx: (walletExtrinsic: string) => SignedTerms & { readonly isSigned: boolean; toHex(): string }
  }
}

/** Decodes a whole extrinsic; `undefined` if the bytes are no signed extrinsic of this runtime. */
function decodeExtrinsic({ api }: VerifyChain, walletExtrinsic: string) {
  try {
    const extrinsic = api.tx(walletExtrinsic)
    if (!extrinsic.isSigned || extrinsic.toHex() !== walletExtrinsic) return undefined
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
  node: VerifyChain,
  requested: RequestedPayload,
  response: SignedResponse,
): Promise<Verdict> {
  const { payload } = requested
  const walletExtrinsic = response.signedTransaction
  if (walletExtrinsic === undefined || walletExtrinsic === null) {
    const bytes = signedBytes(walletBytes(node, requested))
    return (await isSigned(bytes, response.signature, payload.address)) ? 'same' : 'other'
  }
  const extrinsic = decodeExtrinsic(node, walletExtrinsic)
  if (extrinsic === undefined || differingTerms(extrinsic, payload).length > 0) return 'other'
  const mode = modeOf(extrinsic)
  // Hardware wallets add a metadata hash that only they know: no other bytes may differ.
  if (mode === 1 && (payload.mode ?? 0) === 0) return 'unknown'
  if (mode !== (payload.mode ?? 0)) return 'other'
  const bytes = signedBytes(walletBytes(node, requested))
  return (await isSigned(bytes, extrinsic.signature.toHex(), payload.address)) ? 'same' : 'other'
}

/** Text without the `<Bytes>` wrapper is no transaction of any chain; other bytes may be one. */
const isText = (bytes: Uint8Array): boolean => decodeMessage(bytes).is !== 'blind'

async function compareMessage(requested: RequestedMessage, { signature }: SignedResponse): Promise<Verdict> {
  const { address, bytes, params } = requested
  if (await isSigned(hexToU8a(params.data), signature, address)) return 'same'
  return isText(bytes) && (await isSigned(bytes, signature, address)) ? 'same' : 'other'
}

export type VerifyPorts = { readonly nodes: Nodes; readonly clock: AdapterPorts['clock'] }

async function verdictOf(
  { nodes, clock }: VerifyPorts,
  requested: RequestedPayload | RequestedMessage,
  response: SignedResponse,
): Promise<Verdict> {
  if (requested.is === 'message') return compareMessage(requested, response)
  const reason = () => new Error('The metadata takes too long')
  const open = (signal: AbortSignal) => nodeOf(nodes, requested.chain, signal)
  const node = await withTimeout(clock, metadataWaitMs, reason, open).catch(() => undefined)
  // Without metadata the signed bytes are unknown; the chain itself rejects a wrong signature.
  if (node === undefined) return 'unknown'
  try {
    return await comparePayload(node, requested, response)
  } catch (error) {
    if (isProviderRpcError(error)) throw error
    return 'unknown'
  }
}

/**
 * What the user can look up: the hash of an extrinsic that the wallet built, else the account. For a bare signature without
 * metadata no hash is known, because the runtime defines how an extrinsic is encoded.
 */
function unverified(
  requested: RequestedPayload | RequestedMessage,
  { signedTransaction: walletExtrinsic }: SignedResponse,
): Extract<ResponseVerdict, { is: 'unverified' }> {
  const account = requested.is === 'payload' ? requested.payload.address : requested.address
  return walletExtrinsic
    ? { is: 'unverified', hash: blake2AsHex(walletExtrinsic, 256), account }
    : { is: 'unverified', account }
}

/**
 * Compares what the wallet signed with the request (channel D8): call, signer, era, nonce, tip, fee asset, and the signature
 * over the widget's own bytes. Calls `onChecked` with the verdict.
 * @throws ProviderRpcError −32603, `data.reason` mismatch: the response must not be used; unknown-outcome if it has no
 * signature.
 */
export async function verifyResponse(
  ports: VerifyPorts,
  requested: RequestedPayload | RequestedMessage,
  response: SignedResponse,
  { onChecked }: Pick<RequestOptions, 'onChecked'> = {},
): Promise<void> {
  const verdict = await verdictOf(ports, requested, response)
  if (verdict === 'other') throw mismatch()
  onChecked?.(verdict === 'same' ? { is: 'verified' } : unverified(requested, response))
}
