import { describe, expect, it, onTestFinished } from 'vitest'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { testWorld } from '#widget/testing/world.ts'
import { isFrameOrigin } from '../provider-page-url.ts'
import {
  frameProvider,
  onrampOptions,
  openBuy,
  quoteResponse,
  withFrameProvider,
} from '../testing/onramp-world.ts'
import { fillForm, openForm, viewOf, waitUntil } from '../testing/open-buy.ts'
import { buyAtom } from './actions.ts'
import { draftAtom } from './draft.ts'
import {
  framedUrlAtom,
  providerFrameAtom,
  providerFrameEventAtom,
  resetFrameOnLeaveAtom,
} from './provider-frames.ts'
import { providersAtom } from './providers.ts'
import { providerPageAtom } from './purchase.ts'

describe('buyAtom', () => {
  it('framed provider page › no popup; stores the order, and its view has the frame', async () => {
    const world = openForm({}, {}, withFrameProvider())
    await fillForm(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(order).toMatchObject({ provider: { id: 'quay', name: 'Quay Pay' }, state: { is: 'opened' } })
    expect([world.windows, viewOf(world)]).toEqual([[], { name: 'BuyInProgress', id: order?.id }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBe(order?.url)
  })

  it('provider id › sent to the service, except for the default provider', async () => {
    const providerIds: unknown[] = []
    const service = {
      quote: (amount: string, body: unknown) => {
        providerIds.push(Object(body).provider)
        return quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
      },
      url: (body: unknown) => {
        providerIds.push(Object(body).provider)
        return { body: { url: 'https://provider.example/buy/1' } }
      },
    }
    await fillForm(openForm(service, {}, withFrameProvider()))
    // Until the providers are loaded, quotes are requested without one.
    expect(providerIds.slice(-2)).toEqual(['quay', 'quay'])
    providerIds.length = 0
    await fillForm(openForm(service))
    expect(new Set(providerIds)).toEqual(new Set([undefined]))
  })

  it.each([
    'https://elsewhere.example/buy/1',
    'https://provider.example.evil.example/',
    'http://provider.example/',
  ])("%s, outside the provider's origins › not framed", async (url) => {
    const world = openForm({ url: () => ({ body: { url } }) }, {}, withFrameProvider())
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('failed'))
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
    const meld = { ...frameProvider, id: 'meld', open: 'popup' }
    const { store } = testWorld(onrampOptions({}, {}, withFrameProvider(meld)))
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
  ])('origin %j › can be framed: %s', (origin, isAllowed) => {
    expect(isFrameOrigin(origin)).toBe(isAllowed)
  })

  it('document that cannot frame other sites › opens a popup', async () => {
    const world = openForm({}, {}, withFrameProvider())
    const deploy = world.store.get(deployConfigAtom)
    world.store.set(deployConfigAtom, { ...deploy, framesOthers: false })
    await fillForm(world)
    world.store.set(buyAtom)
    const [order] = world.store.get(ordersAtom)
    expect(world.windows).toMatchObject([{ url: order?.url }])
    expect(order && world.store.get(framedUrlAtom)(order)).toBeUndefined()
  })

  it('framed provider without a valid origin › dropped and logged', async () => {
    const wrong = [[], ['https://*'], ['http://provider.example']].map((origins) => ({
      ...frameProvider,
      origins,
    }))
    const world = testWorld(onrampOptions({}, {}, withFrameProvider(...wrong)))
    openBuy(world)
    onTestFinished(world.store.sub(featureAtom('onramp'), () => undefined))
    await waitUntil(world, () => expect(world.store.get(featureAtom('onramp')).is).toBe('on'), 500)
    expect(world.store.get(providersAtom)).toEqual([frameProvider])
    expect(world.logs).toContain('An on-ramp provider of widget.config.json is invalid')
  })
})

describe('provider frame', () => {
  const frame = () => {
    const world = testWorld()
    const unmount = world.store.sub(resetFrameOnLeaveAtom('one'), () => undefined)
    onTestFinished(unmount)
    return { world, unmount, frameState: () => world.store.get(providerFrameAtom('one')) }
  }

  it('frame loads › shown, and not late afterwards', async () => {
    const { world, frameState } = frame()
    expect(frameState()).toBe('loading')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    await world.clock.advance(60_000)
    expect(frameState()).toBe('shown')
  })

  it('nothing loaded for 10 s › late until it loads', async () => {
    const { world, frameState } = frame()
    await world.clock.advance(9_999)
    expect(frameState()).toBe('loading')
    await world.clock.advance(1)
    expect(frameState()).toBe('late')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(frameState()).toBe('shown')
  })

  it('blocked, then its error page loads › stays blocked; the next frame resets', async () => {
    const { world, unmount, frameState } = frame()
    world.store.set(providerFrameEventAtom, 'one', 'blocked')
    world.store.set(providerFrameEventAtom, 'one', 'loaded')
    expect(frameState()).toBe('blocked')
    unmount()
    expect([frameState(), world.clock.pending]).toEqual(['loading', 0])
  })
})
