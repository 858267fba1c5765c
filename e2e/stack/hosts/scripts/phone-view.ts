import type { WalletCommand, WalletPrompt, WalletSession } from '../../walletconnect/thread-messages.ts'
import { button, element } from '../../wallets/elements.ts'
import type { PageConfig } from '../../wallets/page-config.ts'
import { byId, shortAddress } from './page-elements.ts'
import { chainName, describeRequest, type Fact } from './phone-messages.ts'

/** State of a mobile wallet, as its page receives it. */
export type MobileWalletState = {
  readonly name: string
  readonly addresses: Readonly<Record<string, readonly string[]>>
  readonly asked: readonly WalletPrompt[]
  readonly waiting: readonly number[]
  readonly sessions: readonly WalletSession[]
}

type Perform = (command: WalletCommand) => void
type Proposal = Extract<WalletPrompt, { is: 'proposal' }>
type Request = Extract<WalletPrompt, { is: 'request' }>

const ecosystems: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
}

/** Renders the mobile wallet. Existing cards are kept, so that the user's choice and focus are not lost. */
export function renderPhone(phone: MobileWalletState, world: PageConfig, perform: Perform): void {
  const waiting = byId('waiting', HTMLDivElement)
  const existing = new Map([...waiting.children].map((card) => [card.id, card]))
  const cards = phone.asked
    .filter(({ id }) => phone.waiting.includes(id))
    .map((prompt) => existing.get(cardId(prompt)) ?? createCard(prompt, phone, world, perform))
  const removed = [...existing.values()].filter((card) => !cards.includes(card))
  const hadFocus = removed.some((card) => card.contains(document.activeElement))
  for (const card of removed) card.remove()
  // Otherwise keyboard focus would restart at the top of the page.
  if (hadFocus) byId('waiting-title', HTMLHeadingElement).focus()
  for (const card of cards) if (!card.isConnected) waiting.append(card)

  byId('sites', HTMLUListElement).replaceChildren(
    ...phone.sessions.map((session) => renderSite(session, world)),
  )
  byId('leave', HTMLButtonElement).hidden = phone.sessions.length === 0
  const chainsOf = new Map<string, string[]>()
  for (const [chain, [address = '']] of Object.entries(phone.addresses)) {
    chainsOf.set(address, [...(chainsOf.get(address) ?? []), chainName(world, chain)])
  }
  const accounts = [...chainsOf].map(([address, chains]) => [chains.join(', '), address] as const)
  byId('accounts', HTMLDListElement).replaceChildren(...renderFacts(accounts))
}

const cardId = ({ id }: WalletPrompt) => `asked-${id}`

function createCard(
  prompt: WalletPrompt,
  phone: MobileWalletState,
  world: PageConfig,
  perform: Perform,
): HTMLElement {
  const card = element('article', '')
  card.className = 'card'
  card.id = cardId(prompt)
  const title = element('h3', '')
  title.id = `${card.id}-title`
  card.setAttribute('aria-labelledby', title.id)
  const reject = button('Reject', '')
  const approve = button('Approve', 'primary')
  const actions = element('footer', '')
  actions.append(reject, approve)

  const readSelection = fillCard(card, title, prompt, phone, world)
  card.append(actions)
  reject.addEventListener('click', () => perform({ is: 'answer', id: prompt.id, decision: { is: 'reject' } }))
  approve.addEventListener('click', () =>
    perform({ is: 'answer', id: prompt.id, decision: { is: 'approve', only: readSelection() } }),
  )
  return card
}

/** Fills a card with the prompt; returns a function for the user's selection, if there is one. */
function fillCard(
  card: HTMLElement,
  title: HTMLElement,
  prompt: WalletPrompt,
  phone: MobileWalletState,
  world: PageConfig,
): () => string[] | undefined {
  switch (prompt.is) {
    case 'proposal':
      return fillProposal(card, title, prompt, phone, world)
    case 'sign-in':
      return fillSignIn(card, title, prompt, world)
    case 'request':
      return fillRequest(card, title, prompt, phone, world)
  }
}

/** Fills the card of a site that requests a connection and a sign-in at once. */
function fillSignIn(
  card: HTMLElement,
  title: HTMLElement,
  { site, chains, message }: Extract<WalletPrompt, { is: 'sign-in' }>,
  world: PageConfig,
): () => undefined {
  title.textContent = `Connect and sign in to ${site.name}`
  const facts = document.createElement('dl')
  // Focusable, so that the keyboard can scroll the long text.
  facts.tabIndex = 0
  const names = chains.map((chain) => chainName(world, chain)).join(', ')
  facts.append(
    ...renderFacts([
      ['It may see your account on', names],
      ['You sign', message],
    ]),
  )
  card.append(title, quietText(site.url), facts)
  return () => undefined
}

/** Fills the card of a connection request. The user selects ecosystems; the returned function reads the selection. */
function fillProposal(
  card: HTMLElement,
  title: HTMLElement,
  { site, required, optional }: Proposal,
  phone: MobileWalletState,
  world: PageConfig,
): () => string[] | undefined {
  title.textContent = `Connect ${site.name}`
  const choices = document.createElement('fieldset')
  choices.className = 'choices'
  choices.append(element('legend', 'It may see your account on'))
  const requestedChains = new Set(
    [...Object.entries(required), ...Object.entries(optional)].flatMap(
      ([key, { chains }]) => chains ?? [key],
    ),
  )
  const boxes = Object.entries(ecosystems).flatMap(([namespace, name]) => {
    const chains = Object.keys(phone.addresses).filter(
      (chain) => chain.startsWith(`${namespace}:`) && requestedChains.has(chain),
    )
    if (chains.length === 0) return []
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.checked = true
    box.value = namespace
    const label = element('label', '')
    const text = element('span', `${name} `)
    text.append(element('small', chains.map((chain) => chainName(world, chain)).join(', ')))
    label.append(box, text)
    choices.append(label)
    return [box]
  })
  card.append(title, quietText(site.url))
  if (boxes.length > 0) card.append(choices)
  else card.append(quietText('It wants no network that this wallet knows.'))
  return () => boxes.filter(({ checked }) => checked).map(({ value }) => value)
}

function fillRequest(
  card: HTMLElement,
  title: HTMLElement,
  { topic, chainId, method, params }: Request,
  phone: MobileWalletState,
  world: PageConfig,
): () => undefined {
  const description = describeRequest(method, params)
  title.textContent = description.title
  const site = phone.sessions.find((session) => session.topic === topic)?.site.name ?? 'A site'
  const facts = document.createElement('dl')
  facts.append(...renderFacts(description.facts))
  card.append(title, quietText(`${site} asks, on ${chainName(world, chainId)}`), facts)
  return () => undefined
}

function renderSite({ site, accounts }: WalletSession, world: PageConfig): HTMLElement {
  const item = element('li', '')
  const name = element('b', site.name)
  const accountTexts = accounts.map((account) => {
    const at = account.lastIndexOf(':')
    return `${chainName(world, account.slice(0, at))}: ${shortAddress(account.slice(at + 1))}`
  })
  item.append(name, quietText(site.url), ...accountTexts.map(quietText))
  return item
}

function renderFacts(facts: readonly Fact[]): HTMLElement[] {
  return facts.flatMap(([label, value]) => [element('dt', label), element('dd', value)])
}

function quietText(text: string): HTMLElement {
  const node = element('p', text)
  node.className = 'quiet'
  return node
}
