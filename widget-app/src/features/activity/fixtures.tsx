import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent } from '#widget/domain/transactions/transaction-entry.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { bob, testAdapter, testWallet } from '#widget/testing/world.ts'
import { historyFixtures } from './testing/history-fixtures.tsx'

const chain = parseChainId('eip155:1')
const from = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const asset: Asset = {
  chain,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}
const connection = testConnection({ accounts: [from], chain })
const submitted: TransactionEvent = {
  is: 'submitted',
  transaction: { chain, from, hash: `0x${'ab'.repeat(32)}`, nonce: 4 },
}
const block = { block: 21_000_000n, fee: 402_000_000_000_000n }
const withStatus = (
  status: Extract<TransactionEvent, { is: 'followed' }>['status'],
): readonly TransactionEvent[] => [submitted, { is: 'followed', status }]

/** The first id that a new world generates. */
const view: ViewOf<'Transaction'> = { name: 'Transaction', id: 'id-1' }

const state = (
  name: string,
  events: readonly TransactionEvent[],
  adapterParts: TestAdapterParts = {},
): Fixture<ViewOf<'Transaction'>> => ({
  view,
  state: name,
  options: {
    bundledNetworks,
    topWallets,
    startsAt: Date.now,
    wallets: [testWallet()],
    adapter: testAdapter({
      waitForTransaction: () => new Promise(() => {}),
      verifySent: async () => 'verified',
      ...adapterParts,
    }),
  },
  before: ({ store }) => {
    store.set(watchWalletsAtom)
    const id = store.set(beginTransactionAtom, connection, { from, to: bob, asset, value: 150_500_000n })
    for (const event of events) store.set(recordTransactionAtom, id, event)
    store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    store.set(viewStackAtom, { to: 'push', view: { name: 'Transaction', id } })
  },
})

/** Every state of one transaction, from journal or history. Test only. */
export const fixtures: FixturesOf<'Transaction' | 'PastTransaction'> = {
  Transaction: [
    state('waiting for the wallet', []),
    state('submitted', [submitted]),
    state('confirmed', withStatus({ is: 'confirmed', ...block })),
    state('less arrived', withStatus({ is: 'confirmed', ...block }), {
      receivedAmount: async () => 142_975_000n,
    }),
    state('what arrived cannot be read', withStatus({ is: 'confirmed', ...block }), {
      receivedAmount: async () => undefined,
    }),
    state('failed', withStatus({ is: 'failed', ...block })),
    state('replaced', withStatus({ is: 'replaced', by: `0x${'cd'.repeat(32)}` })),
    state('dropped', withStatus({ is: 'dropped' })),
    state('expired', withStatus({ is: 'expired' })),
    state('rejected', [{ is: 'rejected' }]),
    state('unknown', [{ is: 'lost' }]),
    state('something else was sent', [submitted], {
      verifySent: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')),
    }),
    { view: { name: 'Transaction', id: 'gone' }, state: 'not known' },
  ],
  PastTransaction: historyFixtures,
}
