import { parseChainId } from '#shared/caip/chain-id.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { cancelOrderAtom } from '#widget/domain/orders/cancel-order.ts'
import type { Order, OrderEvent } from '#widget/domain/orders/order.ts'
import { openOrderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestResponse, TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { type Draft, draftAtom, expiredQuoteAtAtom } from './atoms/draft.ts'
import { optionsAtom } from './atoms/options.ts'
import { problemsAtom } from './atoms/problems.ts'
import { type ProviderFrameEvent, providerFrameEventAtom } from './atoms/provider-frames.ts'
import { providerPageAtom } from './atoms/purchase.ts'
import { quoteAtom } from './atoms/quote.ts'
import {
  buyer,
  connection,
  deliveryHash,
  ethereum,
  frameProvider,
  onrampOptions,
  openBuy,
  quoteResponse,
  type ServiceResponses,
  testWindows,
  withFrameProvider,
} from './testing/onramp-world.ts'

const sharedOptions: TestWorldOptions = { bundledNetworks }
const never = () => new Promise<never>(() => {})

/** Waits until the condition is true while the test clock advances; the gallery runs in real time. */
async function waitUntil({ clock }: TestWorld, condition: () => boolean): Promise<void> {
  for (let step = 0; step < 300 && !condition(); step += 1) {
    await clock.advance(20)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const hundred: Partial<Draft> = { text: '100' }
const failed = { status: 500 }
const rejection = { status: 400, body: { reasons: [{ description: 'EUR is not taken' }] } }

const form = (
  state: string,
  draft: Partial<Draft> = {},
  service: ServiceResponses = {},
  after: (world: TestWorld) => void = () => undefined,
): Fixture<ViewOf<'OnRampAmount'>> => ({
  view: { name: 'OnRampAmount' },
  state,
  options: onrampOptions(service, {}, sharedOptions),
  before: (world) => {
    openBuy(world)
    world.store.set(draftAtom, draft)
  },
  after: async (world) => {
    await waitUntil(world, () => world.store.get(optionsAtom).is !== 'loading')
    // A request without a response fails eventually.
    if (service.quote !== never) await waitUntil(world, () => world.store.get(quoteAtom).is !== 'loading')
    await waitUntil(
      world,
      () => world.store.get(providerPageAtom).is !== 'loading' || draft.text === undefined,
    )
    after(world)
  },
})

/** A provider that states only one fee. */
const withoutNetworkFee: NonNullable<ServiceResponses['quote']> = (amount) => {
  const { body } = quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
  return { body: { ...Object(body), networkFee: undefined } }
}

/** The service returns the first quote and fails afterwards. */
function withOldQuote(): Fixture<ViewOf<'OnRampAmount'>> {
  let count = 0
  const quote: ServiceResponses['quote'] = (amount) => {
    count += 1
    return count > 1 ? failed : quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
  }
  const priced = form('price not renewed', hundred, { quote })
  return {
    ...priced,
    after: async (world) => {
      await priced.after?.(world)
      void world.store.set(quoteAtom)
      await waitUntil(world, () => world.store.get(problemsAtom).length > 0)
    },
  }
}

const id = 'fixture-order'

const meld = { ...frameProvider, id: 'meld', name: 'Meld', open: 'popup', feePercent: ['1', '2'] }

/** Creates a purchase of 0.03268 ether for 100 dollars. */
function order({ store }: TestWorld, ...events: readonly OrderEvent[]): void {
  const newOrder: Omit<Order, 'at' | 'updatedAt' | 'state'> = {
    id,
    kind: 'buy',
    provider: { id: 'meld', name: 'Meld' },
    to: buyer,
    asset: { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
    expected: 32_683_333_333_333_333n,
    pays: { amount: '100', currency: 'USD' },
    before: 0n,
    url: 'https://provider.example/buy/1',
  }
  store.set(createOrderAtom, newOrder)
  for (const event of events) store.set(recordOrderAtom, id, event)
}

const progress = (
  state: string,
  before: (world: TestWorld) => void,
  over: TestWorldOptions = {},
): Fixture<ViewOf<'BuyInProgress'>> => ({
  view: { name: 'BuyInProgress', id },
  state,
  options: onrampOptions({}, {}, { ...sharedOptions, ...over }),
  before: (world) => {
    openBuy(world, { name: 'BuyInProgress', id })
    before(world)
  },
})

/** The user cancels an order that the service reports as paid. */
const cancelling = (state: string, answer: TestResponse): Fixture<ViewOf<'BuyInProgress'>> => ({
  view: { name: 'BuyInProgress', id },
  state,
  options: {
    ...onrampOptions({}, {}, sharedOptions),
    routes: { [`/v1/onramp/orders/${id}`]: () => answer },
  },
  before: (world) => {
    openBuy(world, { name: 'BuyInProgress', id })
    order(world)
  },
  after: (world) => world.store.set(cancelOrderAtom, id),
})

/** A purchase whose page is framed; in a fixture the frame is empty. */
const inProviderFrame = (
  state: string,
  ...frameEvents: readonly ProviderFrameEvent[]
): Fixture<ViewOf<'BuyInProgress'>> => ({
  ...progress(
    state,
    (world) => order(world),
    withFrameProvider({ ...frameProvider, id: 'meld', name: 'Meld' }),
  ),
  after: async ({ store }) => {
    for (const one of frameEvents) store.set(providerFrameEventAtom, id, one)
  },
})

const withPopup = (world: TestWorld) => {
  order(world)
  world.store.set(openOrderPopupAtom, { id, url: 'https://provider.example/buy/1', kind: 'buy' })
}

const list = <Name extends 'OnRampProviders' | 'OnRampFiatSelect' | 'OnRampTokenSelect'>(
  name: Name,
  state: string,
  service: ServiceResponses = {},
  over: TestWorldOptions = {},
) => ({
  view: { name },
  state,
  options: onrampOptions(service, {}, { ...sharedOptions, ...over }),
  before: (world: TestWorld) => {
    openBuy(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name } })
  },
  after: (world: TestWorld) =>
    waitUntil(world, () => world.store.get(featureAtom('onramp')).is !== 'pending'),
})

/** Every state of the onramp views. Test only. */
export const fixtures: FixturesOf<
  'OnRampProviders' | 'OnRampAmount' | 'OnRampFiatSelect' | 'OnRampTokenSelect' | 'BuyInProgress'
> = {
  OnRampProviders: [
    list('OnRampProviders', 'providers'),
    list('OnRampProviders', 'a choice', {}, withFrameProvider(meld)),
    { view: { name: 'OnRampProviders' }, state: 'not connected' },
  ],
  OnRampAmount: [
    form('empty'),
    form('quoted', hundred),
    form('network fee not stated', hundred, { quote: withoutNetworkFee }),
    form('quote loading', hundred, { quote: never }),
    form('too little', { text: '5' }),
    form('too much for a card', { text: '8000' }),
    form('sample options', hundred, { options: () => failed }),
    form('sample quote', hundred, { quote: () => failed }),
    form('refused', hundred, { quote: () => rejection }),
    form('page failed', hundred, { url: () => failed }),
    form('page refused', hundred, { url: () => rejection }),
    {
      view: { name: 'OnRampAmount' },
      state: 'not offered by the site',
      options: onrampOptions({}, {}, { ...sharedOptions, config: { basic: true } }),
      before: (world) => openBuy(world),
    },
    form('price renewed', hundred, {}, ({ store }) => store.set(expiredQuoteAtAtom, 0)),
    withOldQuote(),
    form('purchase in progress', {}, {}, (world) => order(world)),
    {
      view: { name: 'OnRampAmount' },
      state: 'loading',
      options: onrampOptions({ options: never }, {}, sharedOptions),
      before: (world) => openBuy(world),
    },
    {
      view: { name: 'OnRampAmount' },
      state: 'no assets on this network',
      options: onrampOptions({}, {}, sharedOptions),
      before: (world) =>
        openBuy(world, { name: 'OnRampAmount' }, { ...connection, chain: parseChainId('eip155:10') }),
      after: async (world) => {
        await waitUntil(world, () => world.store.get(featureAtom('onramp')).is !== 'pending')
        await waitUntil(world, () => world.store.get(optionsAtom).is !== 'loading')
      },
    },
  ],
  OnRampFiatSelect: [list('OnRampFiatSelect', 'currencies')],
  OnRampTokenSelect: [
    list('OnRampTokenSelect', 'tokens'),
    list('OnRampTokenSelect', 'loading', { options: never }),
  ],
  BuyInProgress: [
    progress('window open', withPopup, { openWindow: testWindows().open }),
    progress('window blocked', withPopup),
    inProviderFrame('frame loading', 'anew'),
    inProviderFrame('in a frame', 'loaded'),
    inProviderFrame('frame late', 'anew', 'late'),
    inProviderFrame('frame refused', 'blocked'),
    progress('returned from the provider', (world) => order(world)),
    progress('paid', (world) => order(world, { is: 'paid' })),
    progress('sent', (world) => order(world, { is: 'sent', hash: deliveryHash })),
    progress('arrived', (world) =>
      order(world, { is: 'arrived', hash: deliveryHash, value: 32_683_333_333_333_333n }),
    ),
    progress('not confirmed', (world) =>
      order(
        world,
        { is: 'sent', hash: deliveryHash },
        { is: 'doubtful', hash: deliveryHash, misfit: 'older' },
      ),
    ),
    progress('less arrived', (world) =>
      order(
        world,
        { is: 'sent', hash: deliveryHash },
        { is: 'doubtful', hash: deliveryHash, misfit: 'less', value: 12_000_000_000_000_000n },
      ),
    ),
    progress('balance rose', (world) => order(world, { is: 'risen', value: 32_683_333_333_333_333n })),
    progress('matching payment', (world) =>
      order(world, { is: 'matched', hash: deliveryHash, value: 32_683_333_333_333_333n }),
    ),
    progress('declined', (world) => order(world, { is: 'failed', reason: 'The card was declined' })),
    progress('expired', (world) => order(world, { is: 'expired' })),
    progress('unknown', (world) => order(world, { is: 'forgotten' })),
    progress('unknown and never shown', (world) =>
      order(world, { is: 'sent', hash: deliveryHash }, { is: 'forgotten' }),
    ),
    progress('unknown but balance rose', (world) =>
      order(world, { is: 'risen', value: 32_683_333_333_333_333n }, { is: 'forgotten' }),
    ),
    progress('abandoned', (world) => order(world, { is: 'abandoned' })),
    cancelling('refused as paid', { body: { status: 'processing' } }),
    cancelling('refused with page unreachable', { status: 400 }),
    progress('missing', () => undefined),
  ],
}
