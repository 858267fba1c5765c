import type { WalletLinks } from '#widget/domain/wallets/catalogue-wallet.ts'

/** A deep link: `universal` is https and opens a tab, `scheme` makes the operating system open the app. */
export type DeepLink = { readonly is: 'universal' | 'scheme'; readonly href: string }

/**
 * Converts a pairing URI to a deep link, encoding the URI once.
 * @example pairingLink('rainbow://', 'wc:7f…@2?symKey=3c…') // { is: 'scheme', href: 'rainbow://wc?uri=wc%3A7f…' }
 */
export const pairingLink = (base: string, uri: string): DeepLink => ({
  is: /^https:/i.test(base) ? 'universal' : 'scheme',
  href: `${base}wc?uri=${encodeURIComponent(uri)}`,
})

/** The links that open a wallet on this phone: the universal one first, then the scheme. */
export function mobileLinks(links: WalletLinks, uri: string): readonly DeepLink[] {
  const found = [links.universal, links.mobile].flatMap((base) =>
    base === undefined ? [] : [pairingLink(base, uri)],
  )
  const distinct = found.filter(({ href }, at) => found.findIndex((other) => other.href === href) === at)
  return [
    ...distinct.filter((link) => link.is === 'universal'),
    ...distinct.filter((link) => link.is === 'scheme'),
  ]
}
