import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import type { Config } from './config-schema.ts'

/** The part of the configuration that the policy of the widget's documents depends on. */
export const documentPolicy = ({ walletConnect }: Config): DocumentPolicy => ({
  connectSources: [],
  relayUrl: walletConnect.relayUrl,
  frameSources: [],
})
