import { describe, expect, it } from 'vitest'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { buyAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { providerPageAtom } from './atoms/purchase.ts'
import { quoteAtom } from './atoms/quote.ts'
import { quoteTextsAtom } from './atoms/texts.ts'
import { toOnrampFailure } from './onramp-failure.ts'
import { quoteResponse } from './testing/onramp-world.ts'
import { fillForm, openForm, problemsOf, waitForOptions, waitUntil } from './testing/open-buy.ts'

const rejection = (status: number, description?: string) => ({
  status,
  ...(description === undefined ? {} : { body: { reasons: [{ description }] } }),
})

describe('service rejects the request', () => {
  it.each([
    ['EUR is not taken', 'EUR is not taken'],
    ['EUR\u202e is\n not\u200b taken', 'EUR is not taken'],
    ['no '.repeat(400), `${'no '.repeat(86).slice(0, 256)}… (+944)`],
    [undefined, undefined],
  ])('quote rejected with %j › shows the reason, not a sample', async (reasonText, reason) => {
    const world = openForm({ quote: () => rejection(400, reasonText) })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(quoteAtom)).toEqual({ is: 'service-failed', reason }))
    expect([problemsOf(world), world.store.get(quoteTextsAtom)]).toEqual([['service-failed'], undefined])
    world.store.set(buyAtom)
    expect([world.store.get(ordersAtom), world.windows]).toEqual([[], []])
  })

  it('refetched quote rejected › rejected, not old', async () => {
    let isRefused = false
    const world = openForm({
      quote: (_amount, body) => (isRefused ? rejection(400, 'Sold out') : quoteResponse(Object(body))),
    })
    await fillForm(world)
    isRefused = true
    void world.store.set(quoteAtom)
    await waitUntil(world, () =>
      expect(world.store.get(quoteAtom)).toEqual({ is: 'service-failed', reason: 'Sold out' }),
    )
    world.store.set(buyAtom)
    expect([world.store.get(ordersAtom), world.windows]).toEqual([[], []])
  })

  it('provider page rejected › its reason is available', async () => {
    const world = openForm({ url: () => rejection(400, 'Not to this address') })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('failed'))
    const page = world.store.get(providerPageAtom)
    expect(toOnrampFailure(page.is === 'failed' ? page.error : undefined)).toEqual({
      reason: 'Not to this address',
    })
  })

  it.each([403, 408, 429, 500, 503])('%i with a reason › an outage, shown as a sample', async (status) => {
    const world = openForm({ quote: () => rejection(status, 'Later') })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(quoteAtom)).toMatchObject({ kind: 'sample' }), 500)
  })
})
