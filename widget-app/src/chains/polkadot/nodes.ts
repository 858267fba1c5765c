import { ApiPromise } from '@polkadot/api'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { Unsubscribe } from '../chain-adapter.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'
import { secondEndpoint } from '../second-endpoint.ts'
import type { RuntimeSource } from './decode/runtime-cross-check.ts'
import { isGenesisOf } from './genesis.ts'
import { httpProvider, type MetadataRead } from './http-provider.ts'

/** A network's node, through the gateway. */
export type ChainNode = {
  /** JSON-RPC calls with parsed results; unlike those of `api` they can be aborted. */
  readonly rpc: JsonRpc
  /** The runtime's metadata: calls, constants, types. */
  readonly api: ApiPromise
  /** Another endpoint, which must report the same token metadata. */
  readonly second?: JsonRpc | undefined
  /**
   * Whether a second endpoint confirms the metadata; requested only when a request is decoded or created, because metadata
   * is large.
   * @throws as `crossCheckRuntime`.
   */
  readonly source: (signal: AbortSignal) => Promise<RuntimeSource>
}

/** A node after the cross-check: no second endpoint contradicts its metadata. */
export type CheckedNode = ChainNode & { readonly runtime: RuntimeSource }

export type Nodes = {
  rpc(network: Network): JsonRpc
  /**
   * The node with the metadata of its current runtime, loaded when first needed.
   * @throws WidgetError `http/*`, `chain/unsupported` if it is a node of another chain; ProviderRpcError of the node.
   */
  open(network: Network, signal?: AbortSignal): Promise<ChainNode>
  /** A network that was opened before, by id. */
  findNetwork(chain: ChainId): Network | undefined
  /** SS58 prefixes of the chains that were opened. */
  prefixes(): readonly number[]
}

/** Metadata takes tens of megabytes of memory: it is released after this time without use. */
const idleMs = 90_000

/** The API of a chain, and the calls that read its metadata. */
type OpenedApi = { readonly api: ApiPromise; readonly reads: readonly MetadataRead[] }
type Entry = {
  readonly opened: Promise<OpenedApi>
  source: Promise<RuntimeSource> | undefined
  cancelIdle: Unsubscribe
}

const versionSchema = () => z.object({ specVersion: z.int() })

async function connectApi(rpc: JsonRpc, network: Network): Promise<OpenedApi> {
  const provider = httpProvider(rpc)
  let api: ApiPromise
  try {
    // `initWasm: false`: the cryptography that the widget uses is available in JavaScript.
    api = await ApiPromise.create({ provider, initWasm: false, noInitWarn: true, throwOnConnect: true })
  } catch (cause) {
    const failure = provider.failure()
    if (isWidgetError(failure) || isProviderRpcError(failure)) throw failure
    throw new WidgetError('http/invalid-response', 'The node does not speak Substrate', { cause })
  }
  if (isGenesisOf(network.id, api.genesisHash.toHex())) return { api, reads: provider.metadataReads() }
  await api.disconnect()
  const data = { chain: network.id, genesisHash: api.genesisHash.toHex() }
  throw new WidgetError('chain/unsupported', 'The node is of another chain', { data })
}

/**
 * Opens nodes over HTTP, each once. Without subscriptions no runtime upgrade is reported, so each opening reads the version,
 * and metadata of an earlier version is replaced.
 */
export function createNodes(ports: Pick<AdapterPorts, 'fetch' | 'clock' | 'rpcUrl' | 'secondRpcUrl'>): Nodes {
  const openSecond = secondEndpoint(ports)
  const entries = new Map<ChainId, Entry>()
  const networks = new Map<ChainId, Network>()
  const prefixes = new Set<number>()
  const rpcOf = (network: Network) => createJsonRpc(ports, ports.rpcUrl(network))

  const release = (id: ChainId, entry: Entry) => {
    entry.cancelIdle()
    if (entries.get(id) === entry) entries.delete(id)
    entry.opened.then(({ api }) => api.disconnect()).catch(() => undefined)
  }

  const acquire = (network: Network): Entry => {
    const existing = entries.get(network.id)
    const entry = existing ?? {
      ...{ opened: connectApi(rpcOf(network), network), source: undefined },
      cancelIdle: () => undefined,
    }
    if (existing === undefined) {
      entries.set(network.id, entry)
      entry.opened.catch(() => release(network.id, entry))
    }
    entry.cancelIdle()
    entry.cancelIdle = ports.clock.after(idleMs, () => release(network.id, entry))
    return entry
  }

  /** Once per metadata read: it is large, and an unreachable second endpoint tends to stay unreachable. */
  const sourceOf = (entry: Entry, second: JsonRpc | undefined): Promise<RuntimeSource> => {
    entry.source ??= entry.opened.then(async ({ api, reads }) => {
      if (second === undefined) return 'single'
      const { crossCheckRuntime } = await import('./decode/runtime-cross-check.ts')
      const specVersion = api.runtimeVersion.specVersion.toNumber()
      return crossCheckRuntime({ second, clock: ports.clock }, reads, specVersion)
    })
    return entry.source
  }

  const open = async (network: Network): Promise<ChainNode> => {
    networks.set(network.id, network)
    const rpc = rpcOf(network)
    const existing = entries.get(network.id)
    if (existing !== undefined) {
      const [{ api }, { specVersion }] = await Promise.all([
        existing.opened,
        rpc('state_getRuntimeVersion', [], versionSchema()),
      ])
      if (api.runtimeVersion.specVersion.toNumber() !== specVersion) release(network.id, existing)
    }
    const entry = acquire(network)
    const { api } = await entry.opened
    if (api.registry.chainSS58 !== undefined) prefixes.add(api.registry.chainSS58)
    const second = openSecond(network)
    return { rpc, api, second, source: (signal) => raceWithSignal(sourceOf(entry, second), signal) }
  }

  return {
    rpc: rpcOf,
    open: (network, signal) => raceWithSignal(open(network), signal),
    findNetwork: (chain) => networks.get(chain),
    prefixes: () => [...prefixes],
  }
}

/** A network with only what is needed to find its node; callers set name and currency. */
const networkOf = (id: ChainId): Network => ({
  id,
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
})

/** The node of the chain that a request names. @throws as `open` and `crossCheckRuntime`. */
export async function nodeOf(nodes: Nodes, chain: ChainId, signal: AbortSignal): Promise<CheckedNode> {
  const node = await raceWithSignal(nodes.open(nodes.findNetwork(chain) ?? networkOf(chain), signal), signal)
  return { ...node, runtime: await node.source(signal) }
}
