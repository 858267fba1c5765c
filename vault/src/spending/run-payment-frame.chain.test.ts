import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ConfirmOffer,
  confirmKnockSchema,
  type ToFrame,
  type ToWindow,
  toFrameSchema,
} from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { holdsKeysAtom, isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import { newConfirmSecret, windowUrl } from '#widget/domain/review/window/confirm-url.ts'
import { testOffer } from '#widget/domain/review/window/testing/test-offer.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import {
  createSigner,
  hourMs,
  type Limited,
  openLimited,
  paymentChain,
} from '../document/testing/spending-world.ts'
import { type Fails, openVaultWorld, type VaultWorld } from '../document/testing/vault-world.ts'
import { frameScreenAtom } from './frame-screen.ts'
import { runPaymentFrame } from './run-payment-frame.ts'
import { createPage } from './testing/page-messages.ts'

const widgetOrigin = 'https://wallet.example'
const chain = paymentChain

let world: VaultWorld
const opened: MessagePort[] = []
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  for (const port of opened.splice(0)) port.close()
  await world.server.close()
})

type FrameOptions = {
  /** What the request pays, in base units. */
  readonly amount?: bigint
  readonly facts?: readonly Fact[]
  readonly isSimulated?: boolean
  readonly provesVisibility?: boolean
  readonly fails?: Error
}

/** The vault's frame with a request, which the test sends as the widget. */
async function loadFrame(
  { wallet, frame, stored }: Limited,
  { amount = 60n, facts, isSimulated = true, provesVisibility = true, fails }: FrameOptions = {},
) {
  const { address: account } = wallet
  const signer = createSigner(fails)
  const figure = { value: amount, contract: undefined }
  const payment: readonly Fact[] = [
    { is: 'transfer', from: undefined, to: bob, figure },
    { is: 'term', name: 'sponsored', text: 'Operator' },
  ]
  const runs: Simulation = {
    ...{ is: 'runs', grants: [], isPartial: false, fee: 0n, dataFee: 0n },
    changes: [{ figure: { value: -amount, contract: undefined } }],
  }
  const transaction = {
    ...{ from: account, to: bob, value: '0x5', data: '0x', gas: '0x5208', nonce: '0x0' },
    ...{ chainId: '0x1', type: '0x2', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x10' },
  }
  const request = { method: 'eth_sendTransaction', params: [transaction] }
  const prepared: PreparedRequest = {
    request,
    decode: async () => ({ account, chain, facts: facts ?? payment }),
    simulate: () => (isSimulated ? Promise.resolve(runs) : new Promise(() => undefined)),
    requestWallet: () => Promise.reject(new Error('The frame asks no wallet')),
  }
  const page = createPage(vaultOrigin)
  const { store, clock, transport } = testWorld({
    adapter: testAdapter({ prepare: async () => prepared, ...signer.adapter }),
    ...{ page, pageId: 'payment-frame-0123456789', startsAt: world.server.now },
  })
  store.set(isConfirmWindowAtom, true)
  store.set(holdsKeysAtom, true)
  const secret = newConfirmSecret()
  const knocks: string[] = []
  const parent = {
    postMessage: (message: unknown) => {
      const knock = parseWire(confirmKnockSchema, message)
      if (knock.success) knocks.push(knock.data.visit)
    },
  }
  runPaymentFrame(
    {
      fragment: new URL(windowUrl(`${vaultOrigin}/payment/demo`, secret)).hash,
      document: { documentElement: Object.assign(Object.create(null), { lang: '', dir: '' }) },
      ...{ parent, widgetOrigin, site, provesVisibility },
    },
    { store, deployed: Promise.resolve(), showWallet: (shown) => transport.show([shown]) },
    { client: frame.client, records: frame.records },
  )
  const received: ToFrame[] = []
  const { port1, port2 } = new MessageChannel()
  opened.push(port1, port2)
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = parseWire(toFrameSchema, data)
    if (!parsed.success) throw new Error('The frame sent what no widget understands')
    received.push(parsed.data)
  }
  const accepted = { drawbridge: 'confirm-port', id: secret.id, visit: knocks[0] }
  const offer = testOffer(secret.id, {
    request,
    origin: site,
    userId: wallet.frame.userId(),
    connection: {
      ...{ namespace: 'eip155', walletId: 'ethereum:embedded', handle: 'embedded', walletName: 'Wallet' },
      ...{ accounts: [account], chain },
    },
    ...{ locale: 'en', knownAddresses: [bob], knownReceivers: [`eip155:1:${bob}`] },
  })
  return {
    ...{ page, parent, received, keys: signer.used, accepted, port: port2, clock, offer },
    accept: () => page.deliver({ data: accepted, origin: widgetOrigin, source: parent, ports: [port2] }),
    send: (message: ToWindow) => port1.postMessage(message),
    screen: () => store.get(frameScreenAtom),
    review: () => store.get(reviewsAtom)[0],
    last: () => received.at(-1),
    stored,
  }
}

