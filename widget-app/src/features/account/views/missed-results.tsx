import type { ComponentType } from 'react'
import { arrivedOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { interruptedTransactionAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { EmptyComponent, lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'

// Hardly anybody needs them. Should a file not be had, Activity tells the same.
const lazyNotice = (load: () => Promise<ComponentType>) =>
  lazyComponent(() =>
    load()
      .catch(load)
      .catch(() => EmptyComponent),
  )

const LeftBehindNotice = lazyNotice(
  async () => (await import('./interrupted-transaction-notice.tsx')).InterruptedTransactionNotice,
)
const OrderNewsNotice = lazyNotice(
  async () => (await import('./arrived-order-notice.tsx')).ArrivedOrderNotice,
)

/** What became of a payment whose page was gone before it was told, and of what was ordered and came meanwhile. */
export function MissedResults() {
  const isAny = useAtomValue(interruptedTransactionAtom) !== undefined
  const isNews = useAtomValue(arrivedOrderAtom) !== undefined
  return (
    <>
      {isAny && <LeftBehindNotice />}
      {isNews && <OrderNewsNotice />}
    </>
  )
}
