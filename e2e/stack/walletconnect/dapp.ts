import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type ConnectParams, UniversalProvider } from '@walletconnect/universal-provider'

/** A site that speaks WalletConnect in Node, as the widget does in a browser. */
export type Dapp = Awaited<ReturnType<typeof openDapp>>

type Wanted = NonNullable<ConnectParams['optionalNamespaces']>

// As in the wallet's thread: harmless, and many while a relay is down.
EventEmitter.defaultMaxListeners = 0

export async function openDapp(relayUrl: string) {
  const provider = await UniversalProvider.init({
    relayUrl,
    projectId: 'demo',
    metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.test', icons: [] },
    telemetryEnabled: false,
    // Clients of one process share their core unless the prefix differs.
    customStoragePrefix: randomUUID(),
    logger: 'silent',
  })
  return {
    provider,
    /** Proposes a session: the URI to show, and the session once the wallet has approved it. */
    propose(optionalNamespaces: Wanted) {
      const uri = new Promise<string>((resolve) => provider.events.once('display_uri', resolve))
      const session = provider.connect({ optionalNamespaces })
      // Whoever awaits it hears of the failure; until then nobody may have begun to.
      session.catch(() => undefined)
      return { uri, session }
    },
    /** Resolves with what comes with the next event of a name. */
    next: (event: string) => new Promise<unknown>((resolve) => provider.once(event, resolve)),
    async close(): Promise<void> {
      // What no wallet has answered ends here: the SDK's own end of it rejects a promise that nothing can handle.
      for (const { id } of provider.client.proposal.getAll())
        provider.client.events.emit('proposal_expire', { id })
      provider.client.core.heartbeat.stop()
      await provider.client.core.relayer.transportClose()
    },
  }
}
