import type { WalletLinks } from '#widget/domain/wallets/catalogue-wallet.ts'

export type StoreKind = 'chrome' | 'ios' | 'android' | 'webApp' | 'web'
export type StoreLink = { readonly kind: StoreKind; readonly href: string }

const onDesktop: readonly StoreKind[] = ['chrome', 'ios', 'android', 'webApp', 'web']
const onPhone: readonly StoreKind[] = ['ios', 'android', 'webApp', 'web', 'chrome']

/** Where a wallet can be had, best first; only https links, because the list may come from a host. */
export const storeLinks = (links: WalletLinks, isPhone: boolean): readonly StoreLink[] =>
  (isPhone ? onPhone : onDesktop).flatMap((kind) => {
    const href = links[kind]
    return href?.startsWith('https://') ? [{ kind, href }] : []
  })

/** The site a link leads to, for the eye. */
export const siteOf = (href: string): string => URL.parse(href)?.hostname.replace(/^www\./, '') ?? ''
