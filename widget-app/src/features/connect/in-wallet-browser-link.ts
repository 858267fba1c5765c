import type { Namespace } from '#shared/caip/namespace.ts'
import type { CatalogueWallet } from '#widget/domain/wallets/catalogue-wallet.ts'

/** The inputs of the link that makes a wallet's own browser open the page. */
export type BrowserLinkInput = {
  /** URL of the host page, on its verified origin. */
  readonly pageUrl: string
  /** The requested namespace; undefined for any. */
  readonly namespace: Namespace | undefined
  /** CAIP-2 reference of the active network. */
  readonly chainReference: string
  readonly isAndroid: boolean
}

type BrowserLink = {
  /** Ids in the bundled catalogue and in the public registry, and the rdns. */
  readonly names: readonly string[]
  /** The only namespace that needs this link; undefined: all. */
  readonly only?: Namespace
  readonly href: (page: string, input: BrowserLinkInput) => string
}

const encode = encodeURIComponent

const phantom: BrowserLink = {
  names: ['phantom', 'app.phantom', 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'],
  href: (page, { isAndroid }) => {
    const ref = encode(new URL(page).origin)
    return isAndroid
      ? `intent://browse/${encode(page)}?ref=${ref}#Intent;scheme=phantom;package=app.phantom;end`
      : `https://phantom.app/ul/browse/${encode(page)}?ref=${ref}`
  },
}

const solflare: BrowserLink = {
  names: ['solflare', 'com.solflare', '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'],
  href: (page) => `https://solflare.com/ul/v1/browse/${encode(page)}?ref=${encode(page)}`,
}

const coinbase: BrowserLink = {
  names: [
    'coinbase',
    'com.coinbase.wallet',
    'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  ],
  only: 'solana',
  href: (page) => `https://go.cb-w.com/dapp?cb_url=${encode(page)}`,
}

/** Id of the browser among Binance's mini apps, and its start page (Binance Web3 Wallet, deep links). */
const binanceBrowser = { appId: 'yFK5FCqYprrXDiVFbhyRx7', path: '/pages/browser/index' }

const binance: BrowserLink = {
  names: [
    'binance',
    'com.binance.wallet',
    '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
  ],
  only: 'bip122',
  href: (page, { chainReference }) => {
    const { appId, path } = binanceBrowser
    const query = btoa(`url=${encode(page)}&defaultChainId=${chainReference}`)
    const app = `bnc://app.binance.com/mp/app?appId=${appId}&startPagePath=${btoa(path)}&startPageQuery=${query}`
    return `https://app.binance.com/en/download?_dp=${btoa(app)}`
  },
}

const browserLinks: readonly BrowserLink[] = [phantom, solflare, coinbase, binance]

/**
 * Returns the link that opens the host page in the browser of a wallet that a phone cannot reach otherwise: Phantom,
 * Solflare, Coinbase (Solana) and Binance (Bitcoin), SPEC §7. Undefined for every other wallet and for pages that are not
 * https or http.
 */
export function inWalletBrowserLink(
  wallet: Pick<CatalogueWallet, 'id' | 'rdns'>,
  input: BrowserLinkInput,
): string | undefined {
  const browserLink = browserLinks.find(
    ({ names }) => names.includes(wallet.id) || (wallet.rdns !== undefined && names.includes(wallet.rdns)),
  )
  if (!browserLink || !/^https?:$/.test(URL.parse(input.pageUrl)?.protocol ?? '')) return undefined
  if (browserLink.only !== undefined && browserLink.only !== input.namespace) return undefined
  return browserLink.href(input.pageUrl, input)
}
