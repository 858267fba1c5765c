import { type Clock, systemClock } from '../../shared/channel/clock.ts'
import type { BridgeState } from '../../shared/channel/entries.ts'
import { rpcTreatment } from '../../shared/channel/rpc-policy.ts'
import { tokenBucket } from '../../shared/channel/token-bucket.ts'
import { siteReadBurst, siteReadRatePerSecond } from '../../shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { WidgetError } from '../../shared/errors/widget-error.ts'
import { linkError } from '../../shared/errors/wire-error.ts'
import { isSafeUrl } from './options.ts'
import type { ChainRead } from './own-nodes.ts'
import { notAllowed } from './refusals.ts'

type DappRead = {
  readonly method: string
  readonly params?: unknown
  readonly walletId?: string | undefined
}

/** Reads that this page answers from RPC URLs of its own (`networks[].rpcUrls`). */
export type OwnReads = {
  /**
   * Answers a read of the dApp on a chain with such a URL, and leaves everything else to `elsewhere`. Rejects as
   * `askOwnNodes`, with −32602 where the parameters are no list, or as `elsewhere`.
   */
  answer(request: DappRead, elsewhere: () => Promise<unknown>): Promise<unknown>
  /**
   * What the widget asks of a chain that nobody else can tell it anything of; at most 20 a second. Rejects as
   * `askOwnNodes`, with 4200 for what is no read, 4901 for a chain without such a URL, −32005.
   */
  forWidget(
    chain: string,
    read: { readonly method: string; readonly params?: unknown },
    signal: AbortSignal,
  ): Promise<unknown>
}

/** RPC URLs by CAIP-2 id. @throws WidgetError `config/invalid` that names one that is neither https nor on this machine. */
function nodesOf(networks: unknown): ReadonlyMap<unknown, readonly string[]> {
  const nodes = new Map<unknown, readonly string[]>()
  for (const [at, network] of Array.isArray(networks) ? networks.entries() : []) {
    const { id, rpcUrls } = Object(network)
    if (!Array.isArray(rpcUrls)) continue
    const bad = rpcUrls.findIndex((url) => !isSafeUrl(url))
    if (bad >= 0)
      throw new WidgetError(
        'config/invalid',
        `Invalid option networks.${at}.rpcUrls.${bad}: an https address is required, or http on localhost`,
      )
    if (rpcUrls.length > 0) nodes.set(id, rpcUrls)
  }
  return nodes
}

const listOf = (params: unknown = []): readonly unknown[] => {
  if (Array.isArray(params)) return params
  throw new ProviderRpcError(providerCodes.invalidParams, 'params must be a list')
}

/** Makes the reads over the option `networks`, as plain data. @throws WidgetError `config/invalid`. */
export function makeOwnReads(
  networks: unknown,
  ports: {
    readonly signal: AbortSignal
    readonly state: () => BridgeState
    /** Asks the widget for the number of the chosen chain while nobody is connected. */
    readonly chainNumber: () => Promise<unknown>
    readonly clock?: Clock
  },
): OwnReads {
  const nodes = nodesOf(networks)
  const { clock = systemClock } = ports
  const allowance = tokenBucket(siteReadRatePerSecond, siteReadBurst, clock)
  const ask = async (urls: readonly string[], read: ChainRead, signal: AbortSignal) =>
    (await import('./own-nodes.ts')).askOwnNodes(
      { fetch: (...request) => fetch(...request), clock, fail: (...told) => new ProviderRpcError(...told) },
      urls,
      read,
      signal,
    )
  const chosenChain = async () => {
    const number = await ports.chainNumber()
    return typeof number === 'string' && /^0x[\da-f]+$/i.test(number) ? `eip155:${BigInt(number)}` : undefined
  }
  return {
    answer: async ({ method, params, walletId }, elsewhere) => {
      // Which chain it is the widget knows better than a node.
      if (nodes.size === 0 || rpcTreatment(method) !== 'read' || /^(eth_chainId|net_version)$/.test(method))
        return elsewhere()
      const { accounts, chains } = ports.state()
      const inUse = accounts.find(({ namespace }) => namespace === 'eip155')?.walletId
      if (walletId !== undefined && walletId !== inUse) return elsewhere()
      const chain = chains.find((one) => one.startsWith('eip155:')) ?? (await chosenChain())
      const urls = nodes.get(chain)
      return urls ? ask(urls, { method, params: listOf(params) }, ports.signal) : elsewhere()
    },
    forWidget: async (chain, { method, params }, signal) => {
      if (rpcTreatment(method) !== 'read') throw notAllowed()
      const urls = nodes.get(chain)
      if (!urls)
        throw new ProviderRpcError(providerCodes.chainDisconnected, 'This site has no RPC for the chain')
      if (!allowance.take())
        throw linkError(providerCodes.limitExceeded, 'Too many reads of this site', 'rate-limited')
      return ask(urls, { method, params: listOf(params) }, signal)
    },
  }
}
