import { UniversalProvider } from '@walletconnect/universal-provider'
import type { RecordStore, SessionSourceOptions } from '../walletconnect-source.ts'
import { clientStorage } from './relay/client-storage.ts'

/** The origin of this page; in Node there is none. */
const ownOrigin = (): string | undefined => ('location' in globalThis ? location.origin : undefined)

/** The SDK's sign client. */
export type SignClient = Awaited<ReturnType<typeof UniversalProvider.init>>['client']

/**
 * Starts the SDK; it connects to the relay only when it has something to hear there, and to nothing else. The provider
 * holds one session and is not used: the client below it holds any number.
 */
export async function openClient(options: SessionSourceOptions, records: RecordStore): Promise<SignClient> {
  const { projectId, relayUrl, metadata } = options
  const provider = await UniversalProvider.init({
    projectId,
    relayUrl,
    // The SDK warns in the console of every address but this page's own.
    metadata: { ...metadata, url: ownOrigin() ?? metadata.url, icons: [...metadata.icons] },
    storage: clientStorage(records),
    telemetryEnabled: false,
    logger: 'silent',
  })
  const { client } = provider
  // Now that it has looked: wallets are told the site's address, not the one of the widget's document.
  client.metadata.url = metadata.url
  // Before each proposal and each request the SDK opens a hidden frame of its vendor's Verify host and waits 5 s for an
  // answer. There is no option against it but this flag, which the SDK's own tests use.
  if (!options.verify) Object.assign(client.core.verify, { isDevEnv: true })
  return client
}
