import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import {
  connectedWindow,
  type ScriptedWindow,
  scriptedWindows,
} from '#widget/domain/review/window/testing/scripted-window.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice } from '#widget/testing/world.ts'
import { approval, described, plain, reviewWorld, runs } from './testing/review-world.ts'

const most = 100n
const open: ScriptedWindow[] = []
afterEach(() => {
  for (const window of open.splice(0)) window.close()
})

/** A host that requests an approval of a session wallet, which the confirm window decides. */
async function windowWorld(
  simulate: (amount: bigint) => Promise<Simulation> = async () => runs(0n),
  { fact = approval as typeof approval | typeof plain, isBlocked = false } = {},
) {
  const windows = scriptedWindows({ isBlocked })
  const signed: bigint[] = []
  const prepared = (amount: bigint): PreparedRequest => ({
    request: { method: 'eth_sendTransaction', params: [String(amount)] },
    decode: async () => described(fact),
    simulate: () => simulate(amount),
    withLimit: (limit) => {
      if (limit > amount) throw new RangeError('Above what the site asked for')
      return prepared(limit)
    },
    requestWallet: async () => {
      signed.push(amount)
      return 'signed'
    },
  })
  const world = await reviewWorld(
    { prepare: async () => prepared(most) },
    { source: 'walletconnect', review: 'always', openWindow: windows.openWindow, page: windows.page },
  )
  const pendingResult = world.sendRequest()
  await world.settle()
  const review = () => world.store.get(reviewsAtom)[0]
  /** The user clicks the primary button, and the window opens. */
  const openWindow = async () => {
    await world.decideReview('approve')
    const window = await connectedWindow(windows)
    open.push(window)
    return window
  }
  const approve = { is: 'approved', request: { method: 'eth_sendTransaction', params: ['100'] } } as const
  return { ...world, windows, signed, review, pendingResult, openWindow, approve }
}

