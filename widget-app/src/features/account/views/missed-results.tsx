import type { ComponentType } from 'react'
import { deployConfigAtom } from '#widget/core/config.ts'
import { arrivedOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { interruptedTransactionAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { EmptyComponent, lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'

// Rarely needed. If a file fails to load, Activity shows the same result.
const lazyNotice = (load: () => Promise<ComponentType>) =>
  lazyComponent(() =>
    load()
      .catch(load)
      .catch(() => EmptyComponent),
  )

const InterruptedNotice = lazyNotice(
  async () => (await import('./interrupted-transaction-notice.tsx')).InterruptedTransactionNotice,
)
const ArrivedNotice = lazyNotice(async () => (await import('./arrived-order-notice.tsx')).ArrivedOrderNotice)

const OperationNotice = lazyNotice(
  async () => (await import('./sponsored-operation-notice.tsx')).SponsoredOperationNotice,
)

/** Shows results that the user missed: a transaction whose document ended, a sponsored operation, and an arrived order. */
export function MissedResults() {
  const hasInterrupted = useAtomValue(interruptedTransactionAtom) !== undefined
  const hasArrived = useAtomValue(arrivedOrderAtom) !== undefined
  // Also once the operator pays no fees any more: an operation may still be open.
  const hasOwnWallet = useAtomValue(deployConfigAtom).vaultUrl !== undefined
  return (
    <>
      {hasOwnWallet && <OperationNotice />}
      {hasInterrupted && <InterruptedNotice />}
      {hasArrived && <ArrivedNotice />}
    </>
  )
}
