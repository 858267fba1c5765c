import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { openOrderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { createOrderAtom, orderAtom } from '#widget/domain/orders/orders.ts'
import { paymentEventProperties } from '#widget/domain/orders/payment-event.ts'
import { atom } from '#widget/lib/state.ts'
import { draftAtom, startedCountAtom } from './draft.ts'
import { assetAtom } from './exchange-list.ts'
import { depositAtom, depositPageAtom, isFreshPage } from './exchange-page.ts'
import { configurationAtom } from './payment-events.ts'

/** Opens the list of assets. */
export const openAssetsAtom = atom(null, (_get, set) =>
  set(viewStackAtom, { to: 'push', view: { name: 'PayWithExchangeSelectAsset' } }),
)

/** Selects an exchange. */
export const selectExchangeAtom = atom(null, (get, set, exchangeId: string) => {
  // The assets of the new exchange are not loaded yet, so the event has the current ones.
  const configuration = get(configurationAtom)
  set(draftAtom, { exchangeId })
  if (!configuration) return
  const properties = {
    ...{ source: 'fund-from-exchange' as const, configuration, headless: false },
    currentPayment: { type: 'exchange' as const, exchangeId },
  }
  set(trackEventAtom, { event: 'PAY_EXCHANGE_SELECTED', properties })
})

/** Selects an asset and returns to the form. A changed asset clears the amount. */
export const selectAssetAtom = atom(null, (get, set, key: string) => {
  set(draftAtom, { assetKey: key, ...(get(assetAtom)?.key === key ? {} : { amount: '' }) })
  set(viewStackAtom, { to: 'back' })
})

/**
 * Starts the deposit of the form: stores the order, then opens the exchange's page, both synchronously in the click. A page
 * that is too old is refetched instead, and no order is created.
 */
export const startDepositAtom = atom(null, (get, set): void => {
  const { clock, ids } = get(portsAtom)
  const deposit = get(depositAtom)
  const page = get(depositPageAtom)
  if (!deposit || page.is !== 'ready') return
  if (!isFreshPage(page.data, clock.now())) {
    void set(depositPageAtom)
    return
  }
  const { exchange, asset, value, to } = deposit
  const { url, session, before } = page.data
  const id = ids()
  set(createOrderAtom, {
    ...{ id, url, session, kind: 'exchange', provider: { id: exchange.id, name: exchange.name } },
    ...{ to, asset, expected: value, before },
  })
  set(startedCountAtom, (count) => count + 1)
  set(openOrderPopupAtom, { id, url, kind: 'exchange' })
  const order = get(orderAtom(id))
  if (order) set(trackEventAtom, { event: 'PAY_INITIATED', properties: paymentEventProperties(order) })
  set(viewStackAtom, { to: 'replace', view: { name: 'PayWithExchangeStatus', id } })
})
