import { ApiPromise } from '@polkadot/api'
import { encodeAddress } from '@polkadot/util-crypto/address'
import { vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Asset, ChainAdapter } from '../../chain-adapter.ts'
import { createJsonRpc } from '../../json-rpc.ts'
import { createAdapter } from '../adapter.ts'
import { httpProvider } from '../http-provider.ts'
import { type KeyAccount, type KeyWallet, keyAddress, keyWallet } from './key-wallet.ts'
import { type LocalNode, startLocalNode } from './local-node.ts'
import { found } from './unit-world.ts'

/** The existential deposit of the local chain, in planck. */
export const localDeposit = 3_333_333n

/** One account of each key type. */
export const keyAccounts = [
  { uri: '//drawbridge//suite', type: 'sr25519' },
  { uri: '//drawbridge//suite', type: 'ed25519' },
  { uri: '//drawbridge//suite', type: 'ecdsa' },
] as const satisfies readonly KeyAccount[]

/** The local chain, a wallet with a native balance on it, and the adapter over a gateway that records its calls. */
export type LocalWorld = {
  readonly adapter: ChainAdapter
  readonly wallet: KeyWallet
  readonly node: LocalNode
  readonly network: Network
  readonly native: Asset
  readonly genesisHash: string
  /** A chain client independent of the adapter's. */
  readonly api: () => Promise<ApiPromise>
  /** Methods that the adapter called at the gateway, in order. */
  readonly calls: readonly string[]
  /** Responds to a method instead of the node, which `forward` calls; `undefined` removes the interception. */
  intercept(
    method: string,
    respond: ((forward: () => Promise<Response>) => Promise<Response>) | undefined,
  ): void
  /** Sets an account's free balance, in planck. */
  fund(address: string, free: bigint): Promise<void>
  /** Builds blocks, also in manual mode. */
  buildBlocks(count: number): Promise<void>
  /** Builds blocks up to a number. */
  buildBlocksTo(number: number): Promise<void>
  /** Resolves once the adapter has read the finalized head twice, so that pending statuses are reported. */
  look(): Promise<'nothing yet'>
  /** Ends the adapter's waits of a minute and more. */
  passIdleTime(): void
  stop(): Promise<void>
}

/** A node's response to a call. */
export const rpcResult = (result: unknown): Response => Response.json({ jsonrpc: '2.0', id: 1, result })

/** An unused address. */
export const freshAddress = (): string => encodeAddress(crypto.getRandomValues(new Uint8Array(32)), 42)

const bodySchema = z.object({ method: z.string() })

/** Waits of the adapter from this length on, in ms, are skipped by `passIdleTime`. */
const longWaitMs = 60_000

export async function localWorld(): Promise<LocalWorld> {
  const node = await startLocalNode(keyAccounts.map(keyAddress))
  const genesisHash = z.string().parse(await node.call('chain_getBlockHash', 0))
  const network: Network = {
    id: parseChainId(`polkadot:${genesisHash.slice(2, 34)}`),
    name: 'Local Asset Hub',
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
  }
  let clientApi: Promise<ApiPromise> | undefined
  const api = () => {
    const rpc = createJsonRpc({ fetch, clock: systemClock }, node.url)
    clientApi ??= ApiPromise.create({ provider: httpProvider(rpc), noInitWarn: true })
    return clientApi
  }
  const wallet = keyWallet(found, keyAccounts, api)
  const calls: string[] = []
  const intercepted = new Map<string, (forward: () => Promise<Response>) => Promise<Response>>()
  const second = `${node.url}/?second`
  const gatewayFetch: typeof fetch = async (input, init) => {
    if (input === second) return fetch(node.url, init)
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    calls.push(method)
    const forward = () => fetch(input, init)
    const respond = intercepted.get(method)
    return respond === undefined ? forward() : respond(forward)
  }
  const longWaits = new Set<() => void>()
  const clock: AdapterPorts['clock'] = {
    now: systemClock.now,
    after: (ms, run) => {
      if (ms < longWaitMs) return systemClock.after(ms, run)
      longWaits.add(run)
      return () => longWaits.delete(run)
    },
  }
  const ports: AdapterPorts & { readonly selectedChain: () => Network['id'] } = {
    transport: wallet,
    rpcUrl: () => node.url,
    // The same node again: both endpoints agree.
    secondRpcUrl: () => second,
    fetch: gatewayFetch,
    clock,
    pollIntervalMs: 50,
    selectedChain: () => network.id,
  }
  return {
    adapter: createAdapter(ports),
    wallet,
    node,
    network,
    native: { chain: network.id, address: undefined, symbol: 'ROC', name: 'Rococo', decimals: 12 },
    genesisHash,
    api,
    calls,
    intercept: (method, respond) => {
      if (respond === undefined) intercepted.delete(method)
      else intercepted.set(method, respond)
    },
    fund: async (address, free) => {
      const account = { providers: 1, data: { free: free.toString() } }
      await node.call('dev_setStorage', { System: { Account: [[[address], account]] } })
    },
    buildBlocks: async (count) => {
      await node.call('dev_newBlock', { count })
    },
    buildBlocksTo: async (number) => {
      const { number: head } = z.object({ number: z.string() }).parse(await node.call('chain_getHeader'))
      if (Number(head) < number) await node.call('dev_newBlock', { to: number })
    },
    look: async () => {
      const reads = () => calls.filter((method) => method === 'chain_getFinalizedHead').length
      const before = reads()
      await vi.waitUntil(() => reads() > before + 2, { timeout: 10_000, interval: 10 })
      return 'nothing yet'
    },
    passIdleTime: () => {
      for (const run of [...longWaits]) run()
    },
    stop: node.stop,
  }
}
