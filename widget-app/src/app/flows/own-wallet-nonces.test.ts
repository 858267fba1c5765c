import { describe, expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { LocalKeys, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { createLocalKeys } from '#widget/chains/eip155/local-keys/local-keys.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import { sendWidgetRequestAtom } from '#widget/domain/review/widget-requests.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { sleep } from '#widget/lib/async.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { showPendingReviews } from './show-pending-reviews.ts'
import { described, nativeTransfer } from './testing/review-world.ts'

const unused = () => expect.unreachable('A key was used')
const { nonceMethods = new Set<string>() } = createLocalKeys({
  openRpc: unused,
  clock: { now: () => 0, after: unused },
  chosenNonces: new Set(),
})

type Sending = {
  readonly nonce: unknown
  readonly requested: unknown
  readonly succeed: () => void
  readonly fail: () => void
}

/** Our own wallet, whose node counts what was sent; the test decides how each transaction ends. */
async function ownWorld() {
  let pendingCount = 7
  const completed: string[] = []
  const sendings: Sending[] = []
  const send = ({ params }: RpcRequest) =>
    new Promise<string>((resolve, reject) => {
      sendings.push({
        nonce: Reflect.get(Object(params), 0),
        requested: Reflect.get(Object(params), 1),
        succeed: () => {
          pendingCount += 1
          resolve('0xhash')
        },
        fail: () => reject(new ProviderRpcError(-32_000, 'The node rejected it')),
      })
    })
  const keys: LocalKeys = {
    complete: async (_connection, { method, params }) => {
      completed.push(method)
      return { method, params: [pendingCount, Reflect.get(Object(params), 0)] }
    },
    nonceMethods,
    ...{ sign: unused, respond: unused },
  }
  const wallet = testEmbeddedWallet('eip155')
  const clock = fakeClock()
  let loads = 0
  const adapter = testAdapter({
    // The code is loaded for the first request.
    localKeys: async () => {
      loads += 1
      if (loads === 1) await sleep(clock, 1)
      return keys
    },
    readRequest: async () => described(nativeTransfer),
    request: (_connection, request) => send(request),
  })
  const world = testWorld({ wallets: [wallet], adapter, clock })
  const { store } = world
  showPendingReviews(store)
  // As in the vault, whose window decides: here the frame decides by itself.
  store.set(isConfirmWindowAtom, true)
  await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  const settle = () => clock.advance(1)
  const request = async (method = 'eth_sendTransaction', transaction = {}) => {
    const controller = new AbortController()
    const result = store
      .set(handleDappRequestAtom, { method, params: [transaction], signal: controller.signal })
      .catch((error: unknown) => error)
    await settle()
    return { controller, result }
  }
  const requestByView = async () => {
    const result = store
      .set(sendWidgetRequestAtom, {
        handle: wallet.handle,
        request: { method: 'eth_sendTransaction', params: [{}] },
        signal: new AbortController().signal,
        send,
      })
      .catch((error: unknown) => error)
    await settle()
    return { result }
  }
  const decide = async (decision: 'approve' | 'cancel') => {
    store.get(reviewsAtom)[0]?.decide(decision === 'approve' ? acceptClick() : decision)
    await settle()
  }
  const end = async (at: number, how: 'succeed' | 'fail') => {
    sendings[at]?.[how]()
    await settle()
  }
  return {
    ...{ store, settle, request, requestByView, decide, end, completed, sendings },
    nonces: () => sendings.map(({ nonce }) => nonce),
    reviews: () => store.get(reviewsAtom).map(({ decoding }) => decoding.is),
  }
}

describe('nonces of our own wallet', () => {
  it.each(['eth_sendTransaction', 'eth_signTransaction'])(
    'second %s before the first is sent › has the next nonce',
    async (method) => {
      const { request, decide, end, nonces, completed, reviews } = await ownWorld()
      await request(method)
      const { result } = await request(method)
      expect(completed).toHaveLength(1)
      expect(reviews()).toEqual(['read', 'reading'])
      await decide('approve')
      // Approved and not sent yet: the node does not count it.
      expect(completed).toHaveLength(1)
      await end(0, 'succeed')
      expect(reviews()).toEqual(['read'])
      await decide('approve')
      await end(1, 'succeed')
      expect(await result).toBe('0xhash')
      expect(nonces()).toEqual([7, 8])
    },
  )

  it('requested at once › in their order, the one whose turn it is first on screen', async () => {
    const { request, decide, end, nonces, reviews, sendings } = await ownWorld()
    const transactions = [{ value: '0x1' }, { value: '0x2' }, { value: '0x3' }]
    const requests = await Promise.all(transactions.map((one) => request('eth_sendTransaction', one)))
    expect(reviews()).toEqual(['read', 'reading', 'reading'])
    for (const at of requests.keys()) {
      await decide('approve')
      await end(at, 'succeed')
    }
    expect(nonces()).toEqual([7, 8, 9])
    expect(sendings.map(({ requested }) => requested)).toEqual(transactions)
    expect(reviews()).toEqual([])
  })

  it('requests of the host and of a view › wait for each other', async () => {
    const { request, requestByView, decide, end, nonces } = await ownWorld()
    await request()
    const { result } = await requestByView()
    await request()
    for (const at of [0, 1, 2]) {
      await decide('approve')
      await end(at, 'succeed')
    }
    expect(await result).toBe('0xhash')
    expect(nonces()).toEqual([7, 8, 9])
  })

  it.each([
    ['cancelled by the user', 4001],
    ['rejected by the node', -32_000],
  ])('first %s › the second gets its nonce', async (how, code) => {
    const { request, decide, end, nonces } = await ownWorld()
    const first = await request()
    await request()
    if (code === 4001) await decide('cancel')
    else {
      await decide('approve')
      await end(0, 'fail')
    }
    expect(await first.result, how).toMatchObject({ code })
    await decide('approve')
    expect(nonces().at(-1)).toBe(7)
  })

  it('waiting request cancelled by the host › ends at once, and the next one has its turn', async () => {
    const { request, decide, end, nonces, reviews } = await ownWorld()
    await request()
    const second = await request()
    await request()
    second.controller.abort(new ProviderRpcError(4900, 'The page has left'))
    expect(await second.result).toMatchObject({ code: 4900 })
    await decide('approve')
    await end(0, 'succeed')
    expect(reviews()).toEqual(['read'])
    await decide('approve')
    expect(nonces()).toEqual([7, 8])
  })

  it('modal closed › waiting requests are cancelled too, none opens it again', async () => {
    const { store, request, settle, completed } = await ownWorld()
    const results = [(await request()).result, (await request()).result]
    store.set(modalOpenAtom, false)
    await settle()
    for (const result of results) expect(await result).toMatchObject({ code: 4001 })
    expect(completed).toHaveLength(1)
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('message while a transaction is reviewed › does not wait', async () => {
    const { request, reviews } = await ownWorld()
    await request()
    await request('personal_sign')
    expect(reviews()).toEqual(['read', 'read'])
  })
})
