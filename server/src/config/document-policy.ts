import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import type { Config } from './config-schema.ts'
import { vaultLocation } from './vault-location.ts'

/** The part of the configuration that the policy of the widget's documents depends on. */
export const documentPolicy = (config: Config): DocumentPolicy => ({
  connectSources: [],
  relayUrl: config.walletConnect.relayUrl,
  frameSources: config.embeddedWallet.isEnabled ? [vaultLocation(config).origin] : [],
})
