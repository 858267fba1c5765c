import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import {
  type ConfirmOffer,
  confirmKnockSchema,
  type ToFrame,
  toFrameSchema,
} from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import {
  confirmDocument,
  newConfirmSecret,
  readConfirmFragment,
  windowUrl,
} from '#widget/domain/review/window/confirm-url.ts'
import { testOffer } from '#widget/domain/review/window/testing/test-offer.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import type { DocumentMessage } from '#widget/lib/page/document-messages.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import { confirmStageAtom } from './confirm-stage.ts'
import { runConfirmWindow } from './run-confirm-window.ts'

const origin = 'https://widget.example'
const chain = parseChainId('eip155:1')
const approvalOf = (value: bigint): Fact => ({
  is: 'approval',
  spender: bob,
  figure: { value, contract: bob },
  isUnlimited: false,
})
const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const offerFor = (id: string, over: Partial<ConfirmOffer> = {}): ConfirmOffer =>
  testOffer(id, {
    request: { method: 'eth_sendTransaction', params: ['100'] },
    hasLimit: true,
    locale: 'en',
    knownAddresses: [bob],
    ...over,
  })

/** A window that a frame opened; the test plays the frame. */
function windowWorld({
  read = true,
  fragment = undefined as string | undefined,
  storage = new Map<string, string>(),
} = {}) {
  const prepared = (amount: bigint): PreparedRequest => ({
    request: { method: 'eth_sendTransaction', params: [String(amount)] },
    ...(read ? { decode: async () => ({ account: alice, chain, facts: [approvalOf(amount)] }) } : {}),
    simulate: async () => undefined,
    withLimit: prepared,
    requestWallet: async () => {
      throw new Error('The window asks no wallet')
    },
  })
  const listeners = new Set<(message: DocumentMessage) => void>()
  const page = {
    origin,
    listen: (run: (message: DocumentMessage) => void) => {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
  }
  const world = testWorld({ adapter: testAdapter({ prepare: async () => prepared(100n) }), page })
  const { store, clock } = world
  store.set(isConfirmWindowAtom, true)
  const storedFragment = /#[\w-]{22}\.[\w-]{43}/.exec(storage.values().next().value ?? '')?.[0]
  const secret =
    readConfirmFragment(fragment ?? '') ?? readConfirmFragment(storedFragment ?? '') ?? newConfirmSecret()
  let visit = ''
  const opener = {
    closed: false,
    postMessage: (message: unknown) => {
      const knock = parseWire(confirmKnockSchema, message)
      visit = knock.success ? knock.data.visit : visit
    },
  }
  let leave = () => {}
  let isHidden = false
  let closings = 0
  runConfirmWindow(
    {
      fragment: fragment ?? new URL(windowUrl(confirmDocument(origin), secret)).hash,
      hideFragment: () => {
        isHidden = true
      },
      document: { documentElement: Object.assign(Object.create(null), { lang: '', dir: '' }) },
      opener,
      onLeave: (run) => {
        leave = run
      },
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      close: () => {
        closings += 1
      },
    },
    { store, deployed: Promise.resolve(), showWallet: (wallet) => world.transport.show([wallet]) },
  )
  const received: ToFrame[] = []
  const stage = () => store.get(confirmStageAtom)
  /** The frame accepts the port request, and sends the request. */
  const offer = async (over: Partial<ConfirmOffer> = {}) => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = parseWire(toFrameSchema, data)
      if (!parsed.success) throw new Error('The window sent what no frame understands')
      received.push(parsed.data)
    }
    const data = { drawbridge: 'confirm-port', id: secret.id, visit }
    for (const run of [...listeners]) run({ data, origin, source: opener, ports: [port2] })
    port1.postMessage(offerFor(secret.id, over))
    await vi.waitFor(() => expect(stage().is).not.toBe('loading'))
    await vi.waitFor(async () => {
      await clock.advance(0)
      expect(store.get(reviewsAtom)[0]?.decoding.is ?? stage().is).not.toBe('reading')
    })
    return port1
  }
  const review = () => store.get(reviewsAtom)[0]
  return {
    ...{ ...world, received, stage, offer, review },
    leave: () => leave(),
    leavePage: () => {
      opener.closed = true
    },
    isHidden: () => isHidden,
    closings: () => closings,
  }
}

