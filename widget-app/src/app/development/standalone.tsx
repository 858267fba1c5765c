import type { ReactNode } from 'react'
import { systemClock } from '#shared/channel/clock.ts'
import { unreachableError } from '#shared/channel/handshake/handshake.ts'
import { completeHostConfig, hostConfigSchema } from '#shared/config/host-config.ts'
import { themeModeSchema } from '#shared/config/theme.ts'
import { parseWire } from '#shared/wire-schema.ts'
import * as z from '#shared/zod.ts'
import { sanitizeWallet } from '#widget/bridge/sanitize-wallet.ts'
import { loadExtensionLibrary } from '#widget/chains/extension-library.ts'
import { windowTransport } from '#widget/chains/window-transport.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { defaultNetworks } from '#widget/domain/networks/networks.ts'
import { type Store, StoreProvider } from '#widget/lib/state.ts'
import { App } from '../app.tsx'
import { bootWidget } from '../boot.ts'
import { configure } from '../configure.ts'
import { reopenOnClose } from '../shell/reopen-on-close.ts'
import type { Widget } from '../widget.ts'
import styles from './standalone.module.css'
import { fixturesHash, hashOfView, isFixturesHash, viewOfHash } from './standalone-hash.ts'

/** The host's name that wallets receive. */
const siteName = 'Drawbridge'

/** The default project, which the local server has. */
const developmentProjectId = 'demo'

/** Mirrors the top of the view stack to the hash and back, so that every view has a link. */
function mirrorHash(store: Store, page: Window): void {
  const show = () => {
    const view = viewOfHash(page.location.hash)
    if (view) store.set(viewStackAtom, { to: 'push', view })
  }
  store.sub(currentViewAtom, () => {
    const hash = hashOfView(store.get(currentViewAtom))
    if (hash !== page.location.hash) page.history.replaceState(null, '', hash)
  })
  page.addEventListener('hashchange', show)
  show()
}

/**
 * Boots the widget in a tab, for manual testing: the wallets of this page in all three ecosystems, the local project
 * (or `?projectId=`), every configured network, and always open.
 */
function bootStandalone(page: Window & typeof globalThis): Widget {
  const query = new URLSearchParams(page.location.search)
  const wallets = windowTransport(page, { inspect: sanitizeWallet, siteName, clock: systemClock })
  const widget = bootWidget(page, wallets, () => ({
    embedded: false,
    hideOverlay: () => {},
    showOverlay: () => {},
    resize: () => {},
    emitEvent: () => {},
    siwx: async () => undefined,
    readChain: async () => {
      throw unreachableError()
    },
  }))
  const { store } = widget
  store.set(hostOriginAtom, page.location.origin)
  void widget.deployed.then(async () => {
    const deploy = store.get(deployConfigAtom)
    const mode = parseWire(themeModeSchema, query.get('theme'))
    store.set(
      hostConfigAtom,
      completeHostConfig(
        z.parse(hostConfigSchema, {
          projectId: query.get('projectId') ?? developmentProjectId,
          metadata: { name: siteName },
          platforms: ['ethereum', 'solana', 'polkadot'],
          // A deployment with a Solana or Polkadot network of its own starts there.
          networks: [
            'eip155:1',
            'eip155:8453',
            ...deploy.networks.map((network) => network.id),
            defaultNetworks.solana,
            defaultNetworks.polkadot,
          ],
          themeMode: mode.data ?? 'auto',
          debug: true,
          ...(query.has('locale') ? { locale: query.get('locale') } : {}),
        }),
      ),
    )
    await configure(widget, page)
    const requestedView = viewOfHash(page.location.hash)
    reopenOnClose(store)
    if (requestedView) store.set(viewStackAtom, { to: 'push', view: requestedView })
    mirrorHash(store, page)
  })
  return widget
}

/** Opens the development page: the running widget, or fixtures. Changing between the two reloads the document. */
export async function openStandalone(page: Window & typeof globalThis): Promise<ReactNode> {
  const startsWithSamples = isFixturesHash(page.location.hash)
  page.addEventListener('hashchange', () => {
    if (startsWithSamples !== isFixturesHash(page.location.hash)) page.location.reload()
  })
  if (startsWithSamples) {
    const { openFixtures } = await import('./standalone-fixtures.tsx')
    return openFixtures(page)
  }
  const { store } = bootStandalone(page)
  const library = await loadExtensionLibrary()
  return (
    <div className={styles.page}>
      <nav className={styles.mark} aria-label="Manual testing">
        <a href={fixturesHash}>All views and states</a>
        <span>With {library}</span>
      </nav>
      <StoreProvider store={store}>
        <App />
      </StoreProvider>
    </div>
  )
}
