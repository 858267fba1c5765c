import { formatWhole } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { interruptedTransactionAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { amountText, purposeMessages } from '#widget/domain/transactions/swap-messages.ts'
import { isBelowMinimum } from '#widget/domain/transactions/swap-outcome.ts'
import type { TransactionEntry, TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { receivedMessage } from '#widget/domain/transactions/transfer-messages.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice, type NoticeProps } from '#widget/ui/notices/notice.tsx'

const tones: { readonly [State in TransactionState['is']]: NoticeProps['tone'] } = {
  signing: 'info',
  bundled: 'info',
  submitted: 'info',
  confirmed: 'success',
  failed: 'warning',
  replaced: 'warning',
  dropped: 'info',
  expired: 'info',
  rejected: 'info',
  unknown: 'warning',
}

type Message = { readonly title: string; readonly text: string }

function transferMessage(entry: TransactionEntry, locale: string, t: Translate): Message {
  const { state, walletName: wallet, value, asset } = entry
  const { symbol, decimals } = asset
  const amount = formatWhole(value, decimals, locale)
  const title = t('left.title', { amount, symbol })
  switch (state.is) {
    case 'confirmed':
      return { title, text: receivedMessage(entry, locale, t) }
    case 'bundled':
      return { title, text: t('transaction.submitted-text') }
    case 'unknown':
      return { title, text: t('transaction.unknown-text', { wallet }) }
    default:
      return { title, text: t(`transaction.${state.is}-text`) }
  }
}

/** The text of an approval also states that its swap was not executed. */
function approvalText(entry: TransactionEntry, amount: string, t: Translate): string | undefined {
  switch (entry.state.is) {
    case 'confirmed':
      return t(entry.value === 0n ? 'swap.resume.reset' : 'swap.resume.approved', { amount })
    case 'submitted':
      return t('swap.resume.approving', { amount })
    case 'unknown':
      return t('swap.resume.approval-unknown', { amount, wallet: entry.walletName })
    default:
      return undefined
  }
}

function messageOf(entry: TransactionEntry, locale: string, t: Translate): Message {
  const { purpose, value, asset } = entry
  if (!purpose) return transferMessage(entry, locale, t)
  const amount = amountText(value, asset, locale)
  const { text } = purposeMessages(entry, purpose, locale, t)
  if (purpose.is === 'swap') return { title: t('left.swap-title', { amount }), text }
  const title = t(value === 0n ? 'left.reset-title' : 'left.approval-title', { amount })
  return { title, text: approvalText(entry, amount, t) ?? text }
}

function toneOf(entry: TransactionEntry): NoticeProps['tone'] {
  if (isBelowMinimum(entry)) return 'error'
  // An unused allowance is not a success.
  return entry.purpose?.is === 'approval' && entry.state.is === 'confirmed'
    ? 'warning'
    : tones[entry.state.is]
}

/** Shows the status of the last transfer or swap of an earlier document: whether anything moved, and the next step. */
export function InterruptedTransactionNotice() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [entry, dismiss] = useAtom(interruptedTransactionAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!entry) return null
  const { id } = entry
  const { title, text } = messageOf(entry, locale, t)
  return (
    <Notice
      tone={toneOf(entry)}
      title={title}
      announce
      action={
        <Stack across gap={8}>
          <Button
            look="secondary"
            size="small"
            onClick={() => navigate({ to: 'push', view: { name: 'Transaction', id } })}
          >
            {t('left.see')}
          </Button>
          <Button look="quiet" size="small" onClick={dismiss}>
            {t('common.dismiss')}
          </Button>
        </Stack>
      }
    >
      {text}
    </Notice>
  )
}
