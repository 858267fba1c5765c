import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'

/** Prefix of the handles of our own wallet, one per namespace; handles of the page's wallets are hex. */
export const embeddedHandlePrefix = 'embedded:'

/** The handle of our own wallet in a namespace. */
export const embeddedHandle = (namespace: DiscoveredWallet['namespace']): string =>
  `${embeddedHandlePrefix}${namespace}`
