import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WalletTransport } from '#widget/chains/chain-adapter.ts'

export type TestTransport = WalletTransport & {
  /** Replaces the wallets of the page. */
  show(wallets: readonly DiscoveredWallet[]): void
  /** Number of current watchers. */
  readonly watchers: number
}

export function testTransport(initial: readonly DiscoveredWallet[] = []): TestTransport {
  let wallets = initial
  const listeners = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  return {
    list: () => wallets,
    watch: (onChange) => {
      listeners.add(onChange)
      onChange(wallets)
      return () => void listeners.delete(onChange)
    },
    request: () => Promise.reject(new Error('This test has no wallet requests')),
    onEvent: () => () => undefined,
    show: (next) => {
      wallets = next
      for (const listener of [...listeners]) listener(wallets)
    },
    get watchers() {
      return listeners.size
    },
  }
}
