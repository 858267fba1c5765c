import type { HostMethods, HostTopics, WidgetTopics } from '#shared/channel/channel-methods.ts'
import { unreachableError } from '#shared/channel/handshake/handshake.ts'
import type { Link } from '#shared/channel/link.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WalletTransport } from '#widget/chains/chain-adapter.ts'
import { sanitizeWallet } from './sanitize-wallet.ts'

export type WidgetLink = Link<HostMethods, WidgetTopics, HostTopics> & {
  /** Capabilities of both ends beyond the first version (docs/protocol.md). */
  readonly caps: readonly string[]
}

/** Resolves if a request may pass; rejects with the reason otherwise. */
export type RequestGate = (signal: AbortSignal | undefined) => Promise<void>

/** The wallet transport of an embedded widget: wallets are in the host page, requests go over the link. */
export type HostTransport = WalletTransport & {
  /** Called after the handshake. Requests wait for `allowed`, which rejects if the origin is refused. */
  attach(link: WidgetLink, allowed: RequestGate): void
  /** Events were missed: fetches the list again. */
  refresh(): void
}

/** Creates the transport; no wallets are listed until a link is attached. */
export function createHostTransport(log: (message: string, detail?: unknown) => void): HostTransport {
  let link: WidgetLink | undefined
  let allowed: RequestGate = async () => {}
  let wallets: readonly DiscoveredWallet[] = []
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  const listeners = new Map<string, Set<(event: string, data: unknown) => void>>()

  const update = (discovered: readonly DiscoveredWallet[]) => {
    wallets = discovered.flatMap((wallet) => sanitizeWallet(wallet) ?? [])
    for (const watcher of [...watchers]) watcher(wallets)
  }
  const refresh = () => {
    if (watchers.size === 0 || !link) return
    link.call('wallets.watch', {}).then(
      (response) => update(response.wallets),
      (error: unknown) => log('The host did not report its wallets', error),
    )
  }

  return {
    list: () => wallets,
    watch: (onChange) => {
      watchers.add(onChange)
      onChange(wallets)
      // The first watcher subscribes with the first opening or a stored connection: before, the host sends no wallets
      // (channel T26).
      if (watchers.size === 1) refresh()
      return () => watchers.delete(onChange)
    },
    request: async (handle, { method, params }, options = {}) => {
      if (!link) throw unreachableError()
      await allowed(options.signal)
      const request = params === undefined ? { handle, method } : { handle, method, params }
      return (await link.call('provider.request', request, { signal: options.signal })).result
    },
    onEvent: (handle, listener) => {
      const handleListeners = listeners.get(handle) ?? new Set()
      listeners.set(handle, handleListeners.add(listener))
      return () => handleListeners.delete(listener)
    },
    attach: (attached, gate) => {
      link = attached
      allowed = gate
      link.on('wallets', update)
      link.on('provider', ({ handle, event, data }) => {
        for (const listener of [...(listeners.get(handle) ?? [])]) listener(event, data)
      })
      refresh()
    },
    refresh,
  }
}