describe('a request that the confirm window decides', () => {
  it('primary button › opens the window, no wallet request', async () => {
    const { decideReview, windows, signed, review } = await windowWorld()
    await decideReview('approve')
    expect(windows.addresses).toHaveLength(1)
    expect(windows.addresses[0]).toMatch(/^https:\/\/widget\.example\/confirm\.html#[\w-]{22}\.[\w-]{43}$/)
    expect(review()?.window?.stage).toBe('opening')
    expect(signed).toEqual([])
  })

  it('window sends hello › receives the request, origin and account, and no facts', async () => {
    const { openWindow, review } = await windowWorld()
    const { received } = await openWindow()
    const [offer] = received
    expect(offer).toMatchObject({
      is: 'offer',
      origin: 'https://shop.example',
      status: 'allowed',
      request: { method: 'eth_sendTransaction', params: ['100'] },
      connection: { accounts: [alice], chain: 'eip155:1' },
    })
    expect(Object.keys(offer ?? {})).not.toEqual(expect.arrayContaining(['risks', 'simulation', 'facts']))
    expect(review()?.window?.stage).toBe('waiting')
  })

  it('approved there › wallet receives the pinned request, the window the outcome', async () => {
    const { openWindow, pendingResult, signed, approve } = await windowWorld()
    const window = await openWindow()
    window.send(approve)
    expect(await pendingResult).toBe('signed')
    expect(signed).toEqual([100n])
    await vi.waitFor(() =>
      expect(window.received.slice(1)).toEqual([{ is: 'asked' }, { is: 'ended', how: 'answered' }]),
    )
  })

  it('approved with a lower limit › the wallet receives that', async () => {
    const { openWindow, pendingResult, signed, approve } = await windowWorld()
    const window = await openWindow()
    window.send({ ...approve, request: { ...approve.request, params: ['7'] }, limit: '7' })
    expect(await pendingResult).toBe('signed')
    expect(signed).toEqual([7n])
  })

  it.each([
    ['another amount', { params: ['99'] }, undefined],
    ['another method', { method: 'eth_sign', params: ['100'] }, undefined],
    ['a limit that is not the request’s', { params: ['8'] }, '7'],
    ['a limit above what was asked', { params: ['101'] }, '101'],
  ])('approved with %s › no wallet request, and the window is over', async (_name, over, limit) => {
    const { openWindow, signed, approve, review } = await windowWorld()
    const window = await openWindow()
    window.send({ ...approve, request: { ...approve.request, ...over }, limit })
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'changed' }))
    expect(signed).toEqual([])
    expect(review()?.stage).toEqual({ is: 'deciding', changed: true })
    expect(review()?.window).toBeUndefined()
  })

  it('simulation differs by then › no wallet request before another review', async () => {
    let lost = -5n
    const { openWindow, signed, approve, review } = await windowWorld(async () => runs(lost))
    const window = await openWindow()
    lost = -500n
    window.send(approve)
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'changed' }))
    expect(signed).toEqual([])
    expect(review()?.simulation).toEqual(runs(-500n))
  })

  it('R5 › wallet changed chain while the window is open › over, no wallet request', async () => {
    const { openWindow, emit, pendingResult, signed } = await windowWorld()
    const window = await openWindow()
    emit({ is: 'chain', chain: parseChainId('eip155:8453') })
    expect(await pendingResult).toMatchObject({ code: 4901 })
    expect(signed).toEqual([])
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'changed' }))
  })

  it('cancelled there › the host receives 4001', async () => {
    const { openWindow, pendingResult, signed } = await windowWorld()
    const window = await openWindow()
    window.send({ is: 'cancelled' })
    expect(await pendingResult).toMatchObject({ code: 4001 })
    expect(signed).toEqual([])
  })

  it('cancelled in the frame › the window is over', async () => {
    const { openWindow, decideReview, pendingResult } = await windowWorld()
    const window = await openWindow()
    await decideReview('cancel')
    expect(await pendingResult).toMatchObject({ code: 4001 })
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'cancelled' }))
  })

  it('closed › can be opened again, with another secret', async () => {
    const { openWindow, windows, review, clock, approve, pendingResult } = await windowWorld()
    const first = await openWindow()
    first.send({ is: 'closed' })
    await vi.waitFor(() => expect(review()?.window?.stage).toBe('closed'))
    const second = await openWindow()
    windows.closeSilently()
    await clock.advance(500)
    expect(review()?.window?.stage).toBe('closed')
    second.send(approve)
    const third = await openWindow()
    expect(new Set(windows.addresses).size).toBe(3)
    first.send(approve)
    third.send(approve)
    expect(await pendingResult).toBe('signed')
  })

  it('not connected after 3 s › unreached, and may still connect', async () => {
    const { decideReview, clock, review, windows } = await windowWorld()
    await decideReview('approve')
    await clock.advance(2_999)
    expect(review()?.window?.stage).toBe('opening')
    await clock.advance(1)
    expect(review()?.window).toMatchObject({ stage: 'unreached', address: windows.addresses[0] })
    const window = await windows.requestPort()
    open.push(window)
    window.send({ is: 'hello' })
    await vi.waitFor(() => expect(review()?.window?.stage).toBe('waiting'))
  })

  it('blocked › the mailbox is opened at once', async () => {
    const { decideReview, urls } = await windowWorld(undefined, { isBlocked: true })
    await decideReview('approve')
    await vi.waitFor(() => expect(urls.some((url) => url.startsWith('/v1/mailbox/'))).toBe(true))
  })

  it('ten minutes without a decision › expired, and can be opened again', async () => {
    const { openWindow, clock, review } = await windowWorld()
    const window = await openWindow()
    await clock.advance(600_000)
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'expired' }))
    expect(review()?.window?.stage).toBe('closed')
  })

  it('origin not listed › a plain transfer needs the window; listed it does not', async () => {
    const listed = await windowWorld(undefined, { fact: plain })
    await listed.decideReview('approve')
    expect(await listed.pendingResult).toBe('signed')
    const unlisted = await windowWorld(undefined, { fact: plain })
    unlisted.store.set(originStatusAtom, 'unverified')
    await unlisted.decideReview('approve')
    expect(unlisted.signed).toEqual([])
    expect(unlisted.windows.addresses).toHaveLength(1)
  })
})
