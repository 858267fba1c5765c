import { createMeldOnramp } from './adapters/meld/meld.ts'
import { createStripeOnramp } from './adapters/stripe/stripe.ts'
import type { Config } from './config/config-schema.ts'
import type { OnrampProvider } from './ports/sources/onramp.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** The configured onramp providers; if two sell the same asset, the first one's limits are shown. */
export const createOnrampSources = (
  { onramp, publicUrl }: Pick<Config, 'onramp' | 'publicUrl'>,
  connection: VendorConnection,
): readonly OnrampProvider[] => [
  ...(onramp.meld
    ? [createMeldOnramp(connection, { ...onramp.meld, webhookUrl: `${publicUrl}/v1/onramp/webhooks/meld` })]
    : []),
  ...(onramp.stripe ? [createStripeOnramp(connection, onramp.stripe)] : []),
]
