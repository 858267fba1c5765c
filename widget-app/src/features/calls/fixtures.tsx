import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import { testAdapter, testWallet } from '#widget/testing/world.ts'

const chain = parseChainId('eip155:1')
const walletId = 'ethereum:io.metamask'
const hash = (at: number) => `0x${String(at).repeat(64)}`
const view: ViewOf<'CallsStatus'> = { name: 'CallsStatus', id: 'bundle' }

const receipt = (transactionHash: string, isSuccess: boolean) => ({
  logs: [],
  status: isSuccess ? '0x1' : '0x0',
  blockHash: hash(9),
  blockNumber: '0x10',
  gasUsed: '0x5208',
  transactionHash,
})

/** A bundle for which the wallet returns `response`; undefined makes the request fail. */
const state = (name: string, response: object | undefined, waitMs = 0): Fixture<ViewOf<'CallsStatus'>> => ({
  view,
  state: name,
  options: {
    bundledNetworks,
    topWallets,
    wallets: [testWallet()],
    adapter: testAdapter({
      request: async () => response ?? Promise.reject(new Error('The wallet says nothing')),
    }),
  },
  before: ({ store }) => {
    store.set(watchWalletsAtom)
    void store.set(connectWalletAtom, { walletId })
    store.set(recordBundleAtom, { id: 'bundle', chain, walletId, callCount: 2 })
  },
  ...(waitMs > 0 && { after: ({ clock }) => clock.advance(waitMs) }),
})

/** Every state of a watched bundle. Test only. */
export const fixtures: FixturesOf<'CallsStatus'> = {
  CallsStatus: [
    state('waiting', { status: 100, atomic: true }),
    state('done', { status: 200, atomic: true, receipts: [receipt(hash(1), true)] }),
    state('done one by one', {
      status: 200,
      atomic: false,
      receipts: [receipt(hash(1), true), receipt(hash(2), true)],
    }),
    state('failed', { status: 500, atomic: true, receipts: [receipt(hash(1), false)] }),
    state('partly', {
      status: 600,
      atomic: false,
      receipts: [receipt(hash(1), true), receipt(hash(2), false)],
    }),
    state('not sent', { status: 400, atomic: true }),
    state('timed out', { status: 100, atomic: true }, 61_000),
    state('unknown', undefined, 10_000),
    { view: { name: 'CallsStatus', id: 'gone' }, state: 'not known' },
  ],
}
