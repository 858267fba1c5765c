import { plainAmount } from '#shared/amount/format-amount.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { findDuplicateTransfer } from '#widget/domain/transactions/find-duplicate.ts'
import {
  beginTransactionAtom,
  journalAtom,
  recordTransactionAtom,
  watchPendingTransactionsAtom,
} from '#widget/domain/transactions/journal.ts'
import { toPreflightFailure } from '#widget/domain/transactions/operation-failure.ts'
import { retryVerificationAtom } from '#widget/domain/transactions/retry-verification.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, promptAtom } from '#widget/lib/state.ts'
import { type SentTransfer, sendAsset, verifySentTransfer } from '../actions.ts'
import { canConfirm, isUnderWay, type ReviewNote } from '../model.ts'
import { feeLifetimeMs, hasSameTerms, isFresh, isWithinSeenFee } from '../network-fee.ts'
import { sendFailureEvent } from '../send-event.ts'
import {
  emptyDraftAtom,
  isSendingOpenAtom,
  isSendingShownAtom,
  resetFormAtom,
  sendStateAtom,
} from './draft.ts'
import { firstPaymentAtom } from './first-payment.ts'
import { type Preview, previewAtom, reviewFeeAtom, reviewProblemsAtom } from './form.ts'
import { pinResolvedNameAtom, refetchRecipientAtom } from './resolved-recipient.ts'

/** The earlier transfer that the review warns of. */
export const duplicateTransferAtom = atom((get): TransactionEntry | undefined => {
  const preview = get(previewAtom)
  return preview && findDuplicateTransfer(get(journalAtom), preview.transfer)
})

const refetchFeeAtom = atom(null, (get, set, schedule: () => void) => {
  if (!isUnderWay(get(sendStateAtom)) && get(previewAtom)) void set(reviewFeeAtom)
  schedule()
})

/** Mounted by the review: estimates the fee again whenever the estimate is stale. */
export const freshFeeAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => {
    let cancel = () => {}
    const schedule = () => {
      cancel = get(portsAtom).clock.after(feeLifetimeMs, () => set(refetchFeeAtom, schedule))
    }
    schedule()
    return () => cancel()
  },
)
freshFeeAtom.onMount = (start) => start()

type FeeRefresh =
  | { readonly is: 'agreed'; readonly fee: FeeEstimate }
  | { readonly is: 'halted'; readonly note: ReviewNote }

/** The fee to send with: the displayed one while it is fresh, else a new one unless that is higher. */
const refreshFeeAtom = atom(null, async (get, set, reviewed: FeeEstimate): Promise<FeeRefresh> => {
  set(pinResolvedNameAtom)
  const name = await set(refetchRecipientAtom)
  if (name !== 'same') return { is: 'halted', note: name === 'failed' ? 'name-failed' : undefined }
  const freshFee = (): FeeEstimate | undefined => {
    const now = get(reviewFeeAtom)
    return now.is === 'ready' && isFresh(now.data, get(portsAtom).clock.now()) ? now.data.fee : undefined
  }
  if (!freshFee()) await set(reviewFeeAtom)
  const fee = freshFee()
  if (!fee || get(reviewProblemsAtom).length > 0) return { is: 'halted', note: undefined }
  if (!hasSameTerms(fee, reviewed)) return { is: 'halted', note: 'token-changed' }
  return isWithinSeenFee(fee, reviewed) ? { is: 'agreed', fee } : { is: 'halted', note: 'fee-rose' }
})

/**
 * The transfer that the user saw when clicking, if it can still be sent: the same sender, asset and recipient, and for Max
 * at most the current maximum. Later changes of the form are not sent.
 */
function pinnedPreview({ transfer: reviewed }: Preview, now: Preview | undefined): Preview | undefined {
  if (!now) return undefined
  const { from, to, asset, value } = now.transfer
  const isSame =
    from === reviewed.from &&
    to === reviewed.to &&
    asset.chain === reviewed.asset.chain &&
    asset.address === reviewed.asset.address
  return isSame && value >= reviewed.value ? { ...now, transfer: reviewed } : undefined
}

