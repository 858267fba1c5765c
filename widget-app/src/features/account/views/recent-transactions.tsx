import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import type { TransactionEntry, TransactionState } from '#widget/kernel/transaction-entry.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { shortAddress } from '#widget/ui/address-text.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { Text, type TextProps } from '#widget/ui/text.tsx'
import { localeAtom, recentTransactionsAtom } from '../bind.ts'

type Tone = NonNullable<TextProps['tone']>

/** Word and colour of each state; "Sent" only where it is certain. */
const looks: { readonly [State in TransactionState['is']]: readonly [Tone, (t: Translate) => string] } = {
  signing: ['accent', (t) => t('account.signing')],
  submitted: ['accent', (t) => t('account.sending')],
  confirmed: ['ink', (t) => t('account.sent')],
  failed: ['danger', (t) => t('transaction.failed')],
  replaced: ['warning', (t) => t('transaction.replaced')],
  dropped: ['warning', (t) => t('transaction.dropped')],
  expired: ['warning', (t) => t('transaction.expired')],
  rejected: ['soft', (t) => t('transaction.rejected')],
  unknown: ['warning', (t) => t('transaction.unknown')],
}

/** The latest transactions made here; each leads to its own view. */
export function RecentTransactions() {
  const t = useT()
  const entries = useAtomValue(recentTransactionsAtom)
  if (entries.length === 0) {
    return (
      <Text size={13} tone="soft">
        {t('account.no-activity')}
      </Text>
    )
  }
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
  const [tone, word] = looks[state.is]
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {word(t)}
        </Text>
      }
      subtitle={t('transaction.to', { address: shortAddress(to) })}
      icon={<SendIcon />}
      trailing={`${formatTokenAmount(value, asset.decimals, locale)} ${asset.symbol}`}
      chevron
      onPress={() => navigate({ to: 'push', view: { name: 'Transaction', id: entry.id } })}
    />
  )
}
