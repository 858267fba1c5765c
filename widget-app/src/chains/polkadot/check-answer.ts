import { wrapBytes } from '@polkadot/extension-dapp/wrapBytes'
import { blake2AsU8a } from '@polkadot/util-crypto/blake2'
import * as z from 'zod/mini'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { AdapterPorts, RpcRequest } from '../contract.ts'
import { normalAddress } from './address.ts'
import type { ChainNode, Nodes } from './nodes.ts'
import { type AskedPayload, nodeOf, payloadOf, rawBytes } from './read-request.ts'
import { bytesSchema } from './scale-json.ts'

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** Longer payloads are signed as their hash. */
const hashedFrom = 256

/** How long metadata may take here; the review has loaded it before, as a rule. */
const metadataWaitMs = 2_000

const answerSchema = () => z.object({ signature: bytesSchema(), signedTransaction: z.nullish(bytesSchema()) })
const rawSchema = () => z.object({ address: z.string(), data: z.string() })

/** The curves come with the first signature. */
async function isSigned(bytes: Uint8Array, signature: string, address: string): Promise<boolean> {
  const { isSignatureOf } = await import('./signature-check.ts')
  return isSignatureOf(bytes, signature, address)
}

/** The bytes that a signature of this payload is over. */
function payloadBytes({ api }: Pick<ChainNode, 'api'>, payload: AskedPayload): Uint8Array {
  const { chain: _chain, ...asked } = payload
  const bytes = api.registry
    .createType('ExtrinsicPayload', asked, { version: asked.version })
    .toU8a({ method: true })
  return bytes.length > hashedFrom ? blake2AsU8a(bytes) : bytes
}

/** Whether a whole extrinsic that the wallet made is of the asked call and account. */
function isSameExtrinsic({ api }: Pick<ChainNode, 'api'>, payload: AskedPayload, made: string): boolean {
  try {
    const extrinsic = api.tx(made)
    const isOwn = normalAddress(extrinsic.signer.toString()) === normalAddress(payload.address)
    return extrinsic.isSigned && isOwn && extrinsic.method.toHex() === payload.method.toLowerCase()
  } catch {
    return false
  }
}

async function requirePayload(ports: CheckPorts, payload: AskedPayload, answer: unknown): Promise<void> {
  const signed = answerSchema().safeParse(answer)
  if (!signed.success) throw mismatch()
  const { nodes, clock } = ports
  const reason = () => new Error('The metadata takes too long')
  const open = (signal: AbortSignal) => nodeOf(nodes, payload.chain, signal)
  const node = await withTimeout(clock, metadataWaitMs, reason, open).catch(() => undefined)
  // Without metadata nobody can say over which bytes it should be; the chain itself refuses a wrong one.
  if (node === undefined) return
  const { signature, signedTransaction } = signed.data
  if (signedTransaction) {
    // Wallets with hardware add the hash of the metadata, and then sign more than the payload says.
    if (!isSameExtrinsic(node, payload, signedTransaction)) throw mismatch()
    return
  }
  if (!(await isSigned(payloadBytes(node, payload), signature, payload.address))) throw mismatch()
}

async function requireRaw(params: unknown, answer: unknown): Promise<void> {
  const asked = rawSchema().safeParse(params)
  const signed = answerSchema().safeParse(answer)
  if (!asked.success || !signed.success) throw mismatch()
  const { address, data } = asked.data
  if (!(await isSigned(wrapBytes(rawBytes(data)), signed.data.signature, address))) throw mismatch()
}

export type CheckPorts = { readonly nodes: Nodes; readonly clock: AdapterPorts['clock'] }

/**
 * Verifies what the wallet signed over our own bytes of what was asked for (channel D8).
 * @throws ProviderRpcError −32603, `data.reason` mismatch: nothing of the answer may be used.
 */
export async function checkAnswer(ports: CheckPorts, request: RpcRequest, answer: unknown): Promise<void> {
  if (request.method === 'injectedWeb3:signRaw') return requireRaw(request.params, answer)
  const payload = payloadOf(request)
  if (payload) await requirePayload(ports, payload, answer)
}
