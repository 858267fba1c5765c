import type { OutboundConfig } from './adapters/outbound/outbound.ts'
import type { Config } from './config/config-schema.ts'
import { oauthUrls } from './oauth-sources.ts'

/**
 * Limits the vendor client to the origins of the operator's settings, regardless of the addresses that their names resolve
 * to.
 */
export function vendorOutbound({
  prices,
  history,
  swaps,
  onramp,
  embeddedWallet,
}: Pick<Config, 'prices' | 'history' | 'swaps' | 'onramp' | 'embeddedWallet'>): OutboundConfig {
  const vendors = [
    prices.defillama,
    ...history.blockscout.explorers,
    history.etherscan,
    ...[swaps.oneInch, swaps.jupiter, onramp.meld, onramp.stripe],
    embeddedWallet.farcaster.isEnabled ? { url: embeddedWallet.farcaster.relayUrl } : undefined,
  ]
  const urls = [
    ...vendors.flatMap((vendor) => (vendor === undefined ? [] : [vendor.url])),
    ...oauthUrls({ embeddedWallet }),
    ...(embeddedWallet.sponsorship?.networks ?? []).flatMap(({ bundlerUrl, paymasterUrl }) =>
      [bundlerUrl, paymasterUrl].filter((url) => url !== undefined),
    ),
  ]
  return {
    allowedOrigins: urls.map((url) => new URL(url).origin),
    allowedPrivate: ['0.0.0.0/0', '::/0'],
    ports: [],
  }
}
