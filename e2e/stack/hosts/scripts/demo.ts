/** The shop: connects, pays, signs and switches through the SDK's public door alone. */
import * as z from 'zod/mini'
import { type Bridge, createDrawbridge } from '/sdk/bundle.js'
import { readPageWorld } from '../../wallets/page-world.ts'
import { errorText, logEvent } from './event-log.ts'
import { byId, setPageTheme } from './page-elements.ts'
import { pageOptions } from './page-options.ts'
import { chosenAmount, listNetworks, show } from './shop.ts'

const accountsSchema = z.array(z.string())
const world = readPageWorld()
const query = new URLSearchParams(location.search)
const shop = world.accounts.find(({ label }) => label === 'shop')?.address ?? ''
listNetworks(world.chains)

const connectButton = byId('connect', HTMLButtonElement)
const payForm = byId('pay', HTMLFormElement)

function start(): Bridge | undefined {
  try {
    return createDrawbridge({ opener: [connectButton, payForm], ...pageOptions(world, query) })
  } catch (error) {
    logEvent('createDrawbridge', errorText(error))
    return undefined
  }
}

/** Runs what a person asked for and writes how it ended; a refusal is news, not a fault of the page. */
async function tell(name: string, work: Promise<unknown>): Promise<void> {
  try {
    const result = await work
    logEvent(name, typeof result === 'string' ? result : JSON.stringify(result ?? 'done'))
  } catch (error) {
    logEvent(name, errorText(error))
  }
}

function wire(bridge: Bridge): void {
  // Whose account it is comes through the provider, as it would for a dApp that knows EIP-1193 and nothing else.
  let account: string | undefined
  const draw = () => {
    const { accounts, chains } = bridge.state
    const walletName = accounts.find(({ address }) => address === account)?.walletName
    show({ account, walletName, chain: chains.find((id) => id.startsWith('eip155:')) })
  }
  bridge.ethereum.on('accountsChanged', (accounts) => {
    account = z.parse(accountsSchema, accounts)[0]
    draw()
  })
  bridge.subscribe('state', draw)
  bridge.subscribe('alert', (alert) => logEvent('alert', `${alert.code} ${alert.message}`))
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
    bridge.ethereum.on(event, (payload) =>
      logEvent(event, payload instanceof Error ? errorText(payload) : JSON.stringify(payload)),
    )
  }

  connectButton.addEventListener('click', () => tell('openModal', bridge.openModal()))
  payForm.addEventListener('change', draw)
  payForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const order = { view: 'WalletSend', to: shop, amount: chosenAmount(), assetAddress: 'native' }
    tell('openModal', bridge.openModal(account === undefined ? {} : order))
  })
  byId('send', HTMLButtonElement).addEventListener('click', () =>
    tell('openModal', bridge.openModal({ view: 'WalletSend' })),
  )
  byId('sign', HTMLButtonElement).addEventListener('click', () => {
    const text = `Tidewater Coffee\n\nKeep my order of ${chosenAmount()} ETH.`
    const bytes = new TextEncoder().encode(text)
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    tell('personal_sign', bridge.ethereum.request({ method: 'personal_sign', params: [hex, account] }))
  })
  byId('disconnect', HTMLButtonElement).addEventListener('click', () =>
    tell('disconnect', bridge.disconnect()),
  )
  const network = byId('network', HTMLSelectElement)
  network.addEventListener('change', () => {
    tell('switchNetwork', bridge.switchNetwork(network.value)).then(draw)
  })
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.addEventListener('change', () => {
      const mode = radio.value === 'light' || radio.value === 'dark' ? radio.value : 'auto'
      setPageTheme(mode)
      bridge.setTheme({ mode }).catch((error: unknown) => logEvent('setTheme', errorText(error)))
    })
  }
}

const mode = query.get('themeMode')
if (mode !== null) {
  setPageTheme(mode)
  document.querySelector<HTMLInputElement>(`input[name="theme"][value="${CSS.escape(mode)}"]`)?.click()
}
const bridge = start()
if (bridge !== undefined) wire(bridge)
Object.defineProperty(globalThis, 'bridge', { value: bridge })
