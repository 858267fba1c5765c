import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { type OriginStatus, originStatusAtom } from '#widget/core/verify-origin.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { sendWidgetRequestAtom } from '#widget/domain/review/widget-requests.ts'
import {
  connectedWindow,
  type ScriptedWindow,
  scriptedWindows,
} from '#widget/domain/review/window/testing/scripted-window.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { approval, described, nativeTransfer, reviewWorld, runs } from './testing/review-world.ts'

const open: ScriptedWindow[] = []
afterEach(() => {
  for (const window of open.splice(0)) window.close()
})

const request = { method: 'eth_sendTransaction', params: ['100'] }
const signIn = { is: 'sign-in', domain: 'shop.example', text: 'A sign-in', isDisguised: false } as const
const withRights: Fact = { ...signIn, doubt: 'sign-in-rights' }
const unreadable: Fact = { is: 'blind', why: 'unreadable', bytes: '0x' }

/** A view of the widget that makes a request to a session wallet; `sent` lists what reached the wallet. */
async function ownWorld(
  status: OriginStatus,
  fact: Fact | undefined = approval,
  { handle = '', method = 'eth_sendTransaction' } = {},
) {
  const request = { method, params: ['100'] }
  const windows = scriptedWindows()
  const sent: unknown[] = []
  const prepared: PreparedRequest = {
    request,
    decode: async () => {
      if (fact === unreadable) throw new Error('It cannot be read')
      return described(fact)
    },
    simulate: async () => runs(0n),
    withLimit: () => prepared,
    requestWallet: () => Promise.reject(new Error('A view asks by its own way')),
  }
  const world = await reviewWorld(
    { prepare: async () => prepared },
    { source: 'walletconnect', openWindow: windows.openWindow, page: windows.page },
  )
  const { store, settle } = world
  store.set(originStatusAtom, status)
  store.set(viewStackAtom, { to: 'reset', view: { name: 'Swap' } })
  store.set(modalOpenAtom, true)
  const pendingResult = store
    .set(sendWidgetRequestAtom, {
      handle: handle || (store.get(currentConnectionsAtom)[0]?.handle ?? ''),
      request,
      signal: world.controller.signal,
      send: async (shown) => {
        sent.push(shown.params)
        return '0xhash'
      },
    })
    .catch((error: unknown) => error)
  await settle()
  const review = () => store.get(reviewsAtom)[0]
  const openWindow = async () => {
    await world.decideReview('approve')
    const window = await connectedWindow(windows)
    open.push(window)
    return window
  }
  return {
    ...world,
    windows,
    sent,
    pendingResult,
    review,
    openWindow,
    view: () => store.get(currentViewAtom).name,
  }
}

describe('widget request over a session', () => {
  it('listed origin › sent at once, because the view has reviewed it', async () => {
    const { pendingResult, sent, review } = await ownWorld('allowed')
    expect(await pendingResult).toBe('0xhash')
    expect(sent).toEqual([['100']])
    expect(review()).toBeUndefined()
  })

  it('origin not listed › decided in the window, then the view returns', async () => {
    const { review, sent, pendingResult, openWindow, view } = await ownWorld('unverified')
    expect(review()?.decoding.is).toBe('read')
    expect(view()).toBe('ApproveTransaction')
    expect(sent).toEqual([])
    const window = await openWindow()
    expect(window.received[0]).toMatchObject({ is: 'offer', hasLimit: false, status: 'unverified' })
    expect(sent).toEqual([])
    window.send({ is: 'approved', request })
    expect(await pendingResult).toBe('0xhash')
    expect(sent).toEqual([['100']])
    expect(view()).toBe('Swap')
  })

  it.each(['personal_sign', 'solana:signIn', 'solana:signMessage', 'injectedWeb3:signRaw'])(
    'S1 › listed origin, %s of a most severe text › decided in the window',
    async (method) => {
      for (const fact of [withRights, unreadable]) {
        const { review, sent, view } = await ownWorld('allowed', fact, { method })
        expect(review()).toBeDefined()
        expect(view()).toBe('ApproveTransaction')
        expect(sent).toEqual([])
      }
      const { review, sent, pendingResult, openWindow } = await ownWorld('allowed', withRights, { method })
      expect(review()?.risks).toEqual(['sign-in-rights'])
      const window = await openWindow()
      window.send({ is: 'approved', request: { method, params: ['100'] } })
      expect(await pendingResult).toBe('0xhash')
      expect(sent).toEqual([['100']])
    },
  )

  it('listed origin, a plain sign-in › sent at once', async () => {
    const { pendingResult, review } = await ownWorld('allowed', signIn, { method: 'personal_sign' })
    expect(await pendingResult).toBe('0xhash')
    expect(review()).toBeUndefined()
  })

  it('origin not verified yet › decided in the window too', async () => {
    const { review, sent } = await ownWorld('checking')
    expect(review()).toBeDefined()
    expect(sent).toEqual([])
  })

  it('approved with a lower amount › no wallet request', async () => {
    const { sent, openWindow, review } = await ownWorld('unverified')
    const window = await openWindow()
    window.send({ is: 'approved', request: { ...request, params: ['7'] }, limit: '7' })
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'changed' }))
    expect(sent).toEqual([])
    expect(review()).toBeDefined()
  })

  it('cancelled › 4001, and the view returns', async () => {
    const { pendingResult, decideReview, sent, view } = await ownWorld('unverified')
    await decideReview('cancel')
    expect(await pendingResult).toMatchObject({ code: 4001 })
    expect(sent).toEqual([])
    expect(view()).toBe('Swap')
  })

  it('request that needs no review › needs no window', async () => {
    const { pendingResult, review } = await ownWorld('unverified', nativeTransfer)
    expect(await pendingResult).toBe('0xhash')
    expect(review()).toBeUndefined()
  })

  it('wallet not connected › 4100, no wallet request', async () => {
    const { pendingResult, sent } = await ownWorld('unverified', approval, { handle: 'wc:other' })
    expect(await pendingResult).toMatchObject({ code: 4100 })
    expect(sent).toEqual([])
  })
})
