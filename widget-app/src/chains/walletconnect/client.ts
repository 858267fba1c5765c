import { UniversalProvider } from '@walletconnect/universal-provider'
import type { RecordStore, SessionSourceOptions } from '../walletconnect-source.ts'
import { clientStorage } from './relay/client-storage.ts'

/** The origin of this document; `undefined` in Node. */
const documentOrigin = (): string | undefined => ('location' in globalThis ? location.origin : undefined)

/** The SDK's sign client. */
export type SignClient = Awaited<ReturnType<typeof UniversalProvider.init>>['client']

/**
 * Starts the SDK. It connects only to the relay, and only when it needs to receive messages. The provider supports a single
 * session and is not used; its client supports any number.
 */
export async function openClient(options: SessionSourceOptions, records: RecordStore): Promise<SignClient> {
  const { projectId, relayUrl, metadata } = options
  const provider = await UniversalProvider.init({
    projectId,
    relayUrl,
    // The SDK logs a warning for every URL other than this document's.
    metadata: { ...metadata, url: documentOrigin() ?? metadata.url, icons: [...metadata.icons] },
    storage: clientStorage(records),
    telemetryEnabled: false,
    logger: 'silent',
  })
  const { client } = provider
  // After the SDK has compared the URL, replace it: wallets receive the site's URL, not that of the widget's document.
  client.metadata.url = metadata.url
  // Before each proposal and each request the SDK opens a hidden iframe of its vendor's Verify host and waits up to 5 s for
  // a response. The only way to disable this is the flag that the SDK's own tests use.
  if (!options.verify) Object.assign(client.core.verify, { isDevEnv: true })
  return client
}
