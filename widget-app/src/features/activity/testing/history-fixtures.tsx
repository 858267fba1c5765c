import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture, States } from '#widget/testing/fixture.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import { alice, bob, testAdapter, testWallet } from '#widget/testing/world.ts'

const chain = parseChainId('eip155:1')
const view: ViewOf<'PastTransaction'> = { name: 'PastTransaction', id: 'past-1' }
const connection = testConnection({ chain })

const state = (name: string, data: readonly unknown[]): Fixture<ViewOf<'PastTransaction'>> => ({
  view,
  state: name,
  options: {
    bundledNetworks,
    startsAt: Date.now,
    wallets: [testWallet()],
    adapter: testAdapter({
      waitForTransaction: async () => ({ is: 'confirmed', block: 21n, fee: 402_000_000_000_000n }),
    }),
    routes: {
      '/v1/supported-chains': () => ({ body: { http: [chain], ws: [] } }),
      [`/v1/account/${alice}/history`]: () => ({ body: { data, next: null } }),
    },
  },
  before: ({ store }) => {
    store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
    store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    store.set(viewStackAtom, { to: 'push', view })
  },
})

const hash = `0x${'ab'.repeat(32)}`
const received = { operationType: 'receive', sentFrom: bob, sentTo: alice, hash }

/** Every state of a transaction that only the history service reports. Test only. */
export const historyFixtures: States<'PastTransaction'> = [
  state('received', [pastEntry(1, { transfers: [pastTransfer('in', '1234.567891')], metadata: received })]),
  state('sent', [
    pastEntry(1, { transfers: [pastTransfer('out', '0.000000000000000001', 'ETH')], metadata: { hash } }),
  ]),
  state('swapped', [
    pastEntry(1, {
      transfers: [pastTransfer('out', '150.5'), pastTransfer('in', '0.048213', 'ETH')],
      metadata: { operationType: 'trade', hash },
    }),
  ]),
  state('approved', [pastEntry(1, { transfers: null, metadata: { operationType: 'approve', hash } })]),
  state('contract call', [pastEntry(1, { transfers: [], metadata: { operationType: 'execute', hash } })]),
  state('failed', [
    pastEntry(1, { transfers: [pastTransfer('out', '150.5')], metadata: { status: 'failed', hash } }),
  ]),
  state('pending', [pastEntry(1, { metadata: { status: 'pending', hash } })]),
  state('not found', []),
]
