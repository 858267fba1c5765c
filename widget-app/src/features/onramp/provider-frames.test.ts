import { describe, expect, it, onTestFinished } from 'vitest'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { testWorld } from '#widget/testing/world.ts'
import { buyAtom } from './action-atoms.ts'
import { draftAtom } from './atoms.ts'
import {
  framedUrlAtom,
  providerFrameAtom,
  providerFrameEventAtom,
  resetFrameOnLeaveAtom,
} from './provider-frames.ts'
import { isFrameOrigin } from './provider-page-url.ts'
import { providersAtom } from './providers.ts'
import { pageAtom } from './purchase.ts'
import { framing, inFrame, onrampOptions, openBuy, quoted } from './testing/onramp-world.ts'
import { opened, ready, untilSo, viewOf } from './testing/open-buy.ts'

describe('buyAtom', () => {
  it('behavior: the page of a provider with a frame opens no window; the order is written down, and its view has the page', async () => {
    const world = opened({}, {}, inFrame())
    await ready(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(order).toMatchObject({ provider: { id: 'quay', name: 'Quay Pay' }, state: { is: 'opened' } })
    expect([world.windows, viewOf(world)]).toEqual([[], { name: 'BuyInProgress', id: order?.id }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBe(order?.url)
  })

  it('behavior: the service is told who sells, but for the provider of the spec', async () => {
    const told: unknown[] = []
    const service = {
      quote: (amount: string, body: unknown) => {
        told.push(Object(body).provider)
        return quoted({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
      },
      url: (body: unknown) => {
        told.push(Object(body).provider)
        return { body: { url: 'https://provider.example/buy/1' } }
      },
    }
    await ready(opened(service, {}, inFrame()))
    // Until it is known who sells, a price is asked of nobody in particular.
    expect(told.slice(-2)).toEqual(['quay', 'quay'])
    told.length = 0
    await ready(opened(service))
    expect(new Set(told)).toEqual(new Set([undefined]))
  })

  it.each([
    'https://elsewhere.example/buy/1',
    'https://provider.example.evil.example/',
    'http://provider.example/',
  ])('error: %s, which is of no origin that is named for the provider, is not framed', async (url) => {
    const world = opened({ url: () => ({ body: { url } }) }, {}, inFrame())
    world.store.set(draftAtom, { text: '100' })
    await untilSo(world, () => expect(world.store.get(pageAtom).is).toBe('failed'))
    world.store.set(buyAtom)
    expect(world.store.get(ordersAtom)).toEqual([])
  })
})

describe('framedUrlAtom', () => {
  const order = (url: string, id = 'quay'): Pick<Order, 'provider' | 'url'> => ({
    url,
    provider: { id, name: 'Quay Pay' },
  })

  it.each([
    ['https://provider.example/buy/1', 'quay', true],
    ['https://old.example/buy/1', 'quay', false],
    ['javascript:alert(1)', 'quay', false],
    ['https://provider.example/buy/1', 'meld', false],
    ['https://provider.example/buy/1', 'gone', false],
  ])('param: an order with %s at %s has its page in a frame: %s', (url, id, isFramed) => {
    const meld = { ...framing, id: 'meld', open: 'popup' }
    const { store } = testWorld(onrampOptions({}, {}, inFrame(meld)))
    expect(store.get(framedUrlAtom)(order(url, id))).toBe(isFramed ? url : undefined)
  })
})

describe('providersAtom', () => {
  it.each([
    ['https://pay.example', true],
    ['https://pay.example:8443', true],
    ['http://onramp.localhost:5176', true],
    ['http://pay.example', false],
    ['https://pay.example/', false],
    ['https://*.example', false],
    ['https:', false],
    ['data:', false],
    ['null', false],
  ])('param: frames of %j may be named: %s', (origin, isFine) => {
    expect(isFrameOrigin(origin)).toBe(isFine)
  })

  it('behavior: in the document for isolated pages, where no frame of another site can stand, each opens in a window', async () => {
    const world = opened({}, {}, inFrame())
    const deploy = world.store.get(deployConfigAtom)
    world.store.set(deployConfigAtom, { ...deploy, framesOthers: false })
    await ready(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(world.windows).toMatchObject([{ url: order?.url }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBeUndefined()
  })

  it('error: a frame without an origin that makes sense is left out and logged', async () => {
    const wrong = [[], ['https://*'], ['http://provider.example']].map((origins) => ({ ...framing, origins }))
    const world = testWorld(onrampOptions({}, {}, inFrame(...wrong)))
    openBuy(world)
    onTestFinished(world.store.sub(featureAtom('onramp'), () => undefined))
    await untilSo(world, () => expect(world.store.get(featureAtom('onramp')).is).toBe('on'), 500)
    expect(world.store.get(providersAtom)).toEqual([framing])
    expect(world.logs).toContain('A provider of widget.config.json makes no sense')
  })
})

describe('frameNewsAtom', () => {
  const frame = () => {
    const world = testWorld()
    const leave = world.store.sub(resetFrameOnLeaveAtom('one'), () => undefined)
    onTestFinished(leave)
    return { world, leave, stands: () => world.store.get(providerFrameAtom('one')) }
  }

  it('behavior: a frame that loads is shown, and is late no more', async () => {
    const { world, stands } = frame()
    expect(stands()).toBe('loading')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    await world.clock.advance(60_000)
    expect(stands()).toBe('shown')
  })

  it('error: a frame in which nothing has loaded for 10 s is late, until it loads', async () => {
    const { world, stands } = frame()
    await world.clock.advance(9_999)
    expect(stands()).toBe('loading')
    await world.clock.advance(1)
    expect(stands()).toBe('late')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(stands()).toBe('shown')
  })

  it('error: what was refused is not shown, though the browser’s page in its place loads; the next frame starts anew', async () => {
    const { world, leave, stands } = frame()
    world.store.set(providerFrameEventAtom, 'one', 'refused')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(stands()).toBe('refused')
    leave()
    expect([stands(), world.clock.pending]).toEqual(['loading', 0])
  })
})
