import type { PageConfig } from '../../wallets/page-config.ts'
import { type Namespace, namespaces, prices } from './ecosystems.ts'
import { byId, shortAddress } from './page-elements.ts'

/** A connection as the shop shows it. */
export type Shown = { readonly address: string; readonly walletName: string | undefined }

/** What the shop shows: connections by namespace, and the network of the Ethereum one (CAIP-2). */
export type Shop = {
  readonly enabled: readonly Namespace[]
  readonly connections: Partial<Readonly<Record<Namespace, Shown>>>
  readonly chain: string | undefined
}

/** Cards of the page, one for each ecosystem. */
const cards = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.ecosystem')]

const namespaceOf = ({ dataset }: HTMLElement): Namespace | undefined =>
  namespaces.find((known) => known === dataset.namespace)

const isOn = (part: HTMLElement, enabled: readonly Namespace[]): boolean => {
  const namespace = namespaceOf(part)
  return namespace !== undefined && enabled.includes(namespace)
}

const chosen = (name: string): string => {
  const value = new FormData(byId('pay', HTMLFormElement)).get(name)
  return typeof value === 'string' ? value : ''
}

/** What a visitor has chosen to pay, as text, and in the coin of which ecosystem. */
export function chosenPrice(enabled: readonly Namespace[]) {
  const namespace = enabled.find((known) => known === chosen('coin')) ?? enabled[0] ?? 'eip155'
  const { symbol, amounts } = prices[namespace]
  return { namespace, symbol, amount: amounts[Number(chosen('amount'))] ?? '0' }
}

/** Fills in what does not change: the ecosystems that are on, and the networks of Ethereum. */
export function furnish(world: PageConfig, enabled: readonly Namespace[]): void {
  const select = byId('network', HTMLSelectElement)
  for (const { chainId, name } of world.chains) select.append(new Option(name, `eip155:${chainId}`))
  for (const card of cards()) card.hidden = !isOn(card, enabled)
  const coins = byId('coins', HTMLFieldSetElement)
  coins.hidden = enabled.length < 2
  for (const label of coins.querySelectorAll('label')) {
    label.hidden = !isOn(label, enabled)
    const input = label.querySelector('input')
    if (input !== null) input.checked = namespaceOf(label) === firstChoice(enabled)
  }
}

/** Ether where the shop takes it: its prices were made in it. */
const firstChoice = (enabled: readonly Namespace[]) =>
  enabled.find((namespace) => namespace === 'eip155') ?? enabled[0]

/** Calls with the ecosystem and the action when a button of a card is pressed. */
export function onCardAction(act: (namespace: Namespace, action: string) => void): void {
  for (const card of cards()) {
    card.addEventListener('click', ({ target }) => {
      const action = target instanceof HTMLButtonElement ? target.dataset.do : undefined
      const namespace = namespaceOf(card)
      if (action !== undefined && namespace !== undefined) act(namespace, action)
    })
  }
}

/** Draws the connections into the page. */
export function show({ enabled, connections, chain }: Shop): void {
  const present = enabled.flatMap((namespace) => connections[namespace] ?? [])
  const [first, ...more] = present
  byId('connect', HTMLButtonElement).toggleAttribute('data-connected', first !== undefined)
  byId('connect-label', HTMLSpanElement).textContent =
    first === undefined
      ? 'Connect wallet'
      : `${shortAddress(first.address)}${more.length === 0 ? '' : ` +${more.length}`}`
  for (const card of cards()) {
    const namespace = namespaceOf(card)
    drawCard(card, namespace === undefined ? undefined : connections[namespace])
  }
  showPrice(enabled, connections)

  const select = byId('network', HTMLSelectElement)
  const isOnEthereum = connections.eip155 !== undefined
  select.disabled = !isOnEthereum
  if (chain !== undefined && ![...select.options].some((option) => option.value === chain)) {
    select.append(new Option(chain, chain))
  }
  select.value = chain ?? select.options[0]?.value ?? ''
}

function drawCard(card: HTMLElement, connection: Shown | undefined): void {
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

/** Names the amounts in the chosen coin, and what the button will do. */
function showPrice(enabled: readonly Namespace[], connections: Shop['connections']): void {
  const { namespace, symbol, amount } = chosenPrice(enabled)
  for (const [at, label] of [...document.querySelectorAll('.amounts label > span')].entries()) {
    const unit = document.createElement('small')
    unit.textContent = symbol
    label.replaceChildren(`${prices[namespace].amounts[at]} `, unit)
  }
  byId('pay-button', HTMLButtonElement).textContent =
    connections[namespace] === undefined ? 'Connect to pay' : `Pay ${amount} ${symbol}`
}
