import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import {
  type EntryVerdict,
  isUnverifiable,
  type TransactionEntry,
  type TransactionState,
} from '#widget/domain/transactions/transaction-entry.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { shortAddress } from '#widget/ui/identity/address-text.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import type { JournalActivity } from '../activity-items.ts'
import {
  type ActivityRowProps,
  Amount,
  actionIcons,
  amountText,
  signs,
  Time,
  type Tone,
  WhenSettled,
} from './row-parts.tsx'

/** Colour and label of each status of a journal entry; "Sent" only when confirmed or certain. */
const statusLabels: {
  readonly [State in TransactionState['is']]: readonly [Tone, (t: Translate) => string]
} = {
  signing: ['accent', (t) => t('account.signing')],
  bundled: ['accent', (t) => t('account.sending')],
  submitted: ['accent', (t) => t('account.sending')],
  confirmed: ['ink', (t) => t('account.sent')],
  failed: ['danger', (t) => t('transaction.failed')],
  replaced: ['warning', (t) => t('transaction.replaced')],
  dropped: ['warning', (t) => t('transaction.dropped')],
  expired: ['warning', (t) => t('transaction.expired')],
  rejected: ['soft', (t) => t('transaction.rejected')],
  unknown: ['warning', (t) => t('transaction.unknown')],
}

/** Statuses in which the amount left the account or is about to. */
const outgoingStatuses: ReadonlySet<TransactionState['is']> = new Set([
  'signing',
  'bundled',
  'submitted',
  'confirmed',
])

/** Maps a journal entry's purpose to the action of a history record. */
const actionOfPurpose = { transfer: 'sent', swap: 'swapped', approval: 'approved' } as const

/** The bought token of a swap, otherwise the recipient or spender. The user does not pay a swap's contract. */
function purposeText({ to, purpose }: TransactionEntry, t: Translate): string {
  if (purpose?.is === 'swap') return t('activity.for', { symbol: purpose.gets.symbol })
  return t(purpose ? 'activity.with' : 'transaction.to', { address: shortAddress(to) })
}

const marks = {
  mismatch: ['danger', 'transaction.mismatch'],
  added: ['warning', 'transaction.added'],
  unverified: ['warning', 'transaction.unverified'],
  checking: ['warning', 'transaction.unverified'],
  'not-compared': ['soft', 'transaction.not-compared'],
} as const satisfies Record<Exclude<EntryVerdict, 'verified'>, unknown>

/** The verification mark of a row: none if verified or not yet verifiable. */
function checkMark(entry: TransactionEntry): (typeof marks)[keyof typeof marks] | undefined {
  const { check } = entry
  if (check === 'verified' || (check === 'not-compared' && !isUnverifiable(entry))) return undefined
  return marks[check]
}

/** Marks a transaction that is not verified to be the one that the user approved. */
function CheckMark({ mark: [tone, text], t }: { mark: (typeof marks)[keyof typeof marks]; t: Translate }) {
  return (
    <Text as="span" size={13} tone={tone}>
      {t(text)}
    </Text>
  )
}

type JournalRowProps = ActivityRowProps & {
  readonly item: JournalActivity
  readonly otherNetwork: string | undefined
}

/** A transaction that the widget requested from a wallet. */
export function JournalRow({ item, otherNetwork, locale, time, t, open }: JournalRowProps) {
  const { asset, value, purpose } = item.entry
  const mark = checkMark(item.entry)
  const [tone, label] = statusLabels[item.status]
  const isOutgoing = outgoingStatuses.has(item.status)
  // An approval moves nothing yet.
  const sign = purpose?.is === 'approval' ? '' : isOutgoing ? signs.out : ''
  const amount = `${sign}${amountText(toDisplayedAmount(value, asset), asset.decimals, locale)} ${asset.symbol}`
  const swap = purpose?.is === 'swap' && item.status === 'confirmed' ? purpose : undefined
  const receivedText =
    swap?.received === undefined
      ? undefined
      : `${signs.in}${amountText(toDisplayedAmount(swap.received, swap.gets), swap.gets.decimals, locale)} ${swap.gets.symbol}`
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {purpose && isOutgoing ? t(`transaction.is-${purpose.is}`) : label(t)}
        </Text>
      }
      subtitle={
        mark ? (
          <CheckMark mark={mark} t={t} />
        ) : (
          (otherNetwork ?? (receivedText === undefined ? purposeText(item.entry, t) : <Time text={time} />))
        )
      }
      icon={<WhenSettled>{actionIcons[actionOfPurpose[purpose?.is ?? 'transfer']]}</WhenSettled>}
      trailing={
        <WhenSettled>
          <Amount text={amount} tone={isOutgoing ? 'ink' : 'soft'} />
          {receivedText === undefined ? <Time text={time} /> : <Amount text={receivedText} tone="success" />}
        </WhenSettled>
      }
      onClick={open}
    />
  )
}
