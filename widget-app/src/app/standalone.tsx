import { hostConfigSchema } from '#shared/config/host-config.ts'
import { inspectedWallet } from '#widget/bridge/inspected-wallet.ts'
import { windowTransport } from '#widget/chains/window-transport.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/kernel/config.ts'
import { hostOriginAtom } from '#widget/kernel/host-origin.ts'
import { openModalAtom } from '#widget/kernel/modal.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { type View, viewSchema } from '#widget/kernel/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/kernel/view-stack.ts'
import type { Store } from '#widget/lib/state.ts'
import { bootWidget, type Widget } from './boot.ts'
import { configure } from './configure.ts'

/** `#/WalletSend?{"to":"0x…"}`: a view's name and its parameters as JSON. */
export function hashOfView({ name, ...params }: View): string {
  return Object.keys(params).length === 0
    ? `#/${name}`
    : `#/${name}?${encodeURIComponent(JSON.stringify(params))}`
}

/** The view a hash names, or nothing when it names none. */
export function viewOfHash(hash: string): View | undefined {
  const [, name, params] = /^#\/(\w+)(?:\?(.*))?$/.exec(hash) ?? []
  if (name === undefined) return undefined
  try {
    const rest: unknown = params === undefined ? {} : JSON.parse(decodeURIComponent(params))
    const view = viewSchema.safeParse({ ...(typeof rest === 'object' ? rest : {}), name })
    return view.success ? view.data : undefined
  } catch {
    return undefined
  }
}

/** Mirrors the view stack's top to the hash and back, so that every view has a link. */
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
 * The widget in a tab of its own, for manual testing: the wallets of this page, the project of the deployment (or
 * `?projectId=`), every network the deployment knows, and always open.
 */
export function bootStandalone(page: Window & typeof globalThis): Widget {
  const query = new URLSearchParams(page.location.search)
  const widget = bootWidget(page, windowTransport(page, inspectedWallet), () => ({
    embedded: false,
    hideOverlay: () => {},
    showOverlay: () => {},
    resize: () => {},
  }))
  const { store } = widget
  store.set(hostOriginAtom, page.location.origin)
  void widget.deployed.then(async () => {
    const deploy = store.get(deployConfigAtom)
    store.set(
      hostConfigAtom,
      hostConfigSchema.parse({
        projectId: query.get('projectId') ?? deploy.standaloneProjectId,
        metadata: { name: 'Drawbridge' },
        platforms: ['ethereum'],
        networks: ['eip155:1', 'eip155:8453', ...deploy.networks.map((network) => network.id)],
        themeMode: query.get('theme') === 'dark' ? 'dark' : query.get('theme') === 'light' ? 'light' : 'auto',
        debug: true,
        ...(query.has('locale') ? { locale: query.get('locale') } : {}),
      }),
    )
    await configure(widget, page)
    const asked = viewOfHash(page.location.hash)
    store.set(openModalAtom)
    if (asked) store.set(viewStackAtom, { to: 'push', view: asked })
    mirrorHash(store, page)
    // Nothing is behind the modal here: closing it opens it anew.
    store.sub(modalOpenAtom, () => {
      if (!store.get(modalOpenAtom)) queueMicrotask(() => store.set(openModalAtom))
    })
  })
  return widget
}