/** The widget sends the request. */
async function request(limited: Limited, options: FrameOptions = {}, over: Partial<ConfirmOffer> = {}) {
  const frame = await loadFrame(limited, options)
  frame.accept()
  frame.send({ ...frame.offer, ...over })
  return frame
}

/** The user presses the frame's button, once the frame shows the request. */
async function approve(limited: Limited, options: FrameOptions = {}) {
  const frame = await request(limited, options)
  await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'shown' }))
  frame.review()?.decide(acceptClick())
  return frame
}

const noWindow = { is: 'window-needed', hasLimit: false }
const withLimit = { is: 'window-needed', hasLimit: true }

describe('payment within the limit', () => {
  test('shown with what is left, signed once it is approved', async () => {
    const frame = await request(await openLimited(world))
    await vi.waitFor(() => expect(frame.received).toEqual([{ is: 'hello' }, { is: 'shown' }]))
    expect(frame.screen()).toMatchObject({
      is: 'payment',
      cover: { asset: { symbol: 'ETH', decimals: 18 }, maximum: 100n, left: 40n },
    })
    expect(frame.keys).toEqual([])
    frame.review()?.decide(acceptClick())
    await vi.waitFor(() => expect(frame.last()).toMatchObject({ is: 'approved', signed: {} }))
    expect(frame.last()).toMatchObject({ request: frame.offer.request })
    frame.send({ is: 'ended', how: 'answered' })
    await vi.waitFor(() => expect(frame.review()).toBeUndefined())
    expect(frame.keys).toHaveLength(1)
    expect(frame.received).toHaveLength(3)
  })

  test('cancelled in the frame › the widget receives it, nothing is signed', async () => {
    const frame = await request(await openLimited(world))
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'shown' }))
    frame.review()?.decide('cancel')
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'cancelled' }))
    expect(frame.keys).toEqual([])
  })

  test('request ends in the widget › nothing is signed, nothing more is sent', async () => {
    const frame = await request(await openLimited(world))
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'shown' }))
    const review = frame.review()
    frame.send({ is: 'ended', how: 'expired' })
    await vi.waitFor(() => expect(frame.review()).toBeUndefined())
    review?.decide(acceptClick())
    frame.send({ is: 'ping' })
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'pong' }))
    expect(frame.received.map(({ is }) => is)).toEqual(['hello', 'shown', 'pong'])
    expect(frame.keys).toEqual([])
  })

  test('another request over the same channel › ignored', async () => {
    const frame = await request(await openLimited(world))
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'shown' }))
    frame.send({ ...frame.offer, request: { method: 'personal_sign', params: ['0x00', bob] } })
    frame.send({ is: 'ping' })
    await vi.waitFor(() => expect(frame.last()).toEqual({ is: 'pong' }))
    expect(frame.review()?.request).toEqual(frame.offer.request)
  })
})

