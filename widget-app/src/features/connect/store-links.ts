import type { WalletLinks } from '#widget/domain/wallets/catalogue-wallet.ts'

export type StoreKind = 'chrome' | 'ios' | 'android' | 'webApp' | 'web'
export type StoreLink = { readonly kind: StoreKind; readonly href: string }

const onDesktop: readonly StoreKind[] = ['chrome', 'ios', 'android', 'webApp', 'web']
const onPhone: readonly StoreKind[] = ['ios', 'android', 'webApp', 'web', 'chrome']

/** Links to install a wallet, best first. Only https links, because the list can come from a host. */
export const storeLinks = (links: WalletLinks, isPhone: boolean): readonly StoreLink[] =>
  (isPhone ? onPhone : onDesktop).flatMap((kind) => {
    const href = links[kind]
    return href?.startsWith('https://') ? [{ kind, href }] : []
  })

/** The hostname of a link, for display. */
export const hostnameOf = (href: string): string => URL.parse(href)?.hostname.replace(/^www\./, '') ?? ''
