import type { OutboundConfig } from './adapters/outbound/outbound.ts'
import type { Config } from './config/config-schema.ts'

/**
 * What the client for vendors may connect to: the origins of the operator's settings and nothing else, wherever their names point
 * to.
 */
export function vendorOutbound({ swaps, onramp }: Pick<Config, 'swaps' | 'onramp'>): OutboundConfig {
  const vendors = [swaps.oneInch, swaps.jupiter, onramp.meld, onramp.stripe]
  return {
    allowedOrigins: vendors.flatMap((vendor) => (vendor === undefined ? [] : [new URL(vendor.url).origin])),
    allowedPrivate: ['0.0.0.0/0', '::/0'],
    ports: [],
  }
}
