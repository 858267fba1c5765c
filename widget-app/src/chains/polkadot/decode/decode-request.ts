import { hexToU8a } from '@polkadot/util'
import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '../../chain-adapter.ts'
import { decodeMessage } from '../../decode-message.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { normalAddress } from '../address.ts'
import { type ChainNode, type Nodes, nodeOf, type ReadNode } from '../nodes.ts'
import { type PayloadChain, walletBytes } from '../wallet/payload-bytes.ts'
import type { AskedMessage, AskedPayload } from '../wallet/signer-payload.ts'
import type { RuntimeCall } from './call-arguments.ts'
import { readRuntimeCall } from './decode-runtime-call.ts'
import { readTerms } from './decode-terms.ts'
import { isPinned } from './pinned-calls.ts'

/**
 * The call of a payload, decoded with the metadata of the runtime it names.
 * @throws TypeError when chain, runtime or signed extensions are not those that the chain has now, or the bytes are not
 * exactly one call of it.
 */
export function decodeCall({ api }: PayloadChain, { payload }: AskedPayload): RuntimeCall {
  const { genesisHash, runtimeVersion, registry } = api
  if (payload.genesisHash !== genesisHash.toHex()) throw new TypeError('The payload is for another chain')
  if (
    BigInt(payload.specVersion) !== BigInt(runtimeVersion.specVersion.toString()) ||
    BigInt(payload.transactionVersion) !== BigInt(runtimeVersion.transactionVersion.toString())
  )
    throw new TypeError('The payload is for another runtime')
  // The wallet lays the signed bytes out by this list: with another one they would mean something else to the chain.
  if (payload.signedExtensions.join() !== registry.signedExtensions.join())
    throw new TypeError('The payload has other signed extensions than the chain')
  const call = registry.createType('Call', hexToU8a(payload.method))
  if (call.toHex() !== payload.method) throw new TypeError('The bytes are not exactly one call')
  return call
}

/** Bytes of a message that contain a genesis hash: signed without `<Bytes>` around them they can be a transaction. */
function readBytes(bytes: Uint8Array, chain: ChainId): Fact {
  const fact = decodeMessage(bytes)
  const genesis = chain.slice('polkadot:'.length)
  if (fact.is !== 'blind' || genesis === '' || !fact.bytes.includes(genesis)) return fact
  return { ...fact, why: 'transaction' }
}

/** The next free nonce of an account, pending transactions included; `undefined` where the chain does not say. */
const nextNonce = (
  { rpc }: Pick<ChainNode, 'rpc'>,
  address: string,
  signal: AbortSignal,
): Promise<number | undefined> =>
  rpc('system_accountNextIndex', [address], z.int().check(z.gte(0)), { signal }).catch(() => undefined)

/**
 * What a payload does and fixes.
 * @throws when the call cannot be read, or a wallet would encode the payload differently.
 */
export async function readPayload(
  node: PayloadChain & Pick<ReadNode, 'rpc' | 'runtime'>,
  asked: AskedPayload,
  signal: AbortSignal,
): Promise<Description> {
  const { address } = asked.payload
  const call = decodeCall(node, asked)
  walletBytes(node, asked)
  const terms = readTerms(asked, { nextNonce: await nextNonce(node, address, signal) })
  signal.throwIfAborted()
  // In the one form that facts and runs have: what goes to the account itself is compared with it.
  const account = normalAddress(address) ?? address
  const calls = readRuntimeCall(call, account)
  // One node's word alone puts nothing on the allow-list.
  const isKnown = node.runtime === 'agreed' || isPinned(asked, calls)
  const unconfirmed: readonly Fact[] = isKnown ? [] : [{ is: 'term', name: 'unconfirmed-runtime' }]
  return { account, chain: asked.chain, facts: [...calls, ...terms, ...unconfirmed] }
}

/**
 * What a request of `injectedWeb3` does: calls are decoded with the chain's metadata, which is loaded for that.
 * @throws when the chain cannot be asked, and as `readPayload`.
 */
export async function readRequest(
  nodes: Nodes,
  { chain }: Connection,
  asked: AskedPayload | AskedMessage,
  signal: AbortSignal,
): Promise<Description> {
  if (asked.is === 'payload') return readPayload(await nodeOf(nodes, asked.chain, signal), asked, signal)
  return {
    account: normalAddress(asked.address) ?? asked.address,
    chain,
    facts: [readBytes(asked.bytes, chain)],
  }
}
