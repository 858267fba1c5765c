import { type ReactElement, useCallback } from 'react'
import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { lineTimeAtom } from '../activity-lines.ts'
import type { ActivityLine } from '../order-activity.ts'
import { orderView } from '../order-view.ts'
import { HistoryRow } from './history-row.tsx'
import { JournalRow } from './journal-row.tsx'
import { OrderRow } from './order-row.tsx'
import type { ActivityRowProps } from './row-parts.tsx'

/** The view that a line opens. */
function viewOf(item: ActivityLine): View {
  switch (item.is) {
    case 'own':
      return { name: 'Transaction', id: item.entry.id }
    case 'order':
      return orderView(item.order)
    case 'found':
      return { name: 'PastTransaction', id: item.key }
  }
}

/** Returns a renderer for activity rows, each of which opens its transaction's view. Stable while its inputs are equal. */
export function useActivityRow(account: AccountId): (item: ActivityLine) => ReactElement {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const time = useAtomValue(lineTimeAtom)
  const networks = useAtomValue(networkTableAtom)
  const navigate = useSetAtom(viewStackAtom)
  return useCallback(
    (item) => {
      const open = () => navigate({ to: 'push', view: viewOf(item) })
      const rowProps: ActivityRowProps = { locale, time: time(item.at), t, open }
      if (item.is === 'found') return <HistoryRow {...rowProps} item={item} account={account} />
      const { chain } = item.is === 'order' ? item.order.asset : item.entry.asset
      const otherNetwork = chain === chainOf(account) ? undefined : (networks.get(chain)?.name ?? chain)
      if (item.is === 'order') return <OrderRow {...rowProps} item={item} otherNetwork={otherNetwork} />
      return <JournalRow {...rowProps} item={item} otherNetwork={otherNetwork} />
    },
    [account, locale, navigate, networks, t, time],
  )
}
