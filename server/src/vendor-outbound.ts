import type { OutboundConfig } from './adapters/outbound/outbound.ts'
import type { Config } from './config/config-schema.ts'

/**
 * Limits the vendor client to the origins of the operator's settings, regardless of the addresses that their names resolve
 * to.
 */
export function vendorOutbound({
  prices,
  history,
  swaps,
  onramp,
}: Pick<Config, 'prices' | 'history' | 'swaps' | 'onramp'>): OutboundConfig {
  const vendors = [
    prices.defillama,
    ...history.blockscout.explorers,
    history.etherscan,
    ...[swaps.oneInch, swaps.jupiter, onramp.meld, onramp.stripe],
  ]
  return {
    allowedOrigins: vendors.flatMap((vendor) => (vendor === undefined ? [] : [new URL(vendor.url).origin])),
    allowedPrivate: ['0.0.0.0/0', '::/0'],
    ports: [],
  }
}
