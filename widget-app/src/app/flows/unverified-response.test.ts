import { describe, expect, it } from 'vitest'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import { dappWorld } from '#widget/bridge/testing/dapp-world.ts'
import type { ResponseVerdict } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, bob, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { reviewWorld } from './testing/review-world.ts'

const hash = `0x${'ab'.repeat(32)}`

/** A reviewed transaction that the wallet has sent; `tell` reports its verdict. */
async function sent() {
  let tell = (_check: ResponseVerdict) => {}
  const world = await reviewWorld({
    request: async (_connection, _request, options) => {
      tell = (check) => options?.onChecked?.(check)
      return hash
    },
  })
  const answer = world.sendRequest()
  await world.settle()
  await world.decideReview('approve')
  expect(await answer).toBe(hash)
  return { ...world, tell: (check: ResponseVerdict) => tell(check) }
}

describe('reportVerdictAtom', () => {
  it('R11 › reviewed request could not be verified › review shows its facts and hash', async () => {
    const { tell, store, decideReview } = await sent()
    expect(store.get(modalOpenAtom)).toBe(false)
    tell({ is: 'unverified', hash })
    expect(store.get(modalOpenAtom)).toBe(true)
    expect(store.get(reviewsAtom)).toMatchObject([
      {
        stage: { is: 'unverified', hash, added: 'nothing' },
        decoding: { is: 'read', description: { account: alice } },
      },
    ])
    await decideReview('approve')
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('R11 › wallet added calls to a reviewed request › the review shows it', async () => {
    const { tell, store } = await sent()
    tell({ is: 'unverified', hash, isAdded: true })
    expect(store.get(reviewsAtom)).toMatchObject([{ stage: { is: 'unverified', added: 'calls' } }])
  })

  it('wallet transferred the account with a reviewed request › shows the new owner', async () => {
    const { tell, store } = await sent()
    const added = [{ is: 'authorisation', delegate: bob, chain: undefined }] as const
    tell({ is: 'unverified', hash, isAdded: true, added })
    const [review] = store.get(reviewsAtom)
    const facts = review?.decoding.is === 'read' ? review.decoding.description.facts : []
    expect(facts[0]).toEqual(added[0])
    expect(facts.length).toBeGreaterThan(1)
  })

  it('R11 › reviewed request was verified › nothing is shown', async () => {
    const { tell, store } = await sent()
    tell({ is: 'verified' })
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it('R11 › unreviewed request could not be verified › widget opens with instructions', async () => {
    const adapter = testAdapter({
      request: async (_connection, _request, options) => {
        options?.onChecked?.({ is: 'unverified', account: alice })
        return '0x01'
      },
    })
    const { store, clock } = testWorld({ adapter, wallets: [testWallet()] })
    await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
    const { signal } = new AbortController()
    await store.set(handleDappRequestAtom, { method: 'personal_sign', params: ['0x01', alice], signal })
    await clock.advance(60_000)
    expect(store.get(modalOpenAtom)).toBe(true)
    expect(store.get(reviewsAtom)).toMatchObject([
      { stage: { is: 'unverified', account: alice }, request: { method: 'personal_sign' } },
    ])
  })
})

describe('verifyBundleAtom', () => {
  const bundle = {
    ...{ version: '2.0.0', chainId: '0x1', from: alice, atomicRequired: false },
    calls: [{ to: bob, value: '0x1' }],
  }
  const status = (code: number) => ({ version: '2.0.0', status: code, atomic: true, receipts: [] })
  const asked = async (wallet_getCallsStatus: unknown) => {
    const world = await dappWorld({ results: { wallet_sendCalls: { id: '0xaa' }, wallet_getCallsStatus } })
    await world.sendRequest({ method: 'wallet_sendCalls', params: [bundle] })
    for (let second = 0; second < 70; second += 1) await world.clock.advance(1_000)
    const isShown = world.store.get(reviewsAtom)[0]?.stage.is === 'unverified'
    return { isShown, asks: world.walletRequests.length - 1 }
  }

  it('R11 › host never reads the status, wallet has none › shown as unverified', async () => {
    expect(await asked(new Error('No status'))).toMatchObject({ isShown: true })
  })

  it('R11 › bundle still pending after a minute › shown as unverified', async () => {
    const { isShown, asks } = await asked(status(100))
    expect(isShown).toBe(true)
    expect(asks).toBeGreaterThan(10)
  })

  it('R11 › success without a receipt › shown as unverified', async () => {
    expect(await asked(status(200))).toMatchObject({ isShown: true })
  })

  it('bundle failed off the chain › nothing is shown', async () => {
    expect(await asked(status(400))).toMatchObject({ isShown: false })
  })
})
