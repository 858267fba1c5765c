import type { OpenRequest } from '#shared/config/requested-view.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { modalOpenAtom, requestedNamespaceAtom, shakeModalAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { blockAtom } from '#widget/core/verify-origin.ts'
import { requestedView, type View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { viewRecord } from '#widget/core/views.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectedNamespacesAtom } from '#widget/domain/accounts/connections.ts'
import { requiresSignInAtom, signInViewAtom } from '#widget/domain/accounts/sign-in.ts'
import { switchNamespaceAtom } from '#widget/domain/connections/switch-network.ts'
import { configuredNamespacesAtom, selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { atom } from '#widget/lib/state.ts'
import { canClose, isBlockedBySignIn, viewAfterClose } from './closing-rules.ts'
import { hostPairingAtom } from './host-pairing.ts'
import { initialView, type OpeningFacts } from './opening-rules.ts'

const pendingViewAtom = atom<View | undefined>(undefined)

/** The request that opened the modal while nothing was connected. */
const unconnectedRequestAtom = atom<OpenRequest | undefined>(undefined)

/** The requested view that needs a connection first; flows show it after connecting. */
export const viewAfterConnectAtom = atom((get) => get(pendingViewAtom))

const openingFactsAtom = atom((get): ((request: OpenRequest) => OpeningFacts) => {
  const connected = get(connectedNamespacesAtom)
  const { chains } = get(portsAtom)
  const facts = {
    blocked: get(blockAtom),
    activeNamespace: get(activeNamespaceAtom),
    connected,
    manualWalletConnect: get(hostConfigAtom).manualWCControl,
    hasAdapters: get(configuredNamespacesAtom).some((namespace) => chains.manifest(namespace) !== undefined),
    isPhone: get(isPhoneAtom),
    signInFirst: get(requiresSignInAtom) ? get(signInViewAtom) : undefined,
  }
  return ({ namespace }) => ({
    ...facts,
    requestedNetwork: namespace === undefined ? undefined : get(selectedNetworkAtom(namespace)),
  })
})

/** Opens the modal with the view of the opening rules (SPEC §2); a request while open changes the view. */
export const openModalAtom = atom(null, (get, set, request: OpenRequest = {}): View => {
  const facts = get(openingFactsAtom)(request)
  const { namespace } = request
  set(unconnectedRequestAtom, facts.connected.length === 0 ? request : undefined)
  set(requestedNamespaceAtom, namespace)
  set(hostPairingAtom, request.uri)
  if (namespace !== undefined && facts.connected.includes(namespace)) set(switchNamespaceAtom, namespace)
  else if (namespace !== undefined && facts.connected.length === 0) set(activeNamespaceAtom, namespace)
  const view = initialView(request, facts)
  const needsConnection = viewRecord(view.name).needsAccount === true && facts.connected.length === 0
  set(pendingViewAtom, needsConnection ? view : facts.signInFirst ? requestedView(request) : undefined)
  const first: View = needsConnection ? { name: 'Connect' } : view
  set(viewStackAtom, { to: 'reset', view: first })
  if (!facts.blocked) set(watchWalletsAtom)
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
  return first
})

/**
 * Called when wallets of the last visit have reconnected: an open modal shows the view that it would open with now. If the
 * user navigated to another view, it stays.
 */
export const reopenModalAtom = atom(null, (get, set) => {
  const request = get(unconnectedRequestAtom)
  const [first, ...further] = get(viewStackAtom)
  const isFirst = get(modalOpenAtom) && first?.name === 'Connect' && further.length === 0
  if (isFirst && request && get(connectedNamespacesAtom).length > 0) set(openModalAtom, request)
})

/** Whether sign-in is required here, so that close, Escape and the backdrop only point to Cancel (SPEC §4 flow 6). */
export const isCloseBlockedAtom = atom((get) =>
  isBlockedBySignIn(get(viewStackAtom), { mustSignIn: get(requiresSignInAtom) }),
)

/** Closes the modal, or shakes it if the closing rules forbid closing; returns which. */
export const closeModalAtom = atom(null, (get, set): 'closed' | 'shaken' => {
  if (get(modalOpenAtom) && !canClose(get(viewStackAtom), { mustSignIn: get(requiresSignInAtom) })) {
    set(shakeModalAtom)
    return 'shaken'
  }
  set(dismissModalAtom)
  return 'closed'
})

/** Closes regardless of the view, for ended flows and for a host that closes. */
export const dismissModalAtom = atom(null, (get, set) => {
  const { host } = get(portsAtom)
  const connected = get(connectedNamespacesAtom).length > 0
  set(modalOpenAtom, false)
  set(pendingViewAtom, undefined)
  set(requestedNamespaceAtom, undefined)
  set(hostPairingAtom, undefined)
  const blocked = get(blockAtom)
  const view: View = blocked
    ? { name: 'Blocked', code: blocked }
    : viewAfterClose({ embedded: host.embedded, connected })
  set(viewStackAtom, { to: 'reset', view })
  host.hideOverlay()
})
