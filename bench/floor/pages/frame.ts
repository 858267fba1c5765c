/** The least frame: renders one list of wallets with React, and shows what its host sends. */
import * as Comlink from 'comlink'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as z from '#shared/zod.ts'
import { type AnnouncedWallet, type FloorFrame, shownWallets } from './messages.ts'

const element = document.getElementById('list')
if (element === null) throw new Error('The frame has no element for the list')
const root = createRoot(element)

const usualNames = [
  'WalletConnect',
  'MetaMask',
  'Rabby',
  'Coinbase Wallet',
  'Rainbow',
  'Trust Wallet',
  'Ledger',
]

const row = (name: string) =>
  createElement('li', { key: name }, createElement('button', { type: 'button' }, name))

const render = (wallets: readonly AnnouncedWallet[]) =>
  flushSync(() =>
    root.render(createElement('ul', null, ...wallets.map(({ name }) => row(name)), ...usualNames.map(row))),
  )

const frame: FloorFrame = {
  show: async (wallets) => render(z.parse(shownWallets, wallets)),
}
const { port1, port2 } = new MessageChannel()
Comlink.expose(frame, port1)
window.parent.postMessage('hello', '*', [port2])
