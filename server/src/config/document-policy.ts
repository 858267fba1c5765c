import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import type { Config } from './config-schema.ts'

/** What the configuration decides of the policy of the widget's documents. */
export const documentPolicy = ({ walletConnect }: Config): DocumentPolicy => ({
  connectSources: [],
  relayUrl: walletConnect.relayUrl,
  frameSources: [],
})