describe('request that needs the window', () => {
  test.each<[string, FrameOptions, Partial<ConfirmOffer>, object]>([
    ['more than is left', { amount: 101n }, {}, withLimit],
    [
      'not a payment',
      { facts: [{ is: 'approval', spender: bob, figure: { value: 1n, contract: bob }, isUnlimited: false }] },
      {},
      withLimit,
    ],
    ['browser does not prove visibility', { provesVisibility: false }, {}, withLimit],
    ['widget states another site than the browser', {}, { origin: 'https://evil.example' }, withLimit],
    ['user without a limit', {}, { userId: 'bob-0123456789abcdef' }, noWindow],
    ['no user', {}, { userId: undefined }, noWindow],
  ])('%s', async (_name, options, over, expected) => {
    const frame = await request(await openLimited(world), options, over)
    await vi.waitFor(() => expect(frame.received).toEqual([{ is: 'hello' }, expected]))
    expect(frame.screen()).toEqual({ is: 'waiting' })
    expect(frame.keys).toEqual([])
  })

  test('limit that has expired › the widget does not ask again', async () => {
    const limited = await openLimited(world)
    world.server.advance(hourMs + 24 * hourMs + 1)
    const frame = await request(limited)
    await vi.waitFor(() => expect(frame.received).toEqual([{ is: 'hello' }, noWindow]))
  })

  test('request cannot be read in time', async () => {
    const frame = await request(await openLimited(world), { isSimulated: false })
    await vi.waitFor(() => expect(frame.review()?.decoding.is).toBe('read'))
    await frame.clock.advance(9_999)
    expect(frame.received).toEqual([{ is: 'hello' }])
    await frame.clock.advance(1)
    await vi.waitFor(() => expect(frame.received).toEqual([{ is: 'hello' }, withLimit]))
  })

  test('wallet cannot sign › nothing approved', async () => {
    const frame = await approve(await openLimited(world), { fails: new TypeError('The adapter fails') })
    await vi.waitFor(() => expect(frame.last()).toEqual(withLimit))
    expect(frame.received.map(({ is }) => is)).toEqual(['hello', 'shown', 'window-needed'])
  })

  test('response to the claim lost › nothing signed, the amount stays counted', async () => {
    const limited = await openLimited(world)
    const loses: Fails = (path) => path.endsWith('/claims') && 'response'
    const client = world.clientOf(vaultOrigin, limited.frame.keys, loses)
    const frame = await approve({ ...limited, frame: { ...limited.frame, client } })
    await vi.waitFor(() => expect(frame.last()).toEqual(withLimit))
    expect(frame.received.map(({ is }) => is)).toEqual(['hello', 'shown', 'window-needed'])
    expect([...frame.keys, ...limited.keys]).toEqual([])
    expect((await limited.cover(1n))?.left).toBe(39n)
  })

  test('key of the limit does not open › the limit is deleted', async () => {
    const limited = await openLimited(world)
    await limited.frame.records.put({ ...limited.record, maximum: '1000' })
    const frame = await approve(limited)
    await vi.waitFor(() => expect(frame.last()).toEqual(noWindow))
    expect(await frame.stored()).toBeUndefined()
    expect(frame.keys).toEqual([])
  })
})

test.each<
  [string, (frame: Awaited<ReturnType<typeof loadFrame>>) => Parameters<typeof frame.page.deliver>[0]]
>([
  [
    'the page',
    ({ parent, accepted, port }) => ({ data: accepted, origin: site, source: parent, ports: [port] }),
  ],
  [
    'another window of the widget',
    ({ accepted, port }) => ({
      data: accepted,
      origin: widgetOrigin,
      source: { postMessage: () => undefined },
      ports: [port],
    }),
  ],
])('port from %s › ignored', async (_name, messageOf) => {
  const frame = await loadFrame(await openLimited(world))
  frame.page.deliver(messageOf(frame))
  expect(frame.received).toEqual([])
  frame.accept()
  await vi.waitFor(() => expect(frame.received).toEqual([{ is: 'hello' }]))
})
