import { anything, matching, nonEmptyText, parseWire, strictObject } from '../../bounded.ts'
import { walletLimit, walletNameMaxLength } from '../../config/limits.ts'
import type { InjectedWallet } from '../found-wallet.ts'
import { isPicture } from '../picture.ts'
import { randomId } from '../random-id.ts'
import { captureProvider, type InjectedProvider } from './injected-provider.ts'
import { isOwnWallet } from './own-wallet.ts'

export type Discovery = {
  /** Found wallets as data, in the order they appeared; a legacy one last. */
  list(): readonly InjectedWallet[]
  provider(handle: string): InjectedProvider | undefined
}

/** `uuid` is absent for the legacy wallet. */
type Entry = { readonly uuid?: string; readonly provider: InjectedProvider; readonly wallet: InjectedWallet }

const announced6963 = strictObject({
  uuid: nonEmptyText(128),
  name: nonEmptyText(65_536),
  rdns: matching(/^[a-zA-Z0-9.-]{1,128}$/),
  icon: anything,
})

const mark = (entry: Entry, warning: NonNullable<InjectedWallet['warning']>): Entry => ({
  ...entry,
  wallet: { warning, ...entry.wallet },
})

/**
 * Finds Ethereum wallets in the page until the signal aborts: EIP-6963 announcements, and a legacy `window.ethereum`
 * that no announcement covers; a widget that announces itself is none. Two announcements of one rdns, or one wallet that changes its uuid, are marked, both of
 * them: a page script may have announced first (channel T20).
 */
export function discoverEthereumWallets(
  page: Window & typeof globalThis,
  signal: AbortSignal,
  onChange: () => void,
): Discovery {
  let announced: readonly Entry[] = []
  let legacy: Entry | undefined

  const entries = () => (legacy ? [...announced, legacy] : announced)
  const known = (identity: object) => entries().find((entry) => entry.provider.identity === identity)

  const announce = (detail: unknown) => {
    const read = (from: unknown, name: string): unknown => Reflect.get(Object(from), name)
    const info = read(detail, 'info')
    // Read once: a getter of the page may say something else the next time.
    const seen = Object.fromEntries(['uuid', 'name', 'rdns', 'icon'].map((name) => [name, read(info, name)]))
    const parsed = parseWire(announced6963, seen)
    const provider = captureProvider(read(detail, 'provider'))
    if (!provider || !parsed.success) return
    const { uuid, name, rdns, icon } = parsed.data
    if (isOwnWallet(provider.identity, rdns)) return
    const same = known(provider.identity)
    if (same?.uuid === uuid) return
    if (same?.uuid !== undefined) {
      announced = announced.map((entry) =>
        entry === same ? mark({ ...entry, uuid }, 'uuid-changed') : entry,
      )
      return onChange()
    }
    if (same) legacy = undefined
    const isTwin = announced.some(({ wallet }) => wallet.rdns === rdns)
    announced = announced.map((entry) => (entry.wallet.rdns === rdns ? mark(entry, 'duplicate-rdns') : entry))
    // One place stays free for the legacy wallet.
    if (announced.length < walletLimit - 1) {
      const wallet: InjectedWallet = {
        handle: randomId(),
        namespace: 'eip155',
        source: 'eip6963',
        rdns,
        name: name.slice(0, walletNameMaxLength),
        ...(isPicture(icon) && { icon }),
      }
      const entry = { uuid, provider, wallet }
      announced = [...announced, isTwin ? mark(entry, 'duplicate-rdns') : entry]
    }
    onChange()
  }

  const lookForLegacy = () => {
    const provider = captureProvider(Reflect.get(page, 'ethereum'))
    if (!provider || legacy || known(provider.identity) || isOwnWallet(provider.identity)) return
    const wallet: InjectedWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'legacy',
      name: 'Browser Wallet',
    }
    legacy = { provider, wallet }
    onChange()
  }

  const listen = (type: string, run: (event: Event) => void) => {
    const attempt = (event: Event) => {
      try {
        run(event)
      } catch {
        // An announcement that does not parse, or a getter of the page that throws: no wallet.
      }
    }
    page.addEventListener(type, attempt, { signal })
    return attempt
  }
  listen('eip6963:announceProvider', (event) => announce(Reflect.get(event, 'detail')))
  const request = new page.Event('eip6963:requestProvider')
  page.dispatchEvent(request)
  listen('ethereum#initialized', lookForLegacy)(request)

  return {
    list: () => entries().map((entry) => entry.wallet),
    provider: (handle) => entries().find((entry) => entry.wallet.handle === handle)?.provider,
  }
}
