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
  it('framed provider page › no popup; stores the order, and its view has the frame', async () => {
    const world = opened({}, {}, inFrame())
    await ready(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(order).toMatchObject({ provider: { id: 'quay', name: 'Quay Pay' }, state: { is: 'opened' } })
    expect([world.windows, viewOf(world)]).toEqual([[], { name: 'BuyInProgress', id: order?.id }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBe(order?.url)
  })

  it('provider id › sent to the service, except for the default provider', async () => {
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
    // Until the providers are loaded, quotes are requested without one.
    expect(told.slice(-2)).toEqual(['quay', 'quay'])
    told.length = 0
    await ready(opened(service))
    expect(new Set(told)).toEqual(new Set([undefined]))
  })

  it.each([
    'https://elsewhere.example/buy/1',
    'https://provider.example.evil.example/',
    'http://provider.example/',
  ])("%s, outside the provider's origins › not framed", async (url) => {
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
  ])('%s at %s › framed: %s', (url, id, isFramed) => {
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
  ])('origin %j › can be framed: %s', (origin, isFine) => {
    expect(isFrameOrigin(origin)).toBe(isFine)
  })

  it('document that cannot frame other sites › opens a popup', async () => {
    const world = opened({}, {}, inFrame())
    const deploy = world.store.get(deployConfigAtom)
    world.store.set(deployConfigAtom, { ...deploy, framesOthers: false })
    await ready(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(world.windows).toMatchObject([{ url: order?.url }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBeUndefined()
  })

  it('framed provider without a valid origin › dropped and logged', async () => {
    const wrong = [[], ['https://*'], ['http://provider.example']].map((origins) => ({ ...framing, origins }))
    const world = testWorld(onrampOptions({}, {}, inFrame(...wrong)))
    openBuy(world)
    onTestFinished(world.store.sub(featureAtom('onramp'), () => undefined))
    await untilSo(world, () => expect(world.store.get(featureAtom('onramp')).is).toBe('on'), 500)
    expect(world.store.get(providersAtom)).toEqual([framing])
    expect(world.logs).toContain('A provider of widget.config.json makes no sense')
  })
})

describe('provider frame', () => {
  const frame = () => {
    const world = testWorld()
    const leave = world.store.sub(resetFrameOnLeaveAtom('one'), () => undefined)
    onTestFinished(leave)
    return { world, leave, stands: () => world.store.get(providerFrameAtom('one')) }
  }

  it('frame loads › shown, and not late afterwards', async () => {
    const { world, stands } = frame()
    expect(stands()).toBe('loading')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    await world.clock.advance(60_000)
    expect(stands()).toBe('shown')
  })

  it('nothing loaded for 10 s › late until it loads', async () => {
    const { world, stands } = frame()
    await world.clock.advance(9_999)
    expect(stands()).toBe('loading')
    await world.clock.advance(1)
    expect(stands()).toBe('late')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(stands()).toBe('shown')
  })

  it('refused, then its error page loads › stays refused; the next frame resets', async () => {
    const { world, leave, stands } = frame()
    world.store.set(providerFrameEventAtom, 'one', 'refused')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(stands()).toBe('refused')
    leave()
    expect([stands(), world.clock.pending]).toEqual(['loading', 0])
  })
})
