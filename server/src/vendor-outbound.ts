import type { OutboundConfig } from './adapters/outbound/outbound.ts'
import type { Config } from './config/config-schema.ts'

/**
 * What the client for vendors may connect to: the origins of the operator's settings and nothing else, wherever their names point
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
