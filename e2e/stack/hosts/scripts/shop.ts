import type { PageConfig } from '../../wallets/page-config.ts'
import { type Namespace, namespaces, prices } from './ecosystems.ts'
import { byId, shortAddress } from './page-elements.ts'

/** A connection as the shop shows it. */
export type Connection = { readonly address: string; readonly walletName: string | undefined }

/** State of the shop: connections by namespace, and the network of the Ethereum one (CAIP-2). */
export type ShopState = {
  readonly enabled: readonly Namespace[]
  readonly connections: Partial<Readonly<Record<Namespace, Connection>>>
  readonly chain: string | undefined
}

/** The cards of the page, one per ecosystem. */
const cards = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.ecosystem')]

const namespaceOf = ({ dataset }: HTMLElement): Namespace | undefined =>
  namespaces.find((known) => known === dataset.namespace)

const isEnabled = (part: HTMLElement, enabled: readonly Namespace[]): boolean => {
  const namespace = namespaceOf(part)
  return namespace !== undefined && enabled.includes(namespace)
}

const fieldValue = (name: string): string => {
  const value = new FormData(byId('pay', HTMLFormElement)).get(name)
  return typeof value === 'string' ? value : ''
}

/** The selected amount as text, with its ecosystem and native currency. */
export function selectedPrice(enabled: readonly Namespace[]) {
  const namespace = enabled.find((known) => known === fieldValue('coin')) ?? enabled[0] ?? 'eip155'
  const { symbol, amounts } = prices[namespace]
  return { namespace, symbol, amount: amounts[Number(fieldValue('amount'))] ?? '0' }
}

/** Renders what does not change: the enabled ecosystems, and the networks of Ethereum. */
export function renderStatic(world: PageConfig, enabled: readonly Namespace[]): void {
  const select = byId('network', HTMLSelectElement)
  for (const { chainId, name } of world.chains) select.append(new Option(name, `eip155:${chainId}`))
  for (const card of cards()) card.hidden = !isEnabled(card, enabled)
  const currencyFields = byId('coins', HTMLFieldSetElement)
  currencyFields.hidden = enabled.length < 2
  for (const label of currencyFields.querySelectorAll('label')) {
    label.hidden = !isEnabled(label, enabled)
    const input = label.querySelector('input')
    if (input !== null) input.checked = namespaceOf(label) === defaultNamespace(enabled)
  }
}

/** Ethereum if it is enabled, because the shop's prices are in Ether. */
const defaultNamespace = (enabled: readonly Namespace[]) =>
  enabled.find((namespace) => namespace === 'eip155') ?? enabled[0]

/** Calls `act` with the ecosystem and the action when the user clicks a button of a card. */
export function onCardAction(act: (namespace: Namespace, action: string) => void): void {
  for (const card of cards()) {
    card.addEventListener('click', ({ target }) => {
      const action = target instanceof HTMLButtonElement ? target.dataset.do : undefined
      const namespace = namespaceOf(card)
      if (action !== undefined && namespace !== undefined) act(namespace, action)
    })
  }
}

/** Renders the connections. */
export function renderShop({ enabled, connections, chain }: ShopState): void {
  const connected = enabled.flatMap((namespace) => connections[namespace] ?? [])
  const [first, ...more] = connected
  byId('connect', HTMLButtonElement).toggleAttribute('data-connected', first !== undefined)
  byId('connect-label', HTMLSpanElement).textContent =
    first === undefined
      ? 'Connect wallet'
      : `${shortAddress(first.address)}${more.length === 0 ? '' : ` +${more.length}`}`
  for (const card of cards()) {
    const namespace = namespaceOf(card)
    renderCard(card, namespace === undefined ? undefined : connections[namespace])
  }
  renderPrice(enabled, connections)

  const select = byId('network', HTMLSelectElement)
  const isOnEthereum = connections.eip155 !== undefined
  select.disabled = !isOnEthereum
  if (chain !== undefined && ![...select.options].some((option) => option.value === chain)) {
    select.append(new Option(chain, chain))
  }
  select.value = chain ?? select.options[0]?.value ?? ''
}

function renderCard(card: HTMLElement, connection: Connection | undefined): void {
  card.toggleAttribute('data-connected', connection !== undefined)
  for (const part of card.querySelectorAll<HTMLElement>('[data-part]')) {
    if (part.dataset.part === 'wallet') {
      part.textContent = connection?.walletName ?? ''
      continue
    }
    part.textContent = connection === undefined ? 'Not connected' : shortAddress(connection.address)
    part.title = connection?.address ?? ''
    part.dataset.address = connection?.address ?? ''
  }
  for (const button of card.querySelectorAll('button')) {
    button.hidden = (button.dataset.do === 'connect') === (connection !== undefined)
  }
}

/** Renders the amounts in the selected currency, and the label of the button. */
function renderPrice(enabled: readonly Namespace[], connections: ShopState['connections']): void {
  const { namespace, symbol, amount } = selectedPrice(enabled)
  for (const [at, label] of [...document.querySelectorAll('.amounts label > span')].entries()) {
    const unit = document.createElement('small')
    unit.textContent = symbol
    label.replaceChildren(`${prices[namespace].amounts[at]} `, unit)
  }
  byId('pay-button', HTMLButtonElement).textContent =
    connections[namespace] === undefined ? 'Connect to pay' : `Pay ${amount} ${symbol}`
}
