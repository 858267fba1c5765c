import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { orderSchema } from '#widget/domain/orders/order.ts'
import { ordersAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { buyAtom, retryPurchaseAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { buyTokenAtom, methodAtom } from './atoms/options.ts'
import { providerAtom } from './atoms/providers.ts'
import { connection, withFrameProvider } from './testing/onramp-world.ts'
import { fillForm, openForm, problemsOf, viewOf, waitForOptions, waitUntil } from './testing/open-buy.ts'

const meld = { id: 'meld', name: 'Meld', open: 'popup', feePercent: ['1', '2'], namespaces: ['eip155'] }

/** Creates a purchase of USDC by bank transfer at the second provider, which was declined. */
async function declineOrder(over: Parameters<typeof openForm>[2] = {}) {
  const world = openForm({}, {}, { ...withFrameProvider(meld), ...over })
  await waitForOptions(world)
  world.store.set(providerAtom, 'quay')
  world.store.set(draftAtom, { method: 'ach_bank_account', token: { by: 'id', id: 'USDC' } })
  await fillForm(world, '8000')
  world.store.set(buyAtom)
  const [order] = world.store.get(ordersAtom)
  if (!order) throw new Error('No order was begun')
  world.store.set(recordOrderAtom, order.id, { is: 'failed', reason: 'declined' })
  return { world, order }
}

it('retry in a later document › the same amount, token, method and provider', async () => {
  const storage = memoryArea()
  const { order } = await declineOrder({ storage })
  expect(order.pays).toEqual({ amount: '8000', currency: 'USD', method: 'ach_bank_account' })
  const reloaded = openForm({}, {}, { ...withFrameProvider(meld), storage, pageId: 'later' })
  const [storedOrder] = reloaded.store.get(ordersAtom)
  if (!storedOrder) throw new Error('The order is gone')
  reloaded.store.set(retryPurchaseAtom, storedOrder)
  await waitUntil(reloaded, () => expect(reloaded.store.get(providerAtom)?.id).toBe('quay'))
  await waitForOptions(reloaded)
  expect(viewOf(reloaded).name).toBe('OnRampAmount')
  expect(reloaded.store.get(methodAtom)?.id).toBe('ach_bank_account')
  expect([reloaded.store.get(buyTokenAtom)?.symbol, problemsOf(reloaded)]).toEqual(['USDC', []])
  await fillForm(reloaded, '8000')
  reloaded.store.set(buyAtom)
  const urls = reloaded.store.get(ordersAtom).map(({ url }) => url)
  expect([urls.length, new Set(urls).size]).toEqual([2, 2])
})

it('retry on another network › fills in nothing', async () => {
  const { world, order } = await declineOrder()
  world.store.set(draftAtom, { text: '', method: undefined, token: undefined })
  const onBase = { ...connection, chain: parseChainId('eip155:8453') }
  world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection: onBase })
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'BuyInProgress', id: order.id } })
  world.store.set(retryPurchaseAtom, order)
  expect([viewOf(world).name, world.store.get(draftAtom).text]).toEqual(['OnRampAmount', ''])
})

it('stored order without a payment method › still parses', async () => {
  const { order } = await declineOrder()
  const { method: _, ...pays } = order.pays ?? { amount: '', currency: '', method: '' }
  const stored = JSON.parse(
    JSON.stringify({ ...order, pays }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  )
  expect(orderSchema().safeParse(stored)).toMatchObject({ success: true, data: { pays } })
})
