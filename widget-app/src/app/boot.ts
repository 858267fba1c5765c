import { systemClock } from '#shared/channel/clock.ts'
import { randomId } from '#shared/channel/random-id.ts'
import type { WalletTransport } from '#widget/chains/chain-adapter.ts'
import { combinedTransport } from '#widget/chains/combined-transport.ts'
import '#widget/i18n/eager-messages.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { hasOpenedAtom, modalOpenAtom } from '#widget/core/modal-state.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { type HostPort, type Ports, portsAtom } from '#widget/core/ports.ts'
import { blockAtom, declaredOriginsAtom, originStatusAtom } from '#widget/core/verify-origin.ts'
import { isThemed } from '#widget/core/views.ts'
import { isOnUnsupportedChainAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { isReconnectSettledAtom, signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import names from '#widget/domain/wallets/generated/built-in-names.json'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import { afterPaint } from '#widget/lib/page/after-paint.ts'
import { documentMessages } from '#widget/lib/page/document-messages.ts'
import { whenIdle } from '#widget/lib/page/when-idle.ts'
import { createStore, type Store } from '#widget/lib/state.ts'
import { browserArea, startStorage } from '#widget/lib/storage.ts'
import { withExclusiveLock } from '#widget/lib/with-exclusive-lock.ts'
import { chainPorts } from './chain-ports.ts'
import { deployConfigText, loadDeployConfig } from './deploy-config.ts'
import { afterSendAtom } from './flows/after-send.ts'
import { showBlockedViewAtom } from './flows/show-blocked-view.ts'
import { showUnsupportedChainAtom } from './flows/show-unsupported-chain.ts'
import { loadRoutes } from './load-routes.ts'
import { trackVacatedControls } from './shell/track-vacated-controls.ts'
import { detectPhone } from './startup/detect-phone.ts'
import { documentProject } from './startup/document-project.ts'
import { preloadOnIdle } from './startup/preload-on-idle.ts'
import { startTheme } from './theme.ts'
import type { Widget } from './widget.ts'

/** Creates the store and binds the ports, for an embedded widget and for one in a tab of its own. */
export function bootWidget(
  page: Window,
  transport: WalletTransport,
  host: (store: Store) => HostPort,
  whenPainted: Ports['afterPaint'] = afterPaint,
): Widget {
  const store = createStore()
  const sources = combinedTransport(transport)
  const clock = systemClock
  const boundFetch: typeof fetch = (input, init) => page.fetch(input, init)
  const log: Ports['log'] = (message, detail) => {
    if (store.get(hostConfigAtom).debug) console.warn(`[drawbridge] ${message}`, detail ?? '')
  }
  const runSignIn = (run: (flows: Awaited<ReturnType<typeof loadSignIn>>) => Promise<void> | void) =>
    loadSignIn()
      .then(run)
      .catch((cause: unknown) => log('The sign-in could not be resumed', cause))
  startStorage(store, {
    area: browserArea(page),
    now: clock.now,
    report: (problem, key) => log(`${problem}: ${key}`),
  })
  store.set(portsAtom, {
    clock,
    ids: randomId,
    afterPaint: whenPainted,
    fetch: boundFetch,
    openWindow: (url, features) => page.open(url, '_blank', features),
    page: documentMessages(page),
    frameSource: (url) => url,
    storage: browserArea(page),
    withExclusiveLock: (name, work) => withExclusiveLock(page, name, work),
    chains: chainPorts({
      ...{ store, transport: sources, fetch: boundFetch, clock },
      loadSponsor: async () =>
        (await import('#widget/domain/embedded-wallet/sponsor-port.ts')).sponsorPort(store),
    }),
    transport: sources,
    pairing: {
      propose: async (options) =>
        (await import('./startup/load-walletconnect.ts')).proposeSession(store, sources, options),
      restore: async () =>
        (await import('./startup/load-walletconnect.ts')).restoreWalletConnectSessions(store, sources),
    },
    host: host(store),
    bundled: {
      topWallets,
      names,
      wallets: async () => (await import('#widget/domain/wallets/generated/wallets.json')).default,
      networks: async () => (await import('#widget/domain/networks/generated/networks.json')).default,
      tokens: async () => (await import('#widget/domain/balances/generated/bundled-tokens.json')).default,
    },
    flows: {
      afterConnect: () => {
        loadAfterConnect().then(
          ({ afterConnectAtom }) => store.set(afterConnectAtom),
          (cause: unknown) => {
            log('The code for a new connection could not be loaded', cause)
            store.set(dismissModalAtom)
          },
        )
      },
      addNetwork: async (connection, request) => {
        const { addNetworkAtom } = await import('#widget/domain/review/add-network.ts')
        return store.set(addNetworkAtom, connection, request)
      },
      afterSend: (sent) => store.set(afterSendAtom, sent),
      signedIn: () => runSignIn(({ afterSignInAtom }) => store.set(afterSignInAtom)),
      cancelSignIn: () => runSignIn(({ cancelSignInAtom }) => store.set(cancelSignInAtom)),
      signInFailed: (cause) => runSignIn(({ signInFailedAtom }) => store.set(signInFailedAtom, cause)),
      afterEmbeddedLogin: async () =>
        store.set((await import('./flows/after-embedded-login.ts')).afterEmbeddedLoginAtom),
      loadEmbeddedWallet: async () => (await loadEmbedded()).loadEmbeddedWallet(store, sources),
      prepareVault: async () => (await loadEmbedded()).prepareVault(store),
    },
    alert: (code) => store.set(raiseAlertAtom, code),
    log,
  })
  startTheme(store, page.document, isThemed)
  detectPhone(store, page)
  trackVacatedControls(store, page.document)
  startFlows(store, page)
  const { allowedOrigins, walletConnect } = documentProject(page.document)
  store.set(declaredOriginsAtom, allowedOrigins)
  const deployed = loadDeployConfig(
    store,
    page.location.pathname,
    walletConnect,
    deployConfigText(page.document),
  )
  return { store, deployed }
}

/** Preloaded like the views they lead to. */
const loadAfterConnect = () => import('./flows/after-connect.ts')
const loadEmbedded = () => import('./startup/load-embedded-wallet.ts')
const loadSignIn = () => import('./flows/sign-in.ts')
const loadEnforceSignIn = () => import('./flows/enforce-sign-in.ts')
const loadReviewPreload = () => import('./flows/preload-review-code.ts')
const loadTrackEvents = () => import('./flows/track-events.ts')
export const loadBridgeCommands = () => import('./bridge-commands.ts')

function startFlows(store: Store, page: Window): void {
  const checkChain = () => store.set(showUnsupportedChainAtom)
  store.sub(isOnUnsupportedChainAtom, checkChain)
  store.sub(modalOpenAtom, checkChain)
  store.sub(activeAccountAtom, () => {
    const account = store.get(activeAccountAtom)
    if (account !== undefined) {
      whenIdle(() => {
        // After a failure the code loads with the first request.
        loadReviewPreload()
          .then(({ preloadReviewCode }) => preloadReviewCode(store, account))
          .catch(() => undefined)
      })
    }
    // Until the enabled wallets have reconnected, an account is not of this visit.
    if (!store.get(signInConfigAtom) || !store.get(isReconnectSettledAtom)) return
    loadEnforceSignIn().then(
      ({ enforceSignInAtom }) => store.set(enforceSignInAtom),
      (cause: unknown) => store.get(portsAtom).log('The code of the sign-in could not be loaded', cause),
    )
  })
  const checkBlock = () => store.set(showBlockedViewAtom)
  store.sub(blockAtom, checkBlock)
  store.sub(originStatusAtom, checkBlock)
  const startTracking = trackEventsOnceUsed(store, page)
  // Listen for input after the first view has rendered, not before the user opens the widget.
  const stop = store.sub(hasOpenedAtom, () => {
    stop()
    // A failed load is repeated, and the failure reported, when the code is needed.
    preloadOnIdle(page.document, [
      loadRoutes,
      async () => (await loadRoutes()).preloadNextViews(),
      () => import('#widget/lib/query-engine.ts'),
      () => store.get(portsAtom).chains.adapter('eip155'),
      loadBridgeCommands,
      loadAfterConnect,
      async () => startTracking(),
    ])
  })
}

/**
 * Starts event tracking soon after the first user input, connection or closing, for a host whose origin has been
 * verified; earlier events are tracked then. A user who only looks does not load the code. Returns the function to call
 * after user input.
 */
function trackEventsOnceUsed(store: Store, page: Window): () => void {
  let isStarted = false
  let isUsed = false
  const startIfUsed = () => {
    isUsed ||=
      (store.get(hasOpenedAtom) && !store.get(modalOpenAtom)) ||
      Object.keys(store.get(connectionsAtom)).length > 0
    if (isStarted || !isUsed || store.get(originStatusAtom) === 'checking') return
    isStarted = true
    for (const stop of stops) stop()
    loadTrackEvents().then(
      ({ trackEvents }) => trackEvents(store, page),
      (cause: unknown) => store.get(portsAtom).log('The code of analytics could not be loaded', cause),
    )
  }
  const stops = [modalOpenAtom, connectionsAtom, originStatusAtom].map((fact) => store.sub(fact, startIfUsed))
  return () => {
    isUsed = true
    startIfUsed()
  }
}
