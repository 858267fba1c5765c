import type { EmbeddedAccounts } from '#shared/api/embedded-account.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, LocalKey, WalletTransport } from '../chain-adapter.ts'
import type { SentBatch } from '../embedded-batch.ts'
import { loadEmbeddedTransport } from '../load-embedded-transport.ts'
import { required } from '../registry.ts'
import type { PromptOutcome } from './prompt-outcome.ts'

/** Our own wallet over one key, with a scripted user: window and vault are replaced by calls with JSON between them. */
export type EmbeddedWalletWorld = {
  readonly transport: WalletTransport
  readonly wallet: DiscoveredWallet
  /** Sets the adapter whose local keys complete, sign and send; it exists only after the transport. */
  setAdapter(adapter: ChainAdapter): void
  setMood(mood: PromptOutcome): void
  prompts(): number
}

/** What is left of a value that crosses a window as JSON. */
const crossed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Addresses of accounts that a test does not use. */
const unusedAccounts: EmbeddedAccounts = {
  eip155: '0x0000000000000000000000000000000000000000',
  solana: '11111111111111111111111111111111',
  polkadot: `0x${'00'.repeat(32)}`,
}

/** Creates the wallet with one account on one network. */
export async function embeddedWallet(
  key: LocalKey,
  network: Network,
  accounts: Partial<EmbeddedAccounts>,
): Promise<EmbeddedWalletWorld> {
  let adapter: ChainAdapter | undefined
  let mood: PromptOutcome = 'approves'
  let prompts = 0
  const sent: SentBatch[] = []
  const transport = await loadEmbeddedTransport({
    wallet: { name: 'Own Wallet' },
    accounts: () => ({ ...unusedAccounts, ...accounts }),
    watchAccounts: () => () => undefined,
    networks: () => [network.id],
    knownNetwork: async (chain) => (chain === network.id ? network : undefined),
    selectedChain: () => network.id,
    sign: async (_handle, request) => {
      const used = required(adapter, 'adapter')
      const connection = await used.connect(wallet, { silent: true })
      const keys = await required(used.localKeys, 'localKeys')()
      const complete = await keys.complete(connection, request, network)
      prompts += 1
      if (mood === 'rejects')
        throw new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')
      const { method, params = [] } = complete
      const signed = await keys.sign(key, { method, params: Object(crossed(params)) }, network.id)
      return keys.respond(connection, complete, crossed(signed), network)
    },
    batches: {
      support: async (account) => {
        const keys = await required(required(adapter, 'adapter').localKeys, 'localKeys')()
        return keys.batches?.support(account, network) ?? 'unsupported'
      },
      receipt: async (batch) => {
        const keys = await required(required(adapter, 'adapter').localKeys, 'localKeys')()
        return keys.batches?.receipt(batch, network)
      },
      sent: () => sent,
      storeSent: (one) => sent.push(one),
    },
    log: () => undefined,
  })
  const wallet = required(
    transport.list().find(({ namespace }) => namespace === key.namespace),
    'wallet',
  )
  return {
    transport,
    wallet,
    setAdapter: (next) => {
      adapter = next
    },
    setMood: (next) => {
      mood = next
    },
    prompts: () => prompts,
  }
}
