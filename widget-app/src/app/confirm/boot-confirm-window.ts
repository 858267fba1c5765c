import { systemClock } from '#shared/channel/clock.ts'
import { randomId } from '#shared/channel/random-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { WalletTransport } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import { documentMessages } from '#widget/lib/page/document-messages.ts'
import { createStore, type Store } from '#widget/lib/state.ts'
import { memoryArea, startStorage } from '#widget/lib/storage.ts'
import { chainPorts } from '../chain-ports.ts'
import { deployConfigText, loadDeployConfig } from '../deploy-config.ts'
import { detectPhone } from '../startup/detect-phone.ts'
import { startTheme } from '../theme.ts'

/** What boot provides to a confirm window. */
export type ConfirmWindowPorts = {
  readonly store: Store
  /** Resolves when the operator's configuration has loaded or failed. */
  readonly deployed: Promise<void>
  /** Lists the wallet of the frame, for its name and its app link. */
  readonly showWallet: (wallet: DiscoveredWallet) => void
}

const noWallet = () =>
  new ProviderRpcError(providerCodes.unsupportedMethod, 'The confirm window asks no wallet')

const noSite = () => new ProviderRpcError(providerCodes.disconnected, 'The confirm window asks no site')

/** A transport that lists a wallet and makes no requests: only the frame makes them. */
function listedWallet(): WalletTransport & { show(wallet: DiscoveredWallet): void } {
  let wallets: readonly DiscoveredWallet[] = []
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  return {
    list: () => wallets,
    watch: (onChange) => {
      watchers.add(onChange)
      onChange(wallets)
      return () => void watchers.delete(onChange)
    },
    request: () => Promise.reject(noWallet()),
    onEvent: () => () => undefined,
    show: (wallet) => {
      wallets = [wallet]
      for (const watch of watchers) watch(wallets)
    },
  }
}

/**
 * Creates the store of a confirm window: the same code as the widget's, without the frame's state. Storage is in memory:
 * what this origin stores as a top-level page is unrelated to the host.
 */
export function bootConfirmWindow(page: Window): ConfirmWindowPorts {
  const store = createStore()
  const clock = systemClock
  const transport = listedWallet()
  const boundFetch: typeof fetch = (input, init) => page.fetch(input, init)
  const storage = memoryArea()
  startStorage(store, { area: storage, now: clock.now, report: () => undefined })
  store.set(portsAtom, {
    clock,
    ids: randomId,
    afterPaint: (run) => run(),
    fetch: boundFetch,
    openWindow: () => null,
    page: documentMessages(page),
    frameSource: (url) => url,
    storage,
    withExclusiveLock: (_name, work) => work(),
    chains: chainPorts({ store, transport, fetch: boundFetch, clock }),
    transport,
    pairing: { propose: () => Promise.reject(noWallet()), restore: async () => undefined },
    host: {
      embedded: false,
      hideOverlay: () => undefined,
      showOverlay: () => undefined,
      resize: () => undefined,
      emitEvent: () => undefined,
      siwx: async () => undefined,
      readChain: () => Promise.reject(noSite()),
    },
    bundled: {
      topWallets: [],
      names: [],
      wallets: async () => [],
      networks: async () => (await import('#widget/domain/networks/generated/networks.json')).default,
      tokens: async () => (await import('#widget/domain/balances/generated/bundled-tokens.json')).default,
    },
    flows: {
      afterConnect: () => undefined,
      addNetwork: async () => undefined,
      afterSend: () => undefined,
      signedIn: () => undefined,
      cancelSignIn: async () => undefined,
      signInFailed: () => undefined,
      loadEmbeddedWallet: async () => undefined,
      prepareVault: async () => undefined,
      afterEmbeddedLogin: async () => undefined,
    },
    alert: () => undefined,
    log: () => undefined,
  })
  store.set(isConfirmWindowAtom, true)
  // Before the review is shown there is only the waiting screen.
  startTheme(store, page.document, (name) => name === 'Connect')
  detectPhone(store, page)
  return {
    store,
    deployed: loadDeployConfig(store, page.location.pathname, undefined, deployConfigText(page.document)),
    showWallet: transport.show,
  }
}
