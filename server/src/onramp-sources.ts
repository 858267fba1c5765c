import { stripeOnramp } from './adapters/stripe/stripe.ts'
import type { Config } from './config/config-schema.ts'
import type { OnrampProvider } from './ports/onramp.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** The configured providers of the onramp. */
export const onrampSources = (
  { onramp }: Pick<Config, 'onramp'>,
  connection: VendorConnection,
): readonly OnrampProvider[] => [...(onramp.stripe ? [stripeOnramp(connection, onramp.stripe)] : [])]
