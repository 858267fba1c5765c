import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type ConnectParams, UniversalProvider } from '@walletconnect/universal-provider'

/** A WalletConnect dApp in Node, in place of the widget in a browser. */
export type Dapp = Awaited<ReturnType<typeof openDapp>>

type OptionalNamespaces = NonNullable<ConnectParams['optionalNamespaces']>

// As in the wallet's thread: while a relay is down, the SDK adds many listeners, which are harmless.
EventEmitter.defaultMaxListeners = 0

/** Creates a dApp that uses the relay at a URL. */
export async function openDapp(relayUrl: string) {
  const provider = await UniversalProvider.init({
    relayUrl,
    projectId: 'demo',
    metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.test', icons: [] },
    telemetryEnabled: false,
    // Clients of one process share their core unless the prefixes differ.
    customStoragePrefix: randomUUID(),
    logger: 'silent',
  })
  return {
    provider,
    /** Proposes a session. Returns promises of the pairing URI and of the approved session. */
    propose(optionalNamespaces: OptionalNamespaces) {
      const uri = new Promise<string>((resolve) => provider.events.once('display_uri', resolve))
      const session = provider.connect({ optionalNamespaces })
      // Prevent an unhandled rejection before the caller awaits the session.
      session.catch(() => undefined)
      return { uri, session }
    },
    /** Resolves with the payload of the next event with this name. */
    nextEvent: (event: string) => new Promise<unknown>((resolve) => provider.once(event, resolve)),
    async close(): Promise<void> {
      // Expire pending proposals here: when the SDK expires one, it rejects a promise that no code can handle.
      for (const { id } of provider.client.proposal.getAll())
        provider.client.events.emit('proposal_expire', { id })
      provider.client.core.heartbeat.stop()
      await provider.client.core.relayer.transportClose()
    },
  }
}
