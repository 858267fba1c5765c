import { EventEmitter } from 'node:events'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { RecordStore, SessionSource, SessionSourcePorts } from '../../walletconnect-source.ts'
import { openClient } from '../client.ts'
import { openSessionSource } from '../session-source.ts'
import type { KitWallet, LocalRelay } from './local-relay.ts'
import { memoryRecords } from './memory-records.ts'

// In Node several sites share a process, and a reload is a second client with the same storage.
process.env.DISABLE_GLOBAL_CORE = 'true'
// Many listeners are expected while a relay is down.
EventEmitter.defaultMaxListeners = 0

/** One document of the widget on a site, with its storage. */
export type Site = {
  readonly source: SessionSource
  readonly records: RecordStore
  readonly logs: readonly string[]
  /** Pairs with a wallet, which approves by its script. */
  pair(wallet: KitWallet): Promise<readonly DiscoveredWallet[]>
  /** Unloads the page. */
  close(): Promise<void>
}

export async function openSite(
  relay: Pick<LocalRelay, 'url'>,
  options: Partial<SessionSourcePorts> & {
    readonly chains?: readonly string[]
    readonly projectId?: string
  } = {},
): Promise<Site> {
  const records = options.records ?? memoryRecords()
  const client = await openClient(
    {
      projectId: options.projectId ?? 'demo',
      relayUrl: relay.url,
      verify: false,
      metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
    },
    records,
  )
  const logs: string[] = []
  const chains = (options.chains ?? ['eip155:1']).map(parseChainId)
  const source = openSessionSource(client, {
    clock: systemClock,
    networks: () => chains,
    holdsMany: () => false,
    selectedChain: () => undefined,
    known: () => ({}),
    log: (message) => {
      logs.push(message)
    },
    ...options,
    records,
  })
  return {
    source,
    records,
    logs,
    pair: async (wallet) => {
      const proposal = await source.propose({ walletId: undefined, signal: new AbortController().signal })
      await wallet.pair(proposal.uri)
      return proposal.approval
    },
    close: async () => {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
