import * as z from 'zod/mini'
import type { Bridge, createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { everything, type Namespace, namespacesOf, shopAddress } from './ecosystems.ts'
import { errorText, logEvent } from './event-log.ts'
import { byId, setPageTheme } from './page-elements.ts'
import { pageOptions } from './page-options.ts'
import { chosenPrice, furnish, onCardAction, show } from './shop.ts'

const accountsSchema = z.array(z.string())
const flagSchema = z.object({ smartSessions: z.literal(true) })
const world = readPageConfig()
const query = new URLSearchParams(location.search)
const options = pageOptions(world, query, everything(world))
const enabled = namespacesOf(options.platforms)
furnish(world, enabled)
if (!flagSchema.safeParse(options.features).success) document.querySelector('[data-do="session"]')?.remove()
show({ enabled, connections: {}, chain: undefined })

const connectButton = byId('connect', HTMLButtonElement)
const payForm = byId('pay', HTMLFormElement)

function start(create: typeof createDrawbridge): Bridge | undefined {
  try {
    return create({ opener: [connectButton, payForm], ...options })
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
  // Whose account it is on Ethereum comes through the provider, as for a dApp that knows EIP-1193 and nothing else.
  let account: string | undefined
  const connectionOf = (namespace: Namespace) => {
    const known = bridge.state.accounts.filter((one) => one.namespace === namespace)
    const entry = namespace === 'eip155' ? known.find(({ address }) => address === account) : known[0]
    const address = namespace === 'eip155' ? account : entry?.address
    return address === undefined ? undefined : { address, walletName: entry?.walletName }
  }
  const draw = () => {
    const connections = Object.fromEntries(
      enabled.map((namespace) => [namespace, connectionOf(namespace)] as const),
    )
    show({ enabled, connections, chain: bridge.state.chains.find((id) => id.startsWith('eip155:')) })
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

  const connect = (namespace: Namespace) =>
    tell('openModal', bridge.openModal(enabled.length === 1 ? {} : { namespace }))
  const sign = () => {
    const { amount, symbol } = chosenPrice(enabled)
    const bytes = new TextEncoder().encode(`Tidewater Coffee\n\nKeep my order of ${amount} ${symbol}.`)
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    return tell('personal_sign', bridge.ethereum.request({ method: 'personal_sign', params: [hex, account] }))
  }
  const actions: Readonly<Record<string, (namespace: Namespace) => Promise<void>>> = {
    connect,
    sign,
    session: async () => {
      const { subscription } = await import('./subscription.ts')
      const params = [subscription(account ?? '', bridge.state.chains)]
      await tell(
        'wallet_grantPermissions',
        bridge.ethereum.request({ method: 'wallet_grantPermissions', params }),
      )
    },
    send: (namespace) => tell('openModal', bridge.openModal({ view: 'WalletSend', namespace })),
    disconnect: (namespace) => tell('disconnect', bridge.disconnect(namespace)),
  }
  onCardAction((namespace, action) => void actions[action]?.(namespace))

  connectButton.addEventListener('click', () => tell('openModal', bridge.openModal()))
  payForm.addEventListener('change', draw)
  payForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const { namespace, amount } = chosenPrice(enabled)
    if (connectionOf(namespace) === undefined) return void connect(namespace)
    const to = shopAddress(world, namespace)
    // A payment is filled in for Ether alone (SPEC §6); in another coin the visitor fills in the form.
    const order = namespace === 'eip155' ? { to, amount, assetAddress: 'native' } : {}
    tell('openModal', bridge.openModal({ view: 'WalletSend', namespace, ...order }))
  })
  const network = byId('network', HTMLSelectElement)
  network.addEventListener('change', () => {
    tell('switchNetwork', bridge.switchNetwork(network.value)).then(draw)
  })
  byId('phone', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault()
    open('/phone.html', 'test-phone', 'popup,width=420,height=840')
  })
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.addEventListener('change', () => {
      const mode = radio.value === 'light' || radio.value === 'dark' ? radio.value : 'auto'
      setPageTheme(mode)
      bridge.setTheme({ mode }).catch((error: unknown) => logEvent('setTheme', errorText(error)))
    })
  }
}

/** Runs the shop with an SDK, or with what stands in for one. */
export function openShop(create: typeof createDrawbridge): void {
  const mode = query.get('themeMode')
  if (mode !== null) {
    setPageTheme(mode)
    document.querySelector<HTMLInputElement>(`input[name="theme"][value="${CSS.escape(mode)}"]`)?.click()
  }
  const bridge = start(create)
  if (bridge !== undefined) wire(bridge)
  Object.defineProperty(globalThis, 'bridge', { value: bridge })
}
