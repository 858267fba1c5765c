import { expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { LocalKeys } from '#widget/chains/chain-adapter.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { described, nativeTransfer } from './testing/review-world.ts'

it('paymaster that takes seconds › the review opens with its progress, and can be cancelled', async () => {
  const unused = () => expect.unreachable('A key was used')
  const keys: LocalKeys = {
    complete: () => new Promise(() => undefined),
    ...{ sign: unused, respond: unused },
  }
  const wallet = testEmbeddedWallet('eip155')
  const clock = fakeClock()
  const readRequest = async () => described(nativeTransfer)
  const adapter = testAdapter({ localKeys: async () => keys, readRequest })
  const { store } = testWorld({ wallets: [wallet], adapter, clock })
  await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  const { signal } = new AbortController()
  const result = store
    .set(handleDappRequestAtom, { method: 'eth_sendTransaction', params: [{}], signal })
    .catch((error: unknown) => error)
  await clock.advance(999)
  expect(store.get(reviewsAtom)).toEqual([])
  await clock.advance(1)
  expect(store.get(reviewsAtom)).toMatchObject([{ decoding: { is: 'reading' } }])
  store.get(reviewsAtom)[0]?.decide('cancel')
  expect(await result).toMatchObject({ code: 4001 })
  expect(store.get(reviewsAtom)).toEqual([])
})
