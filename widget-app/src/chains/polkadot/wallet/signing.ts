import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { SubmittedTransaction } from '../../chain-adapter.ts'
import { finalizedHead } from '../heads.ts'
import type { ChainNode } from '../nodes.ts'
import { differingTerms, modeOf, type SignedTerms } from '../transactions/extrinsic-terms.ts'
import { chainEraPeriod, lastBlockOf } from '../transactions/mortality.ts'
import { signableVersion, type TransferCall } from '../transactions/transfer-call.ts'
import { signedResponseSchema } from './handle-dapp-request.ts'
import { signedBytes } from './payload-bytes.ts'

/** An unsigned extrinsic, and the payload that a wallet signs. */
export type SigningRequest = {
  readonly call: TransferCall
  readonly payload: ReturnType<typeof signerPayload>
  readonly nonce: number
  /** Last block that can include it. */
  readonly expiresAfter: number
}

type PayloadParts = {
  readonly nonce: number
  readonly tip: bigint
  readonly checkpoint: { readonly number: number; readonly hash: string }
  readonly period: number
}

function signerPayload({ api }: ChainNode, { from, extrinsic }: TransferCall, parts: PayloadParts) {
  const { checkpoint, period, nonce, tip } = parts
  const payload = api.registry.createType('SignerPayload', {
    address: from,
    method: extrinsic.method,
    era: api.registry.createType('ExtrinsicEra', { current: checkpoint.number, period }),
    blockHash: checkpoint.hash,
    blockNumber: checkpoint.number,
    genesisHash: api.genesisHash,
    nonce,
    tip,
    runtimeVersion: api.runtimeVersion,
    signedExtensions: api.registry.signedExtensions,
    version: signableVersion,
    // Hardware wallets (Ledger) must add a hash of the metadata, and then return the whole extrinsic.
    withSignedTransaction: true,
  })
  // The registry encodes addresses with the chain's prefix; the wallet gets the encoding that it shared.
  return { ...payload.toPayload(), address: from }
}

/** Prepares a call for signing: with the next free nonce, and mortal from the latest finalized block. */
export async function signingRequest(
  node: ChainNode,
  call: TransferCall,
  tip: bigint,
): Promise<SigningRequest> {
  const [nonce, checkpoint] = await Promise.all([
    node.rpc('system_accountNextIndex', [call.from], z.int().check(z.gte(0))),
    finalizedHead(node.rpc),
  ])
  const period = chainEraPeriod(node)
  const payload = signerPayload(node, call, { nonce, tip, checkpoint, period })
  return { call, payload, nonce, expiresAfter: lastBlockOf(checkpoint.number, period) }
}

function sendFailed(reason: string, message: string): WidgetError {
  return new WidgetError('send/failed', message, { data: { reason } })
}

const undecodableResponse = (): WidgetError =>
  sendFailed('bad-signature', 'The wallet answered without a signature that the network knows')

type ToHex = { toHex(): `0x${string}` }
type Signed = SignedTerms & { readonly hash: ToHex } & ToHex

/** Others may submit what the wallet signed: so this is a mismatch, although the widget submits nothing. */
const mismatchError = (differs: readonly string[]): WidgetError =>
  new WidgetError('send/mismatch', 'The wallet signed something else than was asked', { data: { differs } })

/** A signed extrinsic, ready to submit. */
export type SignedExtrinsic = {
  readonly bytes: string
  readonly transaction: Omit<SubmittedTransaction, 'chain'>
}

/**
 * Combines the wallet's signature with the call. An extrinsic that the wallet built is accepted only with the same call,
 * signer, nonce, tip, era and fee asset; each signature must be of the requested bytes, with or without its type byte.
 * Hardware wallets add a metadata hash that only they know: then only the chain can reject a wrong signature.
 * @throws WidgetError `send/mismatch` (`data.differs`) for something else, `send/failed` (`data.reason` bad-signature,
 * altered-call) for an undecodable response: nothing was sent then.
 */
export async function signedExtrinsic(
  { api }: Pick<ChainNode, 'api'>,
  { call, payload, nonce, expiresAfter }: SigningRequest,
  response: unknown,
): Promise<SignedExtrinsic> {
  const parsed = signedResponseSchema().safeParse(response)
  if (!parsed.success) throw undecodableResponse()
  const { signature, signedTransaction: walletExtrinsic } = parsed.data
  const { chainSignature, hasSignatureLength, isSignatureOf, verifiedSignature } = await import(
    './signature-check.ts'
  )
  const signable = api.registry.createType('ExtrinsicPayload', payload, { version: signableVersion })
  const bytes = signedBytes(signable.toU8a({ method: true }))
  const withSignature = (): Signed => {
    if (!hasSignatureLength(signature, call.from)) throw undecodableResponse()
    const verified = verifiedSignature(bytes, signature, call.from)
    if (verified === undefined) throw mismatchError(['signature'])
    return call.extrinsic.addSignature(call.from, chainSignature(verified), payload)
  }
  const extrinsic = walletExtrinsic ? decodeWalletExtrinsic(api, walletExtrinsic) : withSignature()
  const differs = differingTerms(extrinsic, payload)
  if (differs.length > 0) throw mismatchError(differs)
  if (
    walletExtrinsic &&
    modeOf(extrinsic) === 0 &&
    !isSignatureOf(bytes, extrinsic.signature.toHex(), call.from)
  )
    throw mismatchError(['signature'])
  const transaction = { from: call.from, hash: extrinsic.hash.toHex(), nonce, expiresAfter }
  return { bytes: extrinsic.toHex(), transaction }
}

function decodeWalletExtrinsic(api: ChainNode['api'], bytes: string): Signed {
  try {
    const extrinsic = api.tx(bytes)
    if (extrinsic.isSigned) return extrinsic
  } catch {
    // Not an extrinsic of this runtime.
  }
  throw sendFailed('altered-call', 'The wallet made no extrinsic of this network')
}
