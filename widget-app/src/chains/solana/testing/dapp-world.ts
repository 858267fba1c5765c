import type { ChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { ChainAdapter, Connection, PreparedRequest, RpcRequest } from '../../chain-adapter.ts'
import {
  type MemoryTransport,
  memoryTransport,
  type ScriptedResult,
} from '../../testing/scripted-transport.ts'
import { createAdapter } from '../adapter.ts'
import { base64 } from './transactions.ts'
import { alice, connection, walletAccount } from './unit-world.ts'

export const signs = 'solana:signTransaction'
export const sends = 'solana:signAndSendTransaction'
export const signsMessage = 'solana:signMessage'
export const signsIn = 'solana:signIn'
const features = [signs, sends, signsMessage, signsIn]

/** The Solana adapter over a scripted wallet and a scripted node. */
export type DappWorld = {
  readonly adapter: ChainAdapter
  readonly transport: MemoryTransport
  readonly connection: Connection
  /** The requests that the wallet received, oldest first. */
  signed(): readonly RpcRequest[]
  prepare(method: string, params?: object): Promise<PreparedRequest>
}

type Script = {
  /** The wallet's response to any signing request. */
  readonly wallet?: ScriptedResult
  /** The node's responses by method; other methods return an error. */
  readonly node?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>
  readonly account?: string
  readonly chain?: ChainId
  readonly clock?: AdapterPorts['clock']
  readonly bundledToken?: AdapterPorts['bundledToken']
}

/** Creates a world in which Alice, or another account, is connected. */
export function dappWorld({
  wallet,
  node = {},
  account = alice,
  chain = connection.chain,
  clock = systemClock,
  bundledToken,
}: Script = {}): DappWorld {
  const respond: ScriptedResult = (params) => wallet?.(params)
  const transport = memoryTransport({
    'standard:connect': () => ({ accounts: [walletAccount(account, ...features)] }),
    ...Object.fromEntries(features.map((feature) => [feature, respond])),
  })
  const rpcFetch: typeof fetch = async (_input, init) => {
    const { method, params } = JSON.parse(String(init?.body))
    const script = node[method]
    const body =
      script === undefined
        ? { error: { code: -32601, message: 'Method not found' } }
        : { result: script(params) }
    return Response.json({ jsonrpc: '2.0', id: 1, ...body })
  }
  const adapter = createAdapter({
    transport,
    clock,
    rpcUrl: () => 'https://rpc.example/',
    fetch: rpcFetch,
    pollIntervalMs: 10,
    ...(bundledToken === undefined ? {} : { bundledToken }),
  })
  const testConnection: Connection = { ...connection, accounts: [account], chain }
  return {
    adapter,
    transport,
    connection: testConnection,
    signed: () => transport.requests.filter(({ method }) => method.startsWith('solana:')),
    prepare: async (method, params) =>
      adapter.prepare(testConnection, params === undefined ? { method } : { method, params }),
  }
}

/** The facts of a transaction that the wallet sends, given in wire form. */
export async function factsOf(wire: Uint8Array, script: Script = {}) {
  const world = dappWorld(script)
  const prepared = await world.prepare(sends, { address: script.account ?? alice, transaction: base64(wire) })
  const description = await prepared.decode?.(new AbortController().signal)
  if (description === undefined) throw new Error('It signs nothing')
  return description
}
