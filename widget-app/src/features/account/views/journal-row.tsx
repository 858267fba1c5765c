import { shownUnits } from '#shared/amount/displayed-amount.ts'
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
import type { OwnActivity } from '../activity-items.ts'
import {
  Amount,
  AtRest,
  actionIcons,
  amountText,
  type LineFacts,
  signs,
  Time,
  type Tone,
} from './row-parts.tsx'

/** Colour and label of each status of a journal entry; "Sent" only when confirmed or certain. */
const stands: { readonly [State in TransactionState['is']]: readonly [Tone, (t: Translate) => string] } = {
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
const leaving: ReadonlySet<TransactionState['is']> = new Set(['signing', 'bundled', 'submitted', 'confirmed'])

/** Maps a journal entry's purpose to the action of a history record. */
const ownActions = { transfer: 'sent', swap: 'swapped', approval: 'approved' } as const

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

type OwnRowProps = LineFacts & { readonly item: OwnActivity; readonly elsewhere: string | undefined }

/** A transaction that the widget requested from a wallet. */
export function JournalRow({ item, elsewhere, locale, time, t, press }: OwnRowProps) {
  const { asset, value, purpose } = item.entry
  const mark = checkMark(item.entry)
  const [tone, word] = stands[item.stands]
  const hasLeft = leaving.has(item.stands)
  // An approval moves nothing yet.
  const sign = purpose?.is === 'approval' ? '' : hasLeft ? signs.out : ''
  const amount = `${sign}${amountText(shownUnits(value, asset), asset.decimals, locale)} ${asset.symbol}`
  const gets = purpose?.is === 'swap' && item.stands === 'confirmed' ? purpose : undefined
  const came =
    gets?.received === undefined
      ? undefined
      : `${signs.in}${amountText(shownUnits(gets.received, gets.gets), gets.gets.decimals, locale)} ${gets.gets.symbol}`
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {purpose && hasLeft ? t(`transaction.is-${purpose.is}`) : word(t)}
        </Text>
      }
      subtitle={
        mark ? (
          <CheckMark mark={mark} t={t} />
        ) : (
          (elsewhere ?? (came === undefined ? purposeText(item.entry, t) : <Time text={time} />))
        )
      }
      icon={<AtRest>{actionIcons[ownActions[purpose?.is ?? 'transfer']]}</AtRest>}
      trailing={
        <AtRest>
          <Amount text={amount} tone={hasLeft ? 'ink' : 'soft'} />
          {came === undefined ? <Time text={time} /> : <Amount text={came} tone="success" />}
        </AtRest>
      }
      onPress={press}
    />
  )
}
