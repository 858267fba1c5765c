import { createElement as h, StrictMode } from 'react'
import type { Bridge } from '/sdk/bundle.js'
import type * as ReactEntry from '/sdk/react.js'

/** Server and browser render the same components, each with the copy of `host-sdk/react` that it has loaded. */
type EntryProps = { readonly entry: typeof ReactEntry }

function Panel({ entry, name }: EntryProps & { readonly name: string }) {
  const { useAccounts, useDrawbridge, useWallets } = entry
  const bridge = useDrawbridge()
  const accounts = useAccounts()
  const wallets = useWallets()
  const report = (error: unknown) => reportError(error)
  const button = (label: string, onClick: () => void) =>
    h('button', { type: 'button', onClick }, `${label} ${name}`)
  return h(
    'section',
    { className: 'panel', 'aria-label': name },
    h('h2', null, `The ${name} widget`),
    h(
      'ul',
      { 'data-part': 'accounts' },
      accounts.map(({ id, walletName, address }) => h('li', { key: id }, `${walletName}: ${address}`)),
    ),
    h(
      'p',
      { 'data-part': 'count' },
      accounts.length === 0 ? 'Not connected' : `${accounts.length} connected`,
    ),
    h(
      'ul',
      { 'data-part': 'wallets' },
      wallets.map((wallet) =>
        h('li', { key: wallet.id }, wallet.isConnected ? `${wallet.name}, connected` : wallet.name),
      ),
    ),
    h(
      'div',
      { className: 'actions' },
      button('Open', () => bridge.openModal().catch(report)),
      button('Disconnect', () => bridge.disconnect().catch(report)),
    ),
  )
}

/** Renders two bridges of one page, each with a separate provider. */
export function ReactShop({
  entry,
  first,
  second,
}: EntryProps & { readonly first: Bridge; readonly second: Bridge }) {
  const { DrawbridgeProvider } = entry
  return h(
    StrictMode,
    null,
    h(DrawbridgeProvider, { bridge: first }, h(Panel, { entry, name: 'first' })),
    h(DrawbridgeProvider, { bridge: second }, h(Panel, { entry, name: 'second' })),
  )
}