describe('runConfirmWindow', () => {
  it('frame sends a request › decoded in the window, shown with the pinned origin', async () => {
    const { offer, review, stage, store, isHidden } = windowWorld()
    expect(isHidden()).toBe(true)
    await offer()
    await vi.waitFor(() => expect(review()?.decoding.is).toBe('read'))
    expect(stage()).toEqual({ is: 'review' })
    expect(review()?.risks).toEqual([])
    expect(store.get(hostOriginAtom)).toBe('https://shop.example')
    expect(store.get(knownAddressesAtom('eip155'))).toContain(bob)
  })

  it('approved › frame receives the shown request; asked and answered are shown', async () => {
    const { offer, review, stage, received, clock, closings } = windowWorld()
    const frame = await offer()
    await vi.waitFor(() => expect(review()?.decoding.is).toBe('read'))
    review()?.decide(acceptClick())
    await vi.waitFor(() => expect(stage()).toEqual({ is: 'checking' }))
    await vi.waitFor(() =>
      expect(received).toEqual([
        { is: 'hello' },
        { is: 'approved', request: { method: 'eth_sendTransaction', params: ['100'] }, limit: undefined },
      ]),
    )
    frame.postMessage({ is: 'asked' })
    await vi.waitFor(() => expect(stage()).toEqual({ is: 'asked' }))
    frame.postMessage({ is: 'ended', how: 'answered' })
    await vi.waitFor(() => expect(stage()).toEqual({ is: 'ended', how: 'answered' }))
    await clock.advance(1_500)
    expect(closings()).toBe(1)
  })

  it('approval lowered, then approved › the frame receives the limit too', async () => {
    const { offer, review, received } = windowWorld()
    await offer()
    await vi.waitFor(() => expect(review()?.limit).toBeDefined())
    review()?.limit?.(7n)
    await vi.waitFor(() => expect(review()?.request.params).toEqual(['7']))
    await vi.waitFor(() => expect(review()?.stage.is).toBe('deciding'))
    review()?.decide(acceptClick())
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ is: 'approved', limit: '7' }))
    expect(received.at(-1)).toMatchObject({ request: { params: ['7'] } })
  })

  it('request of a widget view › its approval cannot be lowered', async () => {
    const { offer, review, received } = windowWorld()
    await offer({ hasLimit: false })
    await vi.waitFor(() => expect(review()?.decoding.is).toBe('read'))
    expect(review()?.limit).toBeUndefined()
    review()?.decide(acceptClick())
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ is: 'approved', limit: undefined }))
  })

  it('cancelled › the frame receives it', async () => {
    const { offer, review, stage, received } = windowWorld()
    await offer()
    await vi.waitFor(() => expect(review()).toBeDefined())
    review()?.decide('cancel')
    await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'cancelled' }))
    expect(stage()).toEqual({ is: 'ended', how: 'cancelled' })
  })

  it.each(['changed', 'expired', 'cancelled'] as const)(
    'frame sends %s › the review ends, and nothing more is sent',
    async (how) => {
      const { offer, review, stage, received } = windowWorld()
      const frame = await offer()
      frame.postMessage({ is: 'ended', how })
      await vi.waitFor(() => expect(stage()).toEqual({ is: 'ended', how }))
      await vi.waitFor(() => expect(review()).toBeUndefined())
      expect(received).toEqual([{ is: 'hello' }])
    },
  )

  it('page of the frame is left › the review ends within a second', async () => {
    const { offer, review, stage, clock, leavePage } = windowWorld()
    await offer()
    await clock.advance(5_000)
    expect(stage()).toEqual({ is: 'review' })
    leavePage()
    await clock.advance(1_000)
    expect(stage()).toEqual({ is: 'ended', how: 'expired' })
    await vi.waitFor(() => expect(review()).toBeUndefined())
  })

  it('request with nothing to review › never approved', async () => {
    const { offer, stage, received } = windowWorld({ read: false })
    await offer()
    await vi.waitFor(() => expect(stage()).toEqual({ is: 'ended', how: 'changed' }))
    await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'closed' }))
  })

  it('second request over the same channel › ignored', async () => {
    const { offer, review } = windowWorld()
    const frame = await offer()
    await vi.waitFor(() => expect(review()?.decoding.is).toBe('read'))
    frame.postMessage(offerFor('A'.repeat(22), { origin: 'https://evil.example' }))
    frame.postMessage({ is: 'ended', how: 'changed' })
    await vi.waitFor(() => expect(review()).toBeUndefined())
  })

  it('window closed before a decision › the frame receives it', async () => {
    const { offer, leave, received, review } = windowWorld()
    await offer()
    await vi.waitFor(() => expect(review()).toBeDefined())
    leave()
    await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'closed' }))
  })

  it('frame pings › the window responds', async () => {
    const { offer, received } = windowWorld()
    const frame = await offer()
    frame.postMessage({ is: 'ping' })
    await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'pong' }))
  })

  it('reloaded before a decision › the same request again', async () => {
    const storage = new Map<string, string>()
    const { offer } = windowWorld({ storage })
    await offer()
    const again = windowWorld({ storage, fragment: '' })
    await again.offer()
    await vi.waitFor(() => expect(again.review()?.decoding.is).toBe('read'))
    expect(again.stage()).toEqual({ is: 'review' })
  })

  it('reloaded after the wallet request › shows it, and nothing can be decided', async () => {
    const storage = new Map<string, string>()
    await windowWorld({ storage }).offer()
    const again = windowWorld({ storage, fragment: '' })
    const frame = await again.offer()
    frame.postMessage({ is: 'asked' })
    await vi.waitFor(() => expect(again.stage()).toEqual({ is: 'handed-over', app: undefined }))
    await vi.waitFor(() => expect(again.review()).toBeUndefined())
    expect(again.received).toEqual([{ is: 'hello' }])
    frame.postMessage({ is: 'ended', how: 'answered' })
    await vi.waitFor(() => expect(again.stage()).toEqual({ is: 'ended', how: 'answered' }))
  })

  it('reloaded on a phone after the wallet request › links to the wallet app', async () => {
    const storage = new Map<string, string>()
    await windowWorld({ storage }).offer()
    const again = windowWorld({ storage, fragment: '' })
    const frame = await again.offer({ app: 'rainbow://wc?sessionTopic=ab' })
    frame.postMessage({ is: 'asked' })
    const link = { href: 'rainbow://wc?sessionTopic=ab', isApp: true }
    await vi.waitFor(() => expect(again.stage()).toMatchObject({ is: 'handed-over', app: { link } }))
  })

  it('request over › a reload has nothing to review', async () => {
    const storage = new Map<string, string>()
    const { offer, stage } = windowWorld({ storage })
    const frame = await offer()
    expect(storage.size).toBe(1)
    frame.postMessage({ is: 'ended', how: 'changed' })
    await vi.waitFor(() => expect(stage().is).toBe('ended'))
    expect(storage.size).toBe(0)
    expect(windowWorld({ storage, fragment: '' }).stage()).toEqual({ is: 'unreachable' })
  })

  it.each(['', '{', '{"fragment":"#x"}', '{"fragment":1,"until":9e15}'])(
    'stored value %j › nothing to review',
    (storedFragment) => {
      const storage = new Map([['drawbridge-confirm', storedFragment]])
      expect(windowWorld({ storage, fragment: '' }).stage()).toEqual({ is: 'unreachable' })
      expect(storage.size).toBe(0)
    },
  )

  it('stored for longer than a window lasts › nothing to review', async () => {
    const storage = new Map<string, string>()
    await windowWorld({ storage }).offer()
    const [[key, storedFragment] = ['', '']] = storage
    storage.set(key, storedFragment.replace(/"until":\d+/, '"until":1'))
    expect(windowWorld({ storage, fragment: '' }).stage()).toEqual({ is: 'unreachable' })
  })

  it('URL without a secret › nothing to review, no port request', async () => {
    const { stage, clock, urls } = windowWorld({ fragment: '' })
    await clock.advance(10_000)
    expect(stage()).toEqual({ is: 'unreachable' })
    expect(urls).toEqual([])
  })
})
