import { formatWhole } from '#shared/amount/format-amount.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { isBelowMinimum } from './swap-outcome.ts'
import type { TransactionEntry, TransactionPurpose, TransactionState } from './transaction-entry.ts'

type StateMessage = { readonly title: string; readonly text: string }

/** What the messages of a swap depend on. */
export type SwapMessageContext = {
  readonly wallet: string
  /** The received amount; undefined while it is not known. */
  readonly received: string | undefined
}

/** The message of a swap's state; each end states whether anything was swapped. */
export function swapMessages(
  state: TransactionState,
  { wallet, received }: SwapMessageContext,
  t: Translate,
): StateMessage {
  switch (state.is) {
    case 'confirmed':
      if (received !== undefined)
        return { title: t('swap.confirmed'), text: t('swap.confirmed-text', { amount: received }) }
      return {
        title: t('swap.confirmed'),
        text: t(state.isUnread ? 'swap.confirmed-unread' : 'swap.confirmed-unknown'),
      }
    case 'failed':
      return { title: t('swap.reverted'), text: t('swap.reverted-text') }
    case 'replaced':
      return { title: t('transaction.replaced'), text: t('swap.replaced-text') }
    case 'dropped':
    case 'expired':
      return { title: t('transaction.dropped'), text: t('swap.dropped-text') }
    case 'unknown':
      return { title: t('transaction.unknown'), text: t('swap.unknown-text', { wallet }) }
    case 'rejected':
      return { title: t('transaction.rejected'), text: t('swap.rejected-text') }
    case 'signing':
      return { title: t('transaction.signing', { wallet }), text: t('transaction.signing-text') }
    case 'bundled':
    case 'submitted':
      return { title: t('swap.submitted'), text: t('swap.submitted-text') }
  }
}

/** The message of an allowance for a swap; `allowance` is undefined if an earlier one is revoked. */
function approvalMessages(
  state: TransactionState,
  { wallet, allowance }: { readonly wallet: string; readonly allowance: string | undefined },
  t: Translate,
): StateMessage {
  switch (state.is) {
    case 'confirmed':
      return {
        title: t('transaction.confirmed'),
        text:
          allowance === undefined
            ? t('swap.reset-only')
            : t('transaction.approval-text', { amount: allowance }),
      }
    case 'failed':
    case 'dropped':
    case 'rejected':
      return { title: t(`transaction.${state.is}`), text: t(`transaction.approval-${state.is}`) }
    case 'expired':
      return { title: t('transaction.dropped'), text: t('transaction.approval-dropped') }
    case 'replaced':
    case 'unknown':
      return { title: t(`transaction.${state.is}`), text: t(`swap.${state.is}-text`, { wallet }) }
    case 'signing':
      return { title: t('transaction.signing', { wallet }), text: t('transaction.signing-text') }
    case 'bundled':
    case 'submitted':
      return { title: t('transaction.submitted'), text: t('transaction.submitted-text') }
  }
}

/** An amount with every digit and its symbol. */
export const amountText = (value: bigint, { decimals, symbol }: Asset, locale: string): string =>
  `${formatWhole(value, decimals, locale)} ${symbol}`

/** The message of an entry with a purpose; less than the accepted minimum is an alert. */
export function purposeMessages(
  entry: TransactionEntry,
  purpose: TransactionPurpose,
  locale: string,
  t: Translate,
): StateMessage {
  const { state, walletName: wallet, value, asset } = entry
  if (purpose.is === 'approval') {
    const allowance = value === 0n ? undefined : amountText(value, asset, locale)
    return approvalMessages(state, { wallet, allowance }, t)
  }
  const { gets, received, atLeast } = purpose
  const amount = received === undefined ? undefined : amountText(received, gets, locale)
  if (amount !== undefined && isBelowMinimum(entry)) {
    const minimum = amountText(atLeast, gets, locale)
    return { title: t('transaction.mismatch'), text: t('swap.short-text', { amount, minimum }) }
  }
  return swapMessages(state, { wallet, received: amount }, t)
}
