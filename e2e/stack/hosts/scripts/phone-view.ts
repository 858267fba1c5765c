import type { WalletCommand, WalletPrompt, WalletSession } from '../../walletconnect/thread-messages.ts'
import { button, element } from '../../wallets/elements.ts'
import type { PageConfig } from '../../wallets/page-config.ts'
import { byId, shortAddress } from './page-elements.ts'
import { chainName, type Fact, wordsOf } from './phone-messages.ts'

/** A phone as its page knows it. */
export type Phone = {
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

/** Draws the phone; cards that are there already stay, so that nobody's choice or focus is lost. */
export function drawPhone(phone: Phone, world: PageConfig, perform: Perform): void {
  const waiting = byId('waiting', HTMLDivElement)
  const known = new Map([...waiting.children].map((card) => [card.id, card]))
  const cards = phone.asked
    .filter(({ id }) => phone.waiting.includes(id))
    .map((asked) => known.get(cardId(asked)) ?? cardOf(asked, phone, world, perform))
  const answered = [...known.values()].filter((card) => !cards.includes(card))
  const hadFocus = answered.some((card) => card.contains(document.activeElement))
  for (const card of answered) card.remove()
  // Else the keyboard would start over at the top of the page.
  if (hadFocus) byId('waiting-title', HTMLHeadingElement).focus()
  for (const card of cards) if (!card.isConnected) waiting.append(card)

  byId('sites', HTMLUListElement).replaceChildren(...phone.sessions.map((session) => siteOf(session, world)))
  byId('leave', HTMLButtonElement).hidden = phone.sessions.length === 0
  const chainsOf = new Map<string, string[]>()
  for (const [chain, [address = '']] of Object.entries(phone.addresses)) {
    chainsOf.set(address, [...(chainsOf.get(address) ?? []), chainName(world, chain)])
  }
  const accounts = [...chainsOf].map(([address, chains]) => [chains.join(', '), address] as const)
  byId('accounts', HTMLDListElement).replaceChildren(...factsOf(accounts))
}

const cardId = ({ id }: WalletPrompt) => `asked-${id}`

function cardOf(asked: WalletPrompt, phone: Phone, world: PageConfig, perform: Perform): HTMLElement {
  const card = element('article', '')
  card.className = 'card'
  card.id = cardId(asked)
  const title = element('h3', '')
  title.id = `${card.id}-title`
  card.setAttribute('aria-labelledby', title.id)
  const reject = button('Reject', '')
  const approve = button('Approve', 'primary')
  const actions = element('footer', '')
  actions.append(reject, approve)

  const only = fill(card, title, asked, phone, world)
  card.append(actions)
  reject.addEventListener('click', () => perform({ is: 'answer', id: asked.id, decision: { is: 'reject' } }))
  approve.addEventListener('click', () =>
    perform({ is: 'answer', id: asked.id, decision: { is: 'approve', only: only() } }),
  )
  return card
}

/** Says what is asked; returns what the owner chooses of it, where there is a choice. */
function fill(
  card: HTMLElement,
  title: HTMLElement,
  asked: WalletPrompt,
  phone: Phone,
  world: PageConfig,
): () => string[] | undefined {
  switch (asked.is) {
    case 'proposal':
      return fillProposal(card, title, asked, phone, world)
    case 'sign-in':
      return fillSignIn(card, title, asked, world)
    case 'request':
      return fillRequest(card, title, asked, phone, world)
  }
}

/** A site wants to connect and that its owner signs in at once. */
function fillSignIn(
  card: HTMLElement,
  title: HTMLElement,
  { site, chains, message }: Extract<WalletPrompt, { is: 'sign-in' }>,
  world: PageConfig,
): () => undefined {
  title.textContent = `Connect and sign in to ${site.name}`
  const facts = document.createElement('dl')
  // The text is long, and who has no pointer scrolls it by keys.
  facts.tabIndex = 0
  const names = chains.map((chain) => chainName(world, chain)).join(', ')
  facts.append(
    ...factsOf([
      ['It may see your account on', names],
      ['You sign', message],
    ]),
  )
  card.append(title, quiet(site.url), facts)
  return () => undefined
}

/** A site wants to connect: the owner chooses with which ecosystems. Returns the chosen ones. */
function fillProposal(
  card: HTMLElement,
  title: HTMLElement,
  { site, required, optional }: Proposal,
  phone: Phone,
  world: PageConfig,
): () => string[] | undefined {
  title.textContent = `Connect ${site.name}`
  const choices = document.createElement('fieldset')
  choices.className = 'choices'
  choices.append(element('legend', 'It may see your account on'))
  const wanted = new Set(
    [...Object.entries(required), ...Object.entries(optional)].flatMap(
      ([key, { chains }]) => chains ?? [key],
    ),
  )
  const boxes = Object.entries(ecosystems).flatMap(([namespace, name]) => {
    const chains = Object.keys(phone.addresses).filter(
      (chain) => chain.startsWith(`${namespace}:`) && wanted.has(chain),
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
  card.append(title, quiet(site.url))
  if (boxes.length > 0) card.append(choices)
  else card.append(quiet('It wants no network that this wallet knows.'))
  return () => boxes.filter(({ checked }) => checked).map(({ value }) => value)
}

function fillRequest(
  card: HTMLElement,
  title: HTMLElement,
  { topic, chainId, method, params }: Request,
  phone: Phone,
  world: PageConfig,
): () => undefined {
  const words = wordsOf(method, params)
  title.textContent = words.title
  const site = phone.sessions.find((session) => session.topic === topic)?.site.name ?? 'A site'
  const facts = document.createElement('dl')
  facts.append(...factsOf(words.facts))
  card.append(title, quiet(`${site} asks, on ${chainName(world, chainId)}`), facts)
  return () => undefined
}

function siteOf({ site, accounts }: WalletSession, world: PageConfig): HTMLElement {
  const item = element('li', '')
  const name = element('b', site.name)
  const seen = accounts.map((account) => {
    const at = account.lastIndexOf(':')
    return `${chainName(world, account.slice(0, at))}: ${shortAddress(account.slice(at + 1))}`
  })
  item.append(name, quiet(site.url), ...seen.map(quiet))
  return item
}

function factsOf(facts: readonly Fact[]): HTMLElement[] {
  return facts.flatMap(([label, value]) => [element('dt', label), element('dd', value)])
}

function quiet(text: string): HTMLElement {
  const node = element('p', text)
  node.className = 'quiet'
  return node
}
