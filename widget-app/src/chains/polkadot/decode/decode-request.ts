import { hexToU8a } from '@polkadot/util'
import type { ChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { decodeMessage } from '../../decode-message.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'
import { type ChainNode, type CheckedNode, type Nodes, nodeOf } from '../nodes.ts'
import { type PayloadChain, walletBytes } from '../wallet/payload-bytes.ts'
import type { RequestedMessage, RequestedPayload } from '../wallet/signer-payload.ts'
import type { RuntimeCall } from './call-arguments.ts'
import { decodeRuntimeCall } from './decode-runtime-call.ts'
import { decodeTerms } from './decode-terms.ts'
import { isPinned } from './pinned-calls.ts'

/**
 * The call of a payload, decoded with the metadata of its runtime.
 * @throws TypeError if chain, runtime or signed extensions differ from the chain's current ones, or if the bytes are not
 * exactly one call.
 */
export function decodeCall({ api }: PayloadChain, { payload }: RequestedPayload): RuntimeCall {
  const { genesisHash, runtimeVersion, registry } = api
  if (payload.genesisHash !== genesisHash.toHex()) throw new TypeError('The payload is for another chain')
  if (
    BigInt(payload.specVersion) !== BigInt(runtimeVersion.specVersion.toString()) ||
    BigInt(payload.transactionVersion) !== BigInt(runtimeVersion.transactionVersion.toString())
  )
    throw new TypeError('The payload is for another runtime')
  // The wallet encodes the signed bytes by this list: with another list the chain would decode them differently.
  if (payload.signedExtensions.join() !== registry.signedExtensions.join())
    throw new TypeError('The payload has other signed extensions than the chain')
  const call = registry.createType('Call', hexToU8a(payload.method))
  if (call.toHex() !== payload.method) throw new TypeError('The bytes are not exactly one call')
  return call
}

/** Decodes a message. Bytes with a genesis hash can be a transaction if they are signed without the `<Bytes>` wrapper. */
function decodeBytes(bytes: Uint8Array, chain: ChainId): Fact {
  const fact = decodeMessage(bytes)
  const genesis = chain.slice('polkadot:'.length)
  if (fact.is !== 'blind' || genesis === '' || !fact.bytes.includes(genesis)) return fact
  return { ...fact, why: 'transaction' }
}

/** The next free nonce of an account, pending transactions included; `undefined` if the chain does not report it. */
const nextNonce = (
  { rpc }: Pick<ChainNode, 'rpc'>,
  address: string,
  signal: AbortSignal,
): Promise<number | undefined> =>
  rpc('system_accountNextIndex', [address], z.int().check(z.gte(0)), { signal }).catch(() => undefined)

/**
 * Facts and terms of a payload.
 * @throws if the call cannot be decoded, or a wallet would encode the payload differently.
 */
export async function decodePayload(
  node: PayloadChain & Pick<CheckedNode, 'rpc' | 'runtime'>,
  requested: RequestedPayload,
  signal: AbortSignal,
): Promise<Description> {
  const { address } = requested.payload
  const call = decodeCall(node, requested)
  walletBytes(node, requested)
  const terms = decodeTerms(requested, { nextNonce: await nextNonce(node, address, signal) })
  signal.throwIfAborted()
  // Use the normalized address, as facts and simulations do: recipients are compared with it.
  const account = normalizeAddress(address) ?? address
  const calls = decodeRuntimeCall(call, account)
  // Metadata from a single node is not sufficient for the allow list.
  const isConfirmed = node.runtime === 'agreed' || isPinned(requested, calls)
  const unconfirmed: readonly Fact[] = isConfirmed ? [] : [{ is: 'term', name: 'unconfirmed-runtime' }]
  return { account, chain: requested.chain, facts: [...calls, ...terms, ...unconfirmed] }
}

/**
 * Facts of an `injectedWeb3` request; calls are decoded with the chain's metadata, which this loads.
 * @throws if the chain cannot be reached, and as `decodePayload`.
 */
export async function decodeRequest(
  nodes: Nodes,
  { chain }: Connection,
  requested: RequestedPayload | RequestedMessage,
  signal: AbortSignal,
): Promise<Description> {
  if (requested.is === 'payload')
    return decodePayload(await nodeOf(nodes, requested.chain, signal), requested, signal)
  return {
    account: normalizeAddress(requested.address) ?? requested.address,
    chain,
    facts: [decodeBytes(requested.bytes, chain)],
  }
}
