import * as z from 'zod/mini'
import { matching, nonEmptyText } from '../../../shared/bounded.ts'
import type { FoundWallet } from '../../../shared/channel/found-wallet.ts'
import { randomId } from '../../../shared/channel/random-id.ts'
import { walletIconMaxBytes, walletLimit, walletNameMaxLength } from '../../../shared/config/limits.ts'
import { captureProvider, type InjectedProvider } from './injected-provider.ts'

export type Discovery = {
  /** Found wallets as data, in the order they appeared. */
  list(): readonly FoundWallet[]
  provider(handle: string): InjectedProvider | undefined
  stop(): void
}

type Entry = { readonly uuid: string; readonly provider: InjectedProvider; readonly wallet: FoundWallet }

const announcement = z.object({
  info: z.object({
    uuid: nonEmptyText(128),
    name: nonEmptyText(65_536),
    rdns: matching(/^[a-zA-Z0-9.-]{1,128}$/),
    icon: z.optional(z.unknown()),
  }),
  provider: z.unknown(),
})

/** A picture that may cross; the widget inspects what is in it before it draws it. */
const isPicture = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= walletIconMaxBytes && icon.startsWith('data:image/')

/**
 * Finds Ethereum wallets in the page: EIP-6963 announcements, and a legacy `window.ethereum` that no announcement
 * covers. Two announcements of one rdns, or one wallet that changes its uuid, are marked, both of them: a page script
 * may have announced first (channel T20).
 */
export function discoverEthereumWallets(page: Window & typeof globalThis, onChange: () => void): Discovery {
  let entries: readonly Entry[] = []
  let legacy: Entry | undefined

  const list = () => [...entries, ...(legacy ? [legacy] : [])].map((entry) => entry.wallet)

  const update = (next: readonly Entry[]) => {
    entries = next
    if (legacy && entries.some((entry) => entry.provider.identity === legacy?.provider.identity))
      legacy = undefined
    onChange()
  }

  const mark = (entry: Entry, warning: NonNullable<FoundWallet['warning']>): Entry => ({
    ...entry,
    wallet: { ...entry.wallet, warning: entry.wallet.warning ?? warning },
  })

  const onAnnounce = (event: Event) => {
    const parsed = announcement.safeParse(event instanceof page.CustomEvent ? event.detail : undefined)
    const provider = parsed.success ? captureProvider(parsed.data.provider) : undefined
    if (!parsed.success || !provider) return
    const { uuid, rdns, name, icon } = parsed.data.info
    const same = entries.find((entry) => entry.provider.identity === provider.identity)
    if (same?.uuid === uuid) return
    if (same) {
      update(entries.map((entry) => (entry === same ? mark({ ...entry, uuid }, 'uuid-changed') : entry)))
      return
    }
    if (entries.length >= walletLimit - 1) return
    const twin = entries.some((entry) => entry.wallet.rdns === rdns)
    const wallet: FoundWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'eip6963',
      rdns,
      name: name.slice(0, walletNameMaxLength),
      ...(isPicture(icon) ? { icon } : {}),
      ...(twin ? { warning: 'duplicate-rdns' as const } : {}),
    }
    const marked = entries.map((entry) =>
      entry.wallet.rdns === rdns ? mark(entry, 'duplicate-rdns') : entry,
    )
    update([...marked, { uuid, provider, wallet }])
  }

  const onLegacy = () => {
    const provider = captureProvider(Reflect.get(page, 'ethereum'))
    if (!provider || legacy || entries.some((entry) => entry.provider.identity === provider.identity)) return
    const wallet: FoundWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'legacy',
      name: 'Browser Wallet',
    }
    legacy = { uuid: '', provider, wallet }
    onChange()
  }

  page.addEventListener('eip6963:announceProvider', onAnnounce)
  page.addEventListener('ethereum#initialized', onLegacy)
  page.dispatchEvent(new page.Event('eip6963:requestProvider'))
  onLegacy()

  return {
    list,
    provider: (handle) =>
      [...entries, ...(legacy ? [legacy] : [])].find((entry) => entry.wallet.handle === handle)?.provider,
    stop: () => {
      page.removeEventListener('eip6963:announceProvider', onAnnounce)
      page.removeEventListener('ethereum#initialized', onLegacy)
    },
  }
}
