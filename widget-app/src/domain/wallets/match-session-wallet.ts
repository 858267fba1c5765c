import type { CatalogueWallet } from './catalogue-wallet.ts'
import { walletLink } from './wallet-link.ts'

const fold = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\bwallet\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The catalogue wallet of a WalletConnect session, by the peer's name: the selected one if its name matches (another wallet
 * may scan the code), otherwise one with exactly that name. The catalogue's app link takes precedence over the peer's.
 */
export function matchSessionWallet(
  wallets: readonly CatalogueWallet[],
  peer: { readonly name: string; readonly links: readonly string[] },
  walletId: string | undefined,
): {
  readonly rdns: string | undefined
  readonly icon: string | undefined
  readonly app: string | undefined
} {
  const peerName = fold(peer.name)
  const selected = wallets.find((wallet) => wallet.id === walletId)
  const matchesName = (wallet: CatalogueWallet) => {
    const name = fold(wallet.name)
    return name !== '' && peerName !== '' && (peerName.includes(name) || name.includes(peerName))
  }
  const found =
    selected && matchesName(selected)
      ? selected
      : wallets.find((wallet) => fold(wallet.name) === peerName && peerName !== '')
  const links = [found?.links.universal, found?.links.mobile, ...peer.links]
  const app = links.map(walletLink).find((link) => link !== undefined)
  return { rdns: found?.rdns, icon: found?.imageUrl, app }
}
