import type { CatalogueWallet } from './catalogue-wallet.ts'

/** Where a wallet can be used: in this browser, on a phone, as a desktop app, as a web app. */
export type WalletDevice = 'browser' | 'mobile' | 'desktop' | 'web'

export type WalletDeviceFacts = {
  readonly isInstalled: boolean
  /** The catalogue's links; undefined for any wallet that supports WalletConnect. */
  readonly links: CatalogueWallet['links'] | undefined
  readonly isPhone: boolean
}

/** The tabs of a wallet, the best one first. Desktop apps are not offered on a phone (SPEC §3, wallet list entry). */
export function walletDevices({ isInstalled, links, isPhone }: WalletDeviceFacts): readonly WalletDevice[] {
  const devices: WalletDevice[] = []
  if (isInstalled) devices.push('browser')
  if (!links || links.universal || links.mobile) devices.push('mobile')
  if (links?.desktop && !isPhone) devices.push('desktop')
  if (links?.webApp) devices.push('web')
  return devices
}
