import { expect, it } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { buyAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { providerPageAtom } from './atoms/purchase.ts'
import { openForm, waitForOptions, waitUntil } from './testing/open-buy.ts'

const never = () => new Promise<never>(() => {})

it.each([
  ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '60' } })],
  ['500', () => ({ status: 500 })],
  ['timeout', never],
  ['wrong shape', () => ({ body: { address: 'https://provider.example/' } })],
  ['empty', () => ({ body: '' })],
] as const)('provider page, %s › no order, no toast; works after a retry', async (_, respond) => {
  let isBroken = true
  const world = openForm({
    url: () => (isBroken ? respond() : { body: { url: 'https://provider.example/buy/later' } }),
  })
  await waitForOptions(world)
  world.store.set(draftAtom, { text: '100' })
  await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('failed'), 2_000)
  world.store.set(buyAtom)
  expect([world.store.get(ordersAtom), world.windows]).toEqual([[], []])
  expect(world.store.get(toastAtom).open).toBe(false)
  isBroken = false
  void world.store.set(providerPageAtom)
  await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('ready'), 2_000)
  world.store.set(buyAtom)
  expect(world.windows.map(({ url }) => url)).toEqual(['https://provider.example/buy/later'])
})
