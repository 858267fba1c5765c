import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import type { OrderEvent } from '#widget/domain/orders/order.ts'
import { openOrderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { createOrderAtom, orderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { draftAtom } from './atoms/draft.ts'
import { assetsAtom } from './atoms/exchange-list.ts'
import { depositPageAtom } from './atoms/exchange-page.ts'
import {
  connection,
  errorResult,
  exchangeOptions,
  fakeWindows,
  openExchange,
  payUrl,
  recipient,
  result,
  type ServiceResponses,
  usdc,
} from './testing/exchange-world.ts'

const sharedOptions: TestWorldOptions = { bundledNetworks, topWallets }
const never = () => new Promise<never>(() => {})
const hash = `0x${'ab'.repeat(32)}`

/** Waits until the condition is true while the test clock advances; the gallery runs in real time. */
async function waitUntil({ clock }: TestWorld, condition: () => boolean): Promise<void> {
  for (let step = 0; step < 300 && !condition(); step += 1) {
    await clock.advance(20)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const form = (
  state: string,
  service: ServiceResponses = {},
  amount = '',
  before: (world: TestWorld) => void = () => undefined,
): Fixture<ViewOf<'PayWithExchange'>> => ({
  view: { name: 'PayWithExchange' },
  state,
  options: exchangeOptions({ service, over: sharedOptions }),
  before: (world) => {
    openExchange(world)
    before(world)
  },
  after: async (world) => {
    await waitUntil(world, () => world.store.get(assetsAtom).is !== 'loading')
    if (amount === '') return
    world.store.set(draftAtom, { amount })
    await waitUntil(world, () => world.store.get(depositPageAtom).is !== 'loading')
  },
})

const list = (
  state: string,
  service: ServiceResponses = {},
): Fixture<ViewOf<'PayWithExchangeSelectAsset'>> => ({
  view: { name: 'PayWithExchangeSelectAsset' },
  state,
  options: exchangeOptions({ service, over: sharedOptions }),
  before: (world) => {
    openExchange(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'PayWithExchangeSelectAsset' } })
  },
  after: (world) => waitUntil(world, () => world.store.get(assetsAtom).is !== 'loading'),
})

/** Creates an order of 25 USDC and records its events. */
const order = (world: TestWorld, events: readonly OrderEvent[] = []): void => {
  world.store.set(createOrderAtom, {
    ...{ id: 'o-1', url: payUrl, session: 's-1', kind: 'exchange' },
    ...{ provider: { id: 'reown_test', name: 'Test Exchange' }, to: recipient, expected: 25_000_000n },
    asset: {
      ...{ chain: connection.chain, address: usdc },
      ...{ symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    },
  })
  for (const event of events) world.store.set(recordOrderAtom, 'o-1', event)
}

type PopupCase = 'none' | 'held' | 'blocked' | 'closed'

const status = (
  state: string,
  events: readonly OrderEvent[],
  popup: PopupCase = 'none',
): Fixture<ViewOf<'PayWithExchangeStatus'>> => {
  const { opened, open } = fakeWindows()
  const openWindow = popup === 'blocked' ? () => null : open
  return {
    view: { name: 'PayWithExchangeStatus', id: 'o-1' },
    state,
    // The exchange never responds, so that the state on screen stays.
    options: exchangeOptions({ service: { status: never }, over: { ...sharedOptions, openWindow } }),
    before: (world) => {
      openExchange(world, { name: 'PayWithExchangeStatus', id: 'o-1' })
      order(world, events)
    },
    after: async (world) => {
      if (popup === 'none') return
      const current = world.store.get(orderAtom('o-1'))
      if (current) world.store.set(openOrderPopupAtom, current)
      if (popup !== 'closed') return
      for (const page of opened) page.close()
      await world.clock.advance(1_000)
    },
  }
}

/** Every state of a deposit from an exchange. Test only. */
export const fixtures: FixturesOf<
  'PayWithExchange' | 'PayWithExchangeSelectAsset' | 'PayWithExchangeStatus'
> = {
  PayWithExchange: [
    form('empty'),
    form('ready', {}, '25'),
    form('loading', { exchanges: never }),
    form('unavailable', { exchanges: () => ({ status: 400 }) }),
    form('no exchange', { exchanges: () => result({ exchanges: [], total: 0 }) }),
    form('no assets', { assets: () => ({ body: { exchangeId: 'reown_test', assets: {} } }) }),
    form('assets unavailable', { assets: () => ({ status: 400 }) }),
    form('too many decimals', {}, '0.0000001'),
    {
      ...form('asset unknown'),
      options: exchangeOptions({ chain: { tokenBalances: async () => [] }, over: sharedOptions }),
    },
    form('opening', { payUrl: never }, '25'),
    form('page unreachable', { payUrl: () => ({ status: 500 }) }, '25'),
    form('page refused', { payUrl: () => errorResult('No such asset') }, '25'),
    form('deposit in progress', {}, '25', order),
    { view: { name: 'PayWithExchange' }, state: 'not connected' },
  ],
  PayWithExchangeSelectAsset: [
    list('assets'),
    list('loading', { assets: never }),
    list('unavailable', { assets: () => ({ status: 400 }) }),
    list('none', { assets: () => ({ body: { exchangeId: 'reown_test', assets: {} } }) }),
  ],
  PayWithExchangeStatus: [
    status('at the exchange', [], 'held'),
    status('blocked', [], 'blocked'),
    status('closed', [], 'closed'),
    status('after a reload', []),
    status('in progress', [{ is: 'paid' }]),
    status('sent', [{ is: 'sent', hash }]),
    status('arrived', [{ is: 'arrived', hash, value: 25_000_000n }]),
    status('not confirmed', [
      { is: 'sent', hash },
      { is: 'doubtful', hash, misfit: 'nothing' },
    ]),
    status('balance rose', [{ is: 'risen', value: 25_000_000n }]),
    status('matching payment', [{ is: 'matched', hash, value: 25_000_000n }]),
    status('failed', [{ is: 'failed' }]),
    status('failed with a reason', [{ is: 'failed', reason: 'Your account is locked' }]),
    status('abandoned', [{ is: 'abandoned' }]),
    status('lapsed', [{ is: 'expired' }]),
    status('unknown', [{ is: 'forgotten' }]),
    { view: { name: 'PayWithExchangeStatus', id: 'gone' }, state: 'not known' },
  ],
}
