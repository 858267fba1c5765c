import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { isPending, type TransactionEntry, type TransactionState } from '#widget/kernel/transaction-entry.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { shortAddress } from '#widget/ui/address-text.tsx'
import { Badge, type BadgeTone } from '#widget/ui/badge.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { localeAtom, recentTransactionsAtom } from '../bind.ts'

const tones: { readonly [State in TransactionState['is']]: BadgeTone } = {
  signing: 'neutral',
  submitted: 'accent',
  confirmed: 'success',
  failed: 'danger',
  replaced: 'warning',
  dropped: 'warning',
  rejected: 'neutral',
  unknown: 'warning',
}

/** The latest transactions made here; each leads to its own view. Nothing at all while there are none. */
export function RecentTransactions() {
  const t = useT()
  const entries = useAtomValue(recentTransactionsAtom)
  if (entries.length === 0) return null
  return (
    <RowGroup label={t('account.activity')} gap="none">
      {entries.map((entry) => (
        <TransactionRow key={entry.id} entry={entry} />
      ))}
    </RowGroup>
  )
}

function TransactionRow({ entry }: { entry: TransactionEntry }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const navigate = useSetAtom(viewStackAtom)
  const { asset, state, value, to } = entry
  const what = { amount: formatTokenAmount(value, asset.decimals, locale), symbol: asset.symbol }
  const status = state.is === 'signing' ? t('account.signing') : t(`transaction.${state.is}`)
  return (
    <Row
      look="plain"
      title={t(titleKeyOf(entry), what)}
      subtitle={t('transaction.to', { address: shortAddress(to) })}
      icon={<SendIcon />}
      badge={
        <Badge tone={tones[state.is]} dot={isPending(entry)}>
          {status}
        </Badge>
      }
      chevron
      onPress={() => navigate({ to: 'push', view: { name: 'Transaction', id: entry.id } })}
    />
  )
}

/** "Sent" only where it is certain. */
function titleKeyOf(entry: TransactionEntry) {
  if (entry.state.is === 'confirmed') return 'transaction.sent'
  return isPending(entry) ? 'transaction.sending' : 'account.send-of'
}