/** After a hash: watches the journal entry, empties the form, and moves the view stack (SPEC §2). */
const sentAtom = atom(null, (get, set, { entryId, prepared }: SentTransfer) => {
  void set(watchPendingTransactionsAtom)
  set(emptyDraftAtom)
  const isNative = prepared.transfer.asset.address === undefined
  if (get(isSendingOpenAtom)) get(portsAtom).flows.afterSend({ journalId: entryId, isNative })
  else set(showToastAtom, get(translateAtom)('transaction.submitted'), 'info')
})

const sendAtom = atom(
  null,
  async (get, set, { connection, network, transfer }: Preview, fee: FeeEstimate) => {
    const { asset, value, to } = transfer
    const eventProperties = {
      network: asset.chain,
      isSmartAccount: false,
      token: asset.symbol,
      amount: plainAmount(value, asset.decimals),
    }
    const adapter = await get(portsAtom).chains.adapter(namespaceOf(asset.chain))
    const sent = await sendAsset(
      {
        adapter,
        addNetwork: get(portsAtom).flows.addNetwork,
        beginTransaction: (pinned, requested) => {
          set(trackEventAtom, { event: 'SEND_INITIATED', properties: eventProperties })
          return set(beginTransactionAtom, pinned, requested)
        },
        record: (id, event) => {
          set(recordTransactionAtom, id, event)
          if (event.is === 'submitted')
            set(trackEventAtom, {
              event: 'SEND_SUCCESS',
              properties: { ...eventProperties, hash: event.transaction.hash },
            })
        },
        onEvent: (event) => {
          set(sendStateAtom, event)
          const failed = sendFailureEvent(event, eventProperties)
          if (failed) set(trackEventAtom, failed)
        },
      },
      { connection, network, asset, value, to },
      fee,
    )
    if (!sent) return
    set(sentAtom, sent)
    const { entryId } = sent
    const onMismatch = () => {
      set(sendStateAtom, { is: 'mismatched', entryId })
      // The send progress and the view of the transaction show the mismatch themselves.
      const view = get(currentViewAtom)
      const isMismatchShown = get(isSendingShownAtom) || (view.name === 'Transaction' && view.id === entryId)
      if (!isMismatchShown) set(showToastAtom, get(translateAtom)('transaction.mismatch'), 'error')
    }
    // Not aborted by an unmount: a mismatch is reported even after the views are closed.
    const { signal } = new AbortController()
    await set(retryVerificationAtom, {
      id: entryId,
      verify: () => verifySentTransfer(adapter, sent, signal),
      onMismatch,
    })
  },
)

/**
 * Sends the reviewed transfer: estimates again if the fee is stale, prompts the wallet once, watches the hash. A second
 * click meanwhile does nothing. Resolves when the wallet's result is handled and verified on the chain.
 */
export const confirmSendAtom = promptAtom(null, async (get, set): Promise<void> => {
  const reviewed = get(reviewFeeAtom)
  if (!canConfirm(get(sendStateAtom)) || reviewed.is !== 'ready' || get(reviewProblemsAtom).length > 0) return
  const shown = get(previewAtom)
  if (get(firstPaymentAtom) === 'unchecked' || !shown) return
  set(sendStateAtom, { is: 'confirmed' })
  try {
    const refreshed = await set(refreshFeeAtom, reviewed.data.fee)
    const pinned = pinnedPreview(shown, get(previewAtom))
    if (refreshed.is === 'halted' && (refreshed.note || pinned)) set(sendStateAtom, refreshed)
    else if (refreshed.is === 'halted' || !pinned) set(sendStateAtom, { is: 'halted', note: 'changed' })
    else await set(sendAtom, pinned, refreshed.fee)
  } catch (error) {
    set(sendStateAtom, toPreflightFailure(error))
  }
  // If the views were closed meanwhile, the journal has the result, and the next visit begins with an empty form.
  set(resetFormAtom)
})
