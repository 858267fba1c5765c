import { expect, it, onTestFinished, vi } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { arrivedOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { refreshOrdersAtom } from '#widget/domain/orders/poll-orders.ts'
import {
  hash,
  id,
  newOrder,
  orderWorld,
  respondWith,
  stateOf,
} from '#widget/domain/orders/testing/order-world.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { refreshOrdersOnOpen } from './refresh-orders-on-open.ts'

const sent = respondWith({ status: 'sent', transactionHash: hash })

/** Two orders of an earlier visit, one of them ended, and a new visit in which both have been delivered. */
function visit(status = sent) {
  const storage = memoryArea()
  const first = orderWorld({ over: { storage } })
  first.store.set(createOrderAtom, { ...newOrder, id: 'second' })
  first.store.set(recordOrderAtom, 'second', { is: 'expired' })
  first.store.set(createOrderAtom, newOrder)
  const world = orderWorld({ status, received: async () => 990n, over: { storage, pageId: 'later' } })
  onTestFinished(refreshOrdersOnOpen(world.store))
  const fetchCount = () => world.urls.filter((url) => url.includes('/orders/')).length
  return { world, fetchCount }
}

it('next opening, at any view › open orders are fetched once; results are shown', async () => {
  const { world, fetchCount } = visit()
  await vi.dynamicImportSettled()
  expect(world.urls).toEqual([])
  world.store.set(openModalAtom, { view: 'Connect' })
  await vi.waitFor(() => expect(stateOf(world)).toEqual({ is: 'arrived', hash, value: 990n }))
  await vi.waitFor(() => expect(world.store.get(toastAtom)).toMatchObject({ open: true, variant: 'success' }))
  expect([fetchCount(), stateOf(world, 'second')?.is]).toEqual([1, 'expired'])
  expect(world.store.get(arrivedOrderAtom)?.id).toBe(id)
  world.store.set(arrivedOrderAtom)
  expect(world.store.get(arrivedOrderAtom)).toBe(undefined)
})

it('opened again › fetched again, but not within 15 s; closed › not fetched', async () => {
  const { world, fetchCount } = visit(respondWith({ status: 'processing' }))
  world.store.set(openModalAtom)
  await vi.waitFor(() => expect(stateOf(world)).toEqual({ is: 'paid' }))
  await world.clock.advance(60_000)
  expect(fetchCount()).toBe(1)
  world.store.set(dismissModalAtom)
  world.store.set(openModalAtom)
  await vi.waitFor(() => expect(fetchCount()).toBe(2))
  world.store.set(dismissModalAtom)
  world.store.set(openModalAtom)
  await vi.dynamicImportSettled()
  await world.store.set(refreshOrdersAtom)
  expect(fetchCount()).toBe(2)
})

it('Account on screen › a notice there, and no toast', async () => {
  const { world } = visit()
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  await world.store.set(refreshOrdersAtom)
  expect(world.store.get(arrivedOrderAtom)?.id).toBe(id)
  expect(world.store.get(toastAtom).open).toBe(false)
})
