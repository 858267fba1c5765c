import { type Clock, systemClock } from '../../../shared/channel/clock.ts'
import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { rpcPolicy } from '../../../shared/channel/rpc-policy.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import type { HostRpcClient } from '../entries/host-rpc-client.ts'
import { invalidOption, isSafeUrl } from '../options.ts'

type DappRead = {
  readonly method: string
  readonly params?: unknown
  readonly walletId?: string | undefined
}

/** Reads that the SDK answers from RPC URLs of the host (`networks[].rpcUrls`). */
export type HostRpc = {
  /**
   * Answers a read of the dApp on a chain with such a URL, and sends everything else to the widget. Rejects as
   * `HostRpcClient.ask`, with −32602 if the parameters are no list, or as `requestWidget`.
   */
  handle(request: DappRead): Promise<unknown>
  /**
   * Reads for the widget on a chain that only the host's RPC serves; at most 20 a second. Rejects as
   * `HostRpcClient.ask`, with 4200 for a method that is no read, 4901 for a chain without such a URL, −32005.
   */
  widgetRead(
    chain: string,
    read: { readonly method: string; readonly params?: unknown },
    signal: AbortSignal,
  ): Promise<unknown>
}

/**
 * RPC URLs by CAIP-2 id. @throws WidgetError `config/invalid` that names one that is neither https nor on the local machine.
 */
function urlsOf(networks: unknown): ReadonlyMap<unknown, readonly string[]> {
  const urlsByChain = new Map<unknown, readonly string[]>()
  const list: readonly unknown[] = Array.isArray(networks) ? networks : []
  // Not by `entries()`, which Prototype.js replaces.
  for (let at = 0; at < list.length; at += 1) {
    const { id, rpcUrls } = Object(list[at])
    if (!Array.isArray(rpcUrls)) continue
    const invalidIndex = rpcUrls.findIndex((url) => !isSafeUrl(url))
    if (invalidIndex >= 0)
      throw invalidOption(
        ` networks.${at}.rpcUrls.${invalidIndex}: an https address is required, or http on localhost`,
      )
    if (rpcUrls.length > 0) urlsByChain.set(id, rpcUrls)
  }
  return urlsByChain
}

/** Creates the host RPC from the option `networks`, as plain data. @throws WidgetError `config/invalid`. */
export function createHostRpc(
  networks: unknown,
  ports: {
    readonly signal: AbortSignal
    readonly state: () => BridgeState
    /** Sends a request to the widget, also for the active chain's number while no account is connected. */
    readonly requestWidget: (request: DappRead) => Promise<unknown>
    readonly clock?: Clock
  },
): HostRpc {
  const urls = urlsOf(networks)
  const { clock = systemClock, requestWidget } = ports
  let rpcClient: HostRpcClient | undefined
  const load = async (): Promise<HostRpcClient> => {
    const { createHostRpcClient } = await import('../entries/host-rpc-client.ts')
    rpcClient ??= createHostRpcClient(urls, {
      fetch: (...request) => fetch(...request),
      clock,
      fail: (...errorArgs) => new ProviderRpcError(...errorArgs),
    })
    return rpcClient
  }
  const activeChain = async () => {
    const number = await requestWidget({ method: 'eth_chainId' })
    return typeof number === 'string' && /^0x[\da-f]+$/i.test(number) ? `eip155:${BigInt(number)}` : undefined
  }
  return {
    handle: async (request) => {
      const { method, params, walletId } = request
      // The widget decides which chain is active, not a node.
      if (urls.size === 0 || rpcPolicy(method) !== 'read' || /^(eth_chainId|net_version)$/.test(method))
        return requestWidget(request)
      const { accounts, chains } = ports.state()
      const activeWalletId = accounts.find(({ namespace }) => namespace === 'eip155')?.walletId
      if (walletId !== undefined && walletId !== activeWalletId) return requestWidget(request)
      const chain = chains.find((one) => one.startsWith('eip155:')) ?? (await activeChain())
      return urls.has(chain)
        ? (await load()).ask(chain, { method, params }, ports.signal)
        : requestWidget(request)
    },
    widgetRead: async (...read) => (await load()).forWidget(...read),
  }
}
