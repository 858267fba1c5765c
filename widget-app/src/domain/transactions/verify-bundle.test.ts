import { expect, it } from 'vitest'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { isBundleUnchecked, storeBundleRequestAtom } from './verify-bundle.ts'

it('more unverified bundles than the limit › each evicted one is shown as unverified', async () => {
  const { store } = testWorld({ adapter: testAdapter(), wallets: [testWallet()] })
  await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
  const [connection] = store.get(currentConnectionsAtom)
  if (connection === undefined) throw new Error('Not connected')
  const remember = (id: string) =>
    store.set(storeBundleRequestAtom, id, {
      completed: { connection, request: { method: 'wallet_sendCalls', params: [id] }, decoding: undefined },
      ...{ account: alice, chain: connection.chain, calls: [] },
    })
  for (let at = 1; at <= 8; at += 1) remember(`${at}`)
  expect(store.get(reviewsAtom)).toEqual([])
  remember('9')
  expect(store.get(reviewsAtom)).toMatchObject([{ stage: { is: 'unverified' }, request: { params: ['1'] } }])
  expect(['1', '2', '9'].map((id) => isBundleUnchecked(store.get, id))).toEqual([false, true, true])
})
