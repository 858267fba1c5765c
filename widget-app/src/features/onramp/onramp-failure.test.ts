import { describe, expect, it } from 'vitest'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { buyAtom } from './action-atoms.ts'
import { draftAtom } from './atoms.ts'
import { toOnrampFailure } from './onramp-failure.ts'
import { quoteTextsAtom } from './order-texts.ts'
import { pageAtom } from './purchase.ts'
import { quoteAtom } from './quote.ts'
import { quoted } from './testing/onramp-world.ts'
import { offered, opened, problemsOf, ready, untilSo } from './testing/open-buy.ts'

const refused = (status: number, description?: string) => ({
  status,
  ...(description === undefined ? {} : { body: { reasons: [{ description }] } }),
})

describe('service rejects the request', () => {
  it.each([
    ['EUR is not taken', 'EUR is not taken'],
    ['EUR\u202e is\n not\u200b taken', 'EUR is not taken'],
    ['no '.repeat(400), `${'no '.repeat(86).slice(0, 256)}… (+944)`],
    [undefined, undefined],
  ])('quote rejected with %j › shows the reason, not a sample', async (told, reason) => {
    const world = opened({ quote: () => refused(400, told) })
    await offered(world)
    world.store.set(draftAtom, { text: '100' })
    await untilSo(world, () => expect(world.store.get(quoteAtom)).toEqual({ is: 'refused', reason }))
    expect([problemsOf(world), world.store.get(quoteTextsAtom)]).toEqual([['refused'], undefined])
    world.store.set(buyAtom)
    expect([world.store.get(ordersAtom), world.windows]).toEqual([[], []])
  })

  it('refetched quote rejected › rejected, not old', async () => {
    let isRefused = false
    const world = opened({
      quote: (_amount, body) => (isRefused ? refused(400, 'Sold out') : quoted(Object(body))),
    })
    await ready(world)
    isRefused = true
    void world.store.set(quoteAtom)
    await untilSo(world, () =>
      expect(world.store.get(quoteAtom)).toEqual({ is: 'refused', reason: 'Sold out' }),
    )
    world.store.set(buyAtom)
    expect([world.store.get(ordersAtom), world.windows]).toEqual([[], []])
  })

  it('provider page rejected › its reason is available', async () => {
    const world = opened({ url: () => refused(400, 'Not to this address') })
    await offered(world)
    world.store.set(draftAtom, { text: '100' })
    await untilSo(world, () => expect(world.store.get(pageAtom).is).toBe('failed'))
    const page = world.store.get(pageAtom)
    expect(toOnrampFailure(page.is === 'failed' ? page.error : undefined)).toEqual({
      reason: 'Not to this address',
    })
  })

  it.each([403, 408, 429, 500, 503])('%i with a reason › an outage, shown as a sample', async (status) => {
    const world = opened({ quote: () => refused(status, 'Later') })
    await offered(world)
    world.store.set(draftAtom, { text: '100' })
    await untilSo(world, () => expect(world.store.get(quoteAtom)).toMatchObject({ kind: 'sample' }), 500)
  })
})
