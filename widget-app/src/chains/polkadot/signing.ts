import * as z from 'zod/mini'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { SubmittedTransaction } from '../contract.ts'
import { isH160, parseAddress } from './address.ts'
import { finalizedHead } from './heads.ts'
import { chainEraPeriod, lastBlockOf } from './mortality.ts'
import type { ChainNode } from './nodes.ts'
import { bytesSchema } from './scale-json.ts'
import { signableVersion, type TransferCall } from './transfer-call.ts'

/** An extrinsic that waits for its signature, and the payload which a wallet signs. */
export type SigningRequest = {
  readonly call: TransferCall
  readonly payload: ReturnType<typeof signerPayload>
  readonly nonce: number
  /** Last block that can take it. */
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
    // Wallets with hardware (Ledger) must add a hash of the metadata, and then hand back the whole extrinsic.
    withSignedTransaction: true,
  })
  // The registry writes addresses with the chain's prefix; the wallet gets the one it gave.
  return { ...payload.toPayload(), address: from }
}

/** Prepares a call for its signature: the next free nonce, and mortal from the newest final block on. */
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

const answerSchema = () => z.object({ signature: bytesSchema(), signedTransaction: z.nullish(bytesSchema()) })

/** Bytes of a signature with its kind in front: ed25519 and sr25519 have 64, ecdsa has 65. */
const typedSignature = /^0x(?:0[01][0-9a-f]{128}|02[0-9a-f]{130})$/i
const ethereumSignature = /^0x[0-9a-f]{130}$/i

function refused(reason: string, message: string): WidgetError {
  return new WidgetError('send/failed', message, { data: { reason } })
}

type Hexed = { toHex(): `0x${string}` }
type Signed = {
  readonly signer: { toString(): string }
  readonly nonce: { toString(): string }
  readonly tip: { toString(): string }
  readonly method: Hexed
  readonly era: Hexed
  readonly hash: Hexed
} & Hexed

/** What a signed extrinsic is about, to be compared. */
const terms = (extrinsic: Signed) => [
  parseAddress(extrinsic.signer.toString()),
  extrinsic.method.toHex(),
  extrinsic.nonce.toString(),
  extrinsic.tip.toString(),
  extrinsic.era.toHex(),
]

/** A signed extrinsic, ready for the node. */
export type SignedExtrinsic = {
  readonly bytes: string
  readonly transaction: Omit<SubmittedTransaction, 'chain'>
}

/**
 * Joins what the wallet signed with the call. An extrinsic which the wallet made itself is taken only with the same
 * call, signer, nonce, tip and era.
 * @throws WidgetError `send/failed` (`data.reason` bad-signature, altered-call): nothing was sent then.
 */
export function signedExtrinsic(
  { api }: Pick<ChainNode, 'api'>,
  { call, payload, nonce, expiresAfter }: SigningRequest,
  answer: unknown,
): SignedExtrinsic {
  const parsed = answerSchema().safeParse(answer)
  const signature = parsed.data?.signature ?? ''
  const pattern = isH160(call.from) ? ethereumSignature : typedSignature
  if (!parsed.success || !pattern.test(signature))
    throw refused('bad-signature', 'The wallet answered without a signature that the network knows')
  const asked: Signed = call.extrinsic.addSignature(call.from, asHex(signature), payload)
  const made = parsed.data.signedTransaction
  const extrinsic = made ? madeByWallet(api, made) : asked
  if (terms(extrinsic).join() !== terms(asked).join())
    throw refused('altered-call', 'The wallet signed something else than was asked')
  const transaction = { from: call.from, hash: extrinsic.hash.toHex(), nonce, expiresAfter }
  return { bytes: extrinsic.toHex(), transaction }
}

function madeByWallet(api: ChainNode['api'], bytes: string): Signed {
  try {
    const extrinsic = api.tx(bytes)
    if (extrinsic.isSigned) return extrinsic
  } catch {
    // Not an extrinsic of this runtime.
  }
  throw refused('altered-call', 'The wallet made no extrinsic of this network')
}

const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`
