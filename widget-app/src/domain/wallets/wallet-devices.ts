import type { CatalogueWallet } from './catalogue-wallet.ts'

/** How a person can reach a wallet: in this browser, on a phone, as an app on this computer, as a page. */
export type WalletDevice = 'browser' | 'mobile' | 'desktop' | 'web'

export type WalletDeviceFacts = {
  readonly isInstalled: boolean
  /** What the catalogue knows of it; undefined for any wallet that speaks WalletConnect. */
  readonly links: CatalogueWallet['links'] | undefined
  readonly isPhone: boolean
}

/** The tabs of a wallet, first the best one. A computer's apps are no way on a phone (SPEC §3, wallet list entry). */
export function walletDevices({ isInstalled, links, isPhone }: WalletDeviceFacts): readonly WalletDevice[] {
  const ways: WalletDevice[] = []
  if (isInstalled) ways.push('browser')
  if (!links || links.universal || links.mobile) ways.push('mobile')
  if (links?.desktop && !isPhone) ways.push('desktop')
  if (links?.webApp) ways.push('web')
  return ways
}
