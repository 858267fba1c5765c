import { expect, it } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
// Imported first, so that loading takes no time of the test.
import '#widget/features/review/views/approve-transaction-view.tsx'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import '../routes.tsx'
import { preloadReviewCode } from './preload-review-code.ts'

const account = accountId(parseChainId('eip155:1'), alice)

it('account connected › review code is preloaded; a failed load is not reported', async () => {
  let loads = 0
  const preloadRequests = async () => {
    loads += 1
    throw new Error('The file is gone')
  }
  const { store } = testWorld({
    wallets: [testWallet()],
    adapter: testAdapter({ preloadRequests: preloadRequests }),
  })
  await preloadReviewCode(store, account)
  expect(loads).toBe(1)
})
