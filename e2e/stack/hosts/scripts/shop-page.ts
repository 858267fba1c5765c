import * as z from '#shared/zod.ts'
import type { Bridge, createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { defaultOptions, type Namespace, namespacesOf, shopAddress } from './ecosystems.ts'
import { errorText, logEvent } from './event-log.ts'
import { byId, setPageTheme } from './page-elements.ts'
import { pageOptions } from './page-options.ts'
import { onCardAction, renderShop, renderStatic, selectedPrice } from './shop.ts'

const accountsSchema = z.array(z.string())
const sessionsFlagSchema = z.object({ smartSessions: z.literal(true) })
const world = readPageConfig()
const query = new URLSearchParams(location.search)
const options = pageOptions(world, query, defaultOptions(world))
const enabled = namespacesOf(options.platforms)
renderStatic(world, enabled)
if (!sessionsFlagSchema.safeParse(options.features).success)
  document.querySelector('[data-do="session"]')?.remove()
renderShop({ enabled, connections: {}, chain: undefined })

const connectButton = byId('connect', HTMLButtonElement)
const payForm = byId('pay', HTMLFormElement)

function createBridge(create: typeof createDrawbridge): Bridge | undefined {
  try {
    return create({ opener: [connectButton, payForm], ...options })
  } catch (error) {
    logEvent('createDrawbridge', errorText(error))
    return undefined
  }
}

/** Awaits an action of the user and logs its result. A rejection is logged too, because it is not an error of the page. */
async function logResult(name: string, promise: Promise<unknown>): Promise<void> {
  try {
    const result = await promise
    logEvent(name, typeof result === 'string' ? result : JSON.stringify(result ?? 'done'))
  } catch (error) {
    logEvent(name, errorText(error))
  }
}

function bindShop(bridge: Bridge): void {
  // The Ethereum account comes from the provider, as in a dApp that uses only EIP-1193.
  let account: string | undefined
  const connectionOf = (namespace: Namespace) => {
    const namespaceAccounts = bridge.state.accounts.filter((one) => one.namespace === namespace)
    const entry =
      namespace === 'eip155'
        ? namespaceAccounts.find(({ address }) => address === account)
        : namespaceAccounts[0]
    const address = namespace === 'eip155' ? account : entry?.address
    return address === undefined ? undefined : { address, walletName: entry?.walletName }
  }
  const render = () => {
    const connections = Object.fromEntries(
      enabled.map((namespace) => [namespace, connectionOf(namespace)] as const),
    )
    renderShop({ enabled, connections, chain: bridge.state.chains.find((id) => id.startsWith('eip155:')) })
  }
  bridge.ethereum.on('accountsChanged', (accounts) => {
    account = z.parse(accountsSchema, accounts)[0]
    render()
  })
  bridge.subscribe('state', render)
  bridge.subscribe('alert', (alert) => logEvent('alert', `${alert.code} ${alert.message}`))
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
    bridge.ethereum.on(event, (payload) =>
      logEvent(event, payload instanceof Error ? errorText(payload) : JSON.stringify(payload)),
    )
  }

  const connect = (namespace: Namespace) =>
    logResult('openModal', bridge.openModal(enabled.length === 1 ? {} : { namespace }))
  const sign = () => {
    const { amount, symbol } = selectedPrice(enabled)
    const bytes = new TextEncoder().encode(`Tidewater Coffee\n\nKeep my order of ${amount} ${symbol}.`)
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    return logResult(
      'personal_sign',
      bridge.ethereum.request({ method: 'personal_sign', params: [hex, account] }),
    )
  }
  const actions: Readonly<Record<string, (namespace: Namespace) => Promise<void>>> = {
    connect,
    sign,
    session: async () => {
      const { subscription } = await import('./subscription.ts')
      const params = [subscription(account ?? '', bridge.state.chains)]
      await logResult(
        'wallet_grantPermissions',
        bridge.ethereum.request({ method: 'wallet_grantPermissions', params }),
      )
    },
    send: (namespace) => logResult('openModal', bridge.openModal({ view: 'WalletSend', namespace })),
    disconnect: (namespace) => logResult('disconnect', bridge.disconnect(namespace)),
  }
  onCardAction((namespace, action) => void actions[action]?.(namespace))

  connectButton.addEventListener('click', () => logResult('openModal', bridge.openModal()))
  payForm.addEventListener('change', render)
  payForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const { namespace, amount } = selectedPrice(enabled)
    if (connectionOf(namespace) === undefined) return void connect(namespace)
    const to = shopAddress(world, namespace)
    // A payment is prefilled only in Ether (SPEC §6). In another currency the user fills in the form.
    const prefill = namespace === 'eip155' ? { to, amount, assetAddress: 'native' } : {}
    logResult('openModal', bridge.openModal({ view: 'WalletSend', namespace, ...prefill }))
  })
  const network = byId('network', HTMLSelectElement)
  network.addEventListener('change', () => {
    logResult('switchNetwork', bridge.switchNetwork(network.value)).then(render)
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

/** Runs the shop with the SDK, or with a replacement for it. */
export function openShop(create: typeof createDrawbridge): void {
  const mode = query.get('themeMode')
  if (mode !== null) {
    setPageTheme(mode)
    document.querySelector<HTMLInputElement>(`input[name="theme"][value="${CSS.escape(mode)}"]`)?.click()
  }
  const bridge = createBridge(create)
  if (bridge !== undefined) bindShop(bridge)
  Object.defineProperty(globalThis, 'bridge', { value: bridge })
}
