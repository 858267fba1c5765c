import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { discoverEthereumWallets } from '#shared/channel/wallets/discover-eip6963.ts'
import { discoverInjectedWeb3 } from '#shared/channel/wallets/discover-injected-web3.ts'
import { discoverStandardWallets } from '#shared/channel/wallets/discover-wallet-standard.ts'
import type { InjectedProvider } from '#shared/channel/wallets/injected-provider.ts'
import { walletLimit } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { decodeError, encodeError } from '#shared/errors/wire-error.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { WalletTransport } from './chain-adapter.ts'

const relayedEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const

/** SPEC §9. */
const walletUpdateMs = 50

/** A wallet of the window: its metadata, and its provider. */
type WindowWallet = { readonly wallet: DiscoveredWallet; readonly provider: InjectedProvider }

type WalletListener = (event: string, data: unknown) => void

export type WindowTransport = WalletTransport & { readonly stop: () => void }

/**
 * Wallets of the widget's own window, for the development page: discovered by the same rules as host-sdk does in a host
 * page. Inside a frame it finds none, because an injecting extension would show the widget instead of the dApp as the
 * requester (channel T21).
 */
export function windowTransport(
  page: Window & typeof globalThis,
  ports: {
    /** Sanitizes a wallet for display, or drops it. */
    readonly inspect: (wallet: DiscoveredWallet) => DiscoveredWallet | undefined
    /** The name that an extension gets of the requester. */
    readonly siteName: string
    readonly clock: Clock
  },
): WindowTransport {
  const { inspect, siteName, clock } = ports
  const end = new AbortController()
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  const listeners = new Map<InjectedProvider, Set<WalletListener>>()
  let isUpdating = false

  const changed = () => {
    if (isUpdating || end.signal.aborted) return
    isUpdating = true
    clock.after(walletUpdateMs, () => {
      isUpdating = false
      const wallets = list()
      for (const notify of [...watchers]) notify(wallets)
    })
  }

  const discover = (): (() => readonly WindowWallet[]) => {
    const ethereum = discoverEthereumWallets(page, end.signal, changed)
    const others = [
      discoverStandardWallets(page, end.signal, changed),
      discoverInjectedWeb3(page, siteName, clock, end.signal, changed),
    ]
    const ethereumWallets = () =>
      ethereum.list().flatMap((wallet): readonly WindowWallet[] => {
        const provider = ethereum.provider(wallet.handle)
        return provider ? [{ wallet, provider }] : []
      })
    return () => [...ethereumWallets(), ...others.flatMap((kind) => kind.list())]
  }
  const discovered = page.parent === page ? discover() : () => []

  const list = () =>
    discovered()
      .slice(0, walletLimit)
      .flatMap(({ wallet }) => inspect(wallet) ?? [])
  const providerOf = (handle: string) => discovered().find(({ wallet }) => wallet.handle === handle)?.provider

  // Subscribed once and until the end: a Polkadot extension is disconnected when its last subscriber unsubscribes.
  const listenersOf = (provider: InjectedProvider) => {
    const existing = listeners.get(provider)
    if (existing) return existing
    const providerListeners = new Set<WalletListener>()
    listeners.set(provider, providerListeners)
    for (const event of relayedEvents) {
      const forward = (data: unknown) => {
        for (const listener of [...providerListeners]) listener(event, data)
      }
      provider.on(event, forward, end.signal)
    }
    return providerListeners
  }

  return {
    list,
    watch: (onChange) => {
      watchers.add(onChange)
      onChange(list())
      return () => watchers.delete(onChange)
    },
    request: async (handle, request, options) => {
      const provider = providerOf(handle)
      if (provider === undefined) {
        throw new ProviderRpcError(providerCodes.disconnected, 'The wallet is no longer in the page')
      }
      const response = provider.request(request).catch((thrown: unknown) => {
        throw decodeError(encodeError(thrown))
      })
      return raceWithSignal(response, options?.signal)
    },
    onEvent: (handle, listener) => {
      const provider = providerOf(handle)
      if (provider === undefined) return () => {}
      const providerListeners = listenersOf(provider)
      providerListeners.add(listener)
      return () => providerListeners.delete(listener)
    },
    stop: () => {
      end.abort()
      watchers.clear()
    },
  }
}
