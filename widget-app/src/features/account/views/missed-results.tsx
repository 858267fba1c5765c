import type { ComponentType } from 'react'
import { orderNewsAtom } from '#widget/domain/orders/arrived-orders.ts'
import { leftBehindAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { loadedComponent, Nothing } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'

// Hardly anybody needs them. Should a file not be had, Activity tells the same.
const lazyNotice = (load: () => Promise<ComponentType>) =>
  loadedComponent(() =>
    load()
      .catch(load)
      .catch(() => Nothing),
  )

const LeftBehindNotice = lazyNotice(
  async () => (await import('./interrupted-transaction-notice.tsx')).LeftBehindNotice,
)
const OrderNewsNotice = lazyNotice(async () => (await import('./arrived-order-notice.tsx')).OrderNewsNotice)

/** What became of a payment whose page was gone before it was told, and of what was ordered and came meanwhile. */
export function LeftBehind() {
  const isAny = useAtomValue(leftBehindAtom) !== undefined
  const isNews = useAtomValue(orderNewsAtom) !== undefined
  return (
    <>
      {isAny && <LeftBehindNotice />}
      {isNews && <OrderNewsNotice />}
    </>
  )
}
