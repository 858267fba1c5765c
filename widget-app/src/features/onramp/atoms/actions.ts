import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { openOrderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { createOrderAtom } from '#widget/domain/orders/orders.ts'
import { atom } from '#widget/lib/state.ts'
import {
  buyChainAtom,
  type Draft,
  draftAtom,
  expiredQuoteAtAtom,
  searchAtom,
  startedCountAtom,
} from './draft.ts'
import { optionsAtom } from './options.ts'
import { problemsAtom } from './problems.ts'
import { providerAtom } from './providers.ts'
import { providerPageAtom, purchaseAtom } from './purchase.ts'
import { isFresh, quoteAtom } from './quote.ts'

/** Selects a provider and opens the form. */
export const selectProviderAtom = atom(null, (get, set, id: string) => {
  set(providerAtom, id)
  set(trackEventAtom, { event: 'SELECT_BUY_PROVIDER', properties: { provider: id, isSmartAccount: false } })
  const stack = get(viewStackAtom)
  const isFromForm = stack.at(-2)?.name === 'OnRampAmount'
  set(viewStackAtom, isFromForm ? { to: 'back' } : { to: 'push', view: { name: 'OnRampAmount' } })
})

/** Selects a currency or a token and returns to the form. */
export const selectOptionAtom = atom(null, (_get, set, change: Partial<Draft>) => {
  set(draftAtom, change)
  set(searchAtom, '')
  set(viewStackAtom, { to: 'back' })
})

/** Refetches the options or the quote that the sample replaces. */
export const refetchQuoteAtom = atom(null, (get, set) => {
  const options = get(optionsAtom)
  if (options.is === 'ready' && options.isSample) set(optionsAtom)
  else void set(quoteAtom)
})

/**
 * Starts the purchase of the form: stores the order, then opens the provider's page, both synchronously in the click; a
 * framed page is rendered by the next view. An expired quote is refetched instead, and no order is created.
 */
export const buyAtom = atom(null, (get, set): void => {
  const purchase = get(purchaseAtom)
  const page = get(providerPageAtom)
  if (!purchase || page.is !== 'ready' || get(problemsAtom).length > 0) return
  if (!isFresh(purchase.quote, get(portsAtom).clock.now())) {
    set(expiredQuoteAtAtom, purchase.quote.at)
    void set(quoteAtom)
    return
  }
  set(expiredQuoteAtAtom, undefined)
  const { id, url, before } = page.data
  const { provider, order } = purchase
  set(createOrderAtom, {
    ...order,
    ...{ id, url, before, kind: 'buy' },
    provider: { id: provider.id, name: provider.name },
  })
  set(startedCountAtom, (count) => count + 1)
  // A frame is part of the next view.
  if (provider.open === 'popup') set(openOrderPopupAtom, { id, url, kind: 'buy' })
  set(viewStackAtom, { to: 'replace', view: { name: 'BuyInProgress', id } })
})

/** After an order that bought nothing: replaces the view with the form, filled with the order's values. */
export const retryPurchaseAtom = atom(
  null,
  (get, set, { pays, asset, provider }: Pick<Order, 'pays' | 'asset' | 'provider'>) => {
    // On another network it would be a different purchase.
    if (pays && asset.chain === get(buyChainAtom)) {
      const { amount, currency, method } = pays
      set(providerAtom, provider.id)
      // The form parses a decimal point in every locale.
      set(draftAtom, { text: amount, currency, method, token: { by: 'contract', address: asset.address } })
    }
    set(viewStackAtom, { to: 'replace', view: { name: 'OnRampAmount' } })
  },
)
