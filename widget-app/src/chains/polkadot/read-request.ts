import { hexToU8a, stringToU8a } from '@polkadot/util'
import * as z from 'zod/mini'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { Connection, RpcRequest } from '../contract.ts'
import { readMessage } from '../read-message.ts'
import type { Description } from '../request-facts.ts'
import { normalAddress } from './address.ts'
import type { ChainNode, Nodes } from './nodes.ts'
import { type RuntimeCall, readRuntimeCall } from './read-runtime-call.ts'
import { bytesSchema } from './scale-json.ts'

const rawSchema = () => z.object({ address: z.string(), data: z.string() })
const payloadSchema = () =>
  z.looseObject({
    address: z.string(),
    method: bytesSchema(),
    genesisHash: bytesSchema(),
    specVersion: z.string(),
    version: z.int(),
  })

/** A payload that is to be signed, with the chain it names by its genesis. */
export type AskedPayload = z.output<ReturnType<typeof payloadSchema>> & { readonly chain: ChainId }

/** The payload of a request; `undefined` for other requests, and for one that will be refused anyway. */
export function payloadOf({ method, params }: RpcRequest): AskedPayload | undefined {
  if (method !== 'injectedWeb3:signPayload') return undefined
  const payload = payloadSchema().safeParse(params)
  if (!payload.success) return undefined
  return { ...payload.data, chain: parseChainId(`polkadot:${payload.data.genesisHash.slice(2, 34)}`) }
}

/** Enough of a network to find its node; names and figures are the caller's. */
const networkOf = (id: ChainId): Network => ({
  id,
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
})

/** The bytes of a message, as they are before they are wrapped. */
export const rawBytes = (data: string): Uint8Array =>
  /^0x([0-9a-f]{2})*$/i.test(data) ? hexToU8a(data) : stringToU8a(data)

/**
 * The call of a payload, decoded with the metadata of the runtime it names.
 * @throws when that is another runtime than the chain has now, or the bytes are no call of it.
 */
export function decodeCall(
  { api }: Pick<ChainNode, 'api'>,
  { method, specVersion }: AskedPayload,
): RuntimeCall {
  if (BigInt(specVersion) !== BigInt(api.runtimeVersion.specVersion.toString()))
    throw new Error('The payload is for another runtime')
  return api.registry.createType('Call', hexToU8a(method))
}

export const nodeOf = (nodes: Nodes, chain: ChainId, signal: AbortSignal): Promise<ChainNode> =>
  raceWithSignal(nodes.open(nodes.known(chain) ?? networkOf(chain), signal), signal)

/**
 * What a request of `injectedWeb3` does: calls are decoded with the chain's metadata, which is loaded for that.
 * `undefined` for what signs nothing, and for parameters that will be refused anyway.
 * @throws when the chain cannot be asked or the call cannot be read.
 */
export async function readRequest(
  nodes: Nodes,
  connection: Connection,
  request: RpcRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const { chain } = connection
  const isOwn = (address: string) => connection.accounts.includes(normalAddress(address) ?? '')
  if (request.method === 'injectedWeb3:signRaw') {
    const raw = rawSchema().safeParse(request.params)
    if (!raw.success || !isOwn(raw.data.address)) return undefined
    return { account: raw.data.address, chain, facts: [readMessage(rawBytes(raw.data.data))] }
  }
  const payload = payloadOf(request)
  if (payload === undefined || payload.version !== 4 || !isOwn(payload.address)) return undefined
  const node = await nodeOf(nodes, payload.chain, signal)
  const facts = readRuntimeCall(decodeCall(node, payload))
  return { account: payload.address, chain: payload.chain, facts }
}
