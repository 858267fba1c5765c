import { type ComponentType, lazy, type ReactElement } from 'react'
import { ConnectView } from '#widget/features/connect/views/connect-view.tsx'
import type { View, ViewName, ViewOf } from '#widget/kernel/view.ts'
import { currentViewAtom } from '#widget/kernel/view-stack.ts'
import { Route, Routes } from '#widget/lib/nav.tsx'
import { useAtomValue } from '#widget/lib/state.ts'

type ViewComponent<Name extends ViewName> = ComponentType<{ view: ViewOf<Name> }>

const lazyView = <Name extends ViewName>(load: () => Promise<ViewComponent<Name>>) =>
  lazy(async () => ({ default: await load() }))

const connecting = () => import('#widget/features/connect/views/connecting-external-view.tsx')
const account = () => import('#widget/features/account/views/account-view.tsx')

/** Loads what most people need next, once the first view stands. */
export const preloadNextViews = () => Promise.all([connecting(), account()])

const isNamed = <Name extends ViewName>(view: View, name: Name): view is ViewOf<Name> & View =>
  view.name === name

function Named<Name extends ViewName>({ name, of: Component }: { name: Name; of: ViewComponent<Name> }) {
  const view = useAtomValue(currentViewAtom)
  return isNamed(view, name) ? <Component view={view} /> : null
}

const route = <Name extends ViewName>(name: Name, of: ViewComponent<Name>): ReactElement => (
  <Route key={name} path={`/${name}`} element={<Named name={name} of={of} />} />
)

/** One route per view; every view but Connect is a file of its own. */
const routes: { readonly [Name in ViewName]: ReactElement } = {
  Connect: route('Connect', ConnectView),
  ConnectingExternal: route(
    'ConnectingExternal',
    lazyView<'ConnectingExternal'>(async () => (await connecting()).ConnectingExternalView),
  ),
  AllWallets: route(
    'AllWallets',
    lazyView<'AllWallets'>(
      async () => (await import('#widget/features/connect/views/all-wallets-view.tsx')).AllWalletsView,
    ),
  ),
  GetWallet: route(
    'GetWallet',
    lazyView<'GetWallet'>(
      async () => (await import('#widget/features/connect/views/get-wallet-view.tsx')).GetWalletView,
    ),
  ),
  Account: route(
    'Account',
    lazyView<'Account'>(async () => (await account()).AccountView),
  ),
  Networks: route(
    'Networks',
    lazyView<'Networks'>(
      async () => (await import('#widget/features/networks/views/networks-view.tsx')).NetworksView,
    ),
  ),
  SwitchNetwork: route(
    'SwitchNetwork',
    lazyView<'SwitchNetwork'>(
      async () => (await import('#widget/features/networks/views/switch-network-view.tsx')).SwitchNetworkView,
    ),
  ),
  SwitchActiveChain: route(
    'SwitchActiveChain',
    lazyView<'SwitchActiveChain'>(
      async () =>
        (await import('#widget/features/networks/views/switch-active-chain-view.tsx')).SwitchActiveChainView,
    ),
  ),
  UnsupportedChain: route(
    'UnsupportedChain',
    lazyView<'UnsupportedChain'>(
      async () =>
        (await import('#widget/features/networks/views/unsupported-chain-view.tsx')).UnsupportedChainView,
    ),
  ),
  WalletSend: route(
    'WalletSend',
    lazyView<'WalletSend'>(
      async () => (await import('#widget/features/send/views/wallet-send-view.tsx')).WalletSendView,
    ),
  ),
  WalletSendSelectToken: route(
    'WalletSendSelectToken',
    lazyView<'WalletSendSelectToken'>(
      async () =>
        (await import('#widget/features/send/views/wallet-send-select-token-view.tsx'))
          .WalletSendSelectTokenView,
    ),
  ),
  WalletSendReview: route(
    'WalletSendReview',
    lazyView<'WalletSendReview'>(
      async () =>
        (await import('#widget/features/send/views/wallet-send-review-view.tsx')).WalletSendReviewView,
    ),
  ),
  Transaction: route(
    'Transaction',
    lazyView<'Transaction'>(
      async () => (await import('#widget/features/activity/views/transaction-view.tsx')).TransactionView,
    ),
  ),
  Blocked: route(
    'Blocked',
    lazyView<'Blocked'>(
      async () => (await import('#widget/features/blocked/views/blocked-view.tsx')).BlockedView,
    ),
  ),
}

/** The view on top of the stack. */
export const ViewRoutes = () => <Routes>{Object.values(routes)}</Routes>
