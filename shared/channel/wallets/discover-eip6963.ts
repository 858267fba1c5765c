import { walletLimit, walletNameMaxLength } from '../../config/limits.ts'
import { listen as listenUntil } from '../listen.ts'
import { randomId } from '../random-id.ts'
import { type InjectedWallet, walletKeyOf } from '../records/discovered-wallet.ts'
import { isWalletIcon } from '../records/wallet-icon.ts'
import { attempt, captureProvider, type InjectedProvider } from './injected-provider.ts'
import { isWidgetWallet } from './widget-wallet.ts'

export type Discovery = {
  /** Discovered wallets as data, in order of discovery; a legacy one last. */
  list(): readonly InjectedWallet[]
  provider(handle: string): InjectedProvider | undefined
}

type Entry = { readonly provider: InjectedProvider; readonly wallet: InjectedWallet }

type DuplicateWarning = 'duplicate-rdns' | 'duplicate-name'

/** A warning stays, and one of an rdns replaces one of a name, so that the order of announcements does not matter. */
const mark = (entry: Entry, warning: DuplicateWarning): Entry =>
  entry.wallet.warning === 'duplicate-rdns' ? entry : { ...entry, wallet: { ...entry.wallet, warning } }

const isLegacy = ({ wallet }: Entry): boolean => wallet.source === 'legacy'

/** Maximum replacements of `window.ethereum` that are followed: some pages return another object at each read. */
const maxReplacements = 4

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A reverse domain name of EIP-6963. Some wallets announce a URL or nothing there: those are identified by name. */
const isRdns = (text: string): boolean => /^[a-zA-Z0-9.-]{1,128}$/.test(text)

/**
 * The warning if the user could take two entries for the same wallet: because of one rdns, or, if an entry has none, because
 * of one name or key. Different valid rdns are different wallets, whatever their names. Symmetric.
 */
function duplicateWarning({ wallet: one }: Entry, { wallet: other }: Entry): DuplicateWarning | undefined {
  if (one.rdns && other.rdns) return one.rdns === other.rdns ? 'duplicate-rdns' : undefined
  const isAlike =
    walletKeyOf(one) === walletKeyOf(other) || one.name.toLowerCase() === other.name.toLowerCase()
  return isAlike ? 'duplicate-name' : undefined
}

/**
 * Discovers Ethereum wallets in the page until the signal aborts: EIP-6963 announcements, and a legacy `window.ethereum`
 * without announcement, where a replacement supersedes the previous one; a widget that announces itself is not listed. Two
 * providers of one rdns are both marked: a page script may have announced first (channel T20). A wallet that answers each
 * request (`eip6963:requestProvider`) with another provider is listed once, with its first: it answers each request once. A
 * uuid proves nothing, because some wallets create one for each announcement, and a script can copy it.
 */
export function discoverEthereumWallets(
  page: Window & typeof globalThis,
  signal: AbortSignal,
  onChange: () => void,
): Discovery {
  let announced: readonly Entry[] = []
  let legacy: Entry | undefined
  /** No longer listed; connections through one keep it. */
  let retired: readonly Entry[] = []

  /** While a request of the page is answered: by rdns and name, the provider announced first. */
  let firstProviders: Map<string, object> | undefined
  /** Providers of wallets that are listed with an earlier provider. */
  const laterProviders = new WeakSet<object>()

  const entries = () => (legacy ? [...announced, legacy] : announced)
  const findByProvider = (identity: object) => entries().find((entry) => entry.provider.identity === identity)

  /** Adds an entry; entries that the user could confuse are all marked. */
  const markConfusable = (list: readonly Entry[], entry: Entry): readonly Entry[] => {
    let added = entry
    const marked = list.map((one) => {
      const warning = duplicateWarning(one, entry)
      if (!warning) return one
      added = mark(added, warning)
      return mark(one, warning)
    })
    return [...marked, added]
  }
  const retireLegacy = () => {
    if (legacy) retired = [...retired, legacy]
    legacy = undefined
  }
  const add = (entry: Entry) => {
    const all = markConfusable(entries(), entry)
    announced = all.filter((one) => !isLegacy(one))
    legacy = all.find(isLegacy)
    onChange()
  }

  const announce = (detail: unknown) => {
    const read = (from: unknown, name: string): unknown => Reflect.get(Object(from), name)
    const info = read(detail, 'info')
    // Read once: a getter of the page may return something else the next time.
    const [rdns = '', name, icon] = ['rdns', 'name', 'icon'].map((key) => textOf(read(info, key)))
    const displayName = name || (isRdns(rdns) ? rdns : '')
    const provider = captureProvider(read(detail, 'provider'))
    // The user cannot select a wallet without a name or a readable rdns.
    if (!provider || displayName === '') return
    if (isWidgetWallet(provider.identity, rdns)) return
    const { identity } = provider
    const wallet: InjectedWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'eip6963',
      ...(isRdns(rdns) && { rdns }),
      name: displayName.slice(0, walletNameMaxLength),
      ...(isWalletIcon(icon) && { icon }),
    }
    const key = `${wallet.rdns} ${wallet.name}`
    const first = firstProviders?.get(key) ?? identity
    firstProviders?.set(key, first)
    const existing = findByProvider(identity)
    if (existing && !isLegacy(existing)) {
      const isSame = first === identity && walletKeyOf(existing.wallet) === walletKeyOf(wallet)
      if (isSame || existing.wallet.warning) return
      announced = announced.map((entry) => (entry === existing ? mark(entry, 'duplicate-rdns') : entry))
      return onChange()
    }
    if (existing) retireLegacy()
    const isListed = announced.some((one) => `${one.wallet.rdns} ${one.wallet.name}` === key)
    if (isListed && first === identity && (firstProviders || laterProviders.has(identity)))
      laterProviders.add(identity)
    // One slot remains free for the legacy wallet.
    else if (announced.length < walletLimit - 1) return add({ provider, wallet })
    if (existing) onChange()
  }

  const checkLegacy = () => {
    if (retired.length === maxReplacements) return
    const provider = captureProvider(Reflect.get(page, 'ethereum'))
    if (!provider || laterProviders.has(provider.identity)) return
    if (findByProvider(provider.identity) || isWidgetWallet(provider.identity)) return
    const wallet: InjectedWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'legacy',
      name: 'Browser Wallet',
    }
    retireLegacy()
    add({ provider, wallet })
  }

  const listen = (type: string, run: (event: Event) => void, options?: AddEventListenerOptions) => {
    // An announcement that cannot be read, or a getter of the page that throws: no wallet.
    const listener = (event: Event) => attempt(() => run(event))
    listenUntil(page, type, listener, signal, options)
    return listener
  }
  listen('eip6963:announceProvider', (event) => announce(Reflect.get(event, 'detail')))
  const request = new page.CustomEvent('eip6963:requestProvider')
  page.dispatchEvent(request)
  listen('ethereum#initialized', checkLegacy)(request)
  // After the widget's own request: a provider first announced during it is another wallet.
  const onRequest = () => {
    firstProviders = new Map()
    queueMicrotask(() => {
      firstProviders = undefined
    })
  }
  // Capturing, because the listeners of earlier wallets would run first.
  listen('eip6963:requestProvider', onRequest, { capture: true })

  return {
    list: () => {
      // Not every wallet that injects late emits an event.
      attempt(checkLegacy)
      return entries().map((entry) => entry.wallet)
    },
    provider: (handle) => [...entries(), ...retired].find(({ wallet }) => wallet.handle === handle)?.provider,
  }
}
