import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScrollIntoView } from '#widget/ui/sheet/scroll-into-view.tsx'
import { isPrefilledAtom, sendStateAtom } from '../atoms/draft.ts'
import { previewAtom, recipientAtom, reviewFeeAtom } from '../atoms/form.ts'
import { isSendHostReportedAtom } from '../atoms/selected-asset.ts'
import { networkNameAtom, senderWalletAtom } from '../atoms/texts.ts'
import { failureText, reviewNotice, tokenFailureText } from '../messages.ts'
import { isUnconfirmed, toFeeFailure } from '../network-fee.ts'
import { AddressPoisoningNotice } from './address-poisoning-notice.tsx'
import { ChangedNameNotice } from './changed-name-notice.tsx'
import { DuplicateTransferNotice } from './duplicate-transfer-notice.tsx'
import { FirstPaymentNotice } from './first-payment-notice.tsx'
import { LinkNotice } from './link-notice.tsx'

/** Risks of losing money; above the facts, because below them they are outside a small window. */
export function ReviewRisks() {
  return (
    <>
      <DuplicateTransferNotice />
      <ChangedNameNotice />
      <AddressPoisoningNotice />
    </>
  )
}

/** What the user should know before clicking Send: how the last attempt ended first, then what to check. */
export function ReviewNotices() {
  const t = useT()
  const state = useAtomValue(sendStateAtom)
  const wallet = useAtomValue(senderWalletAtom)
  const network = useAtomValue(networkNameAtom)
  const preview = useAtomValue(previewAtom)
  const recipient = useAtomValue(recipientAtom)
  const fee = useAtomValue(reviewFeeAtom)
  const isPrefilled = useAtomValue(isPrefilledAtom)
  const isHostReported = useAtomValue(isSendHostReportedAtom)
  const symbol = preview?.network.nativeCurrency.symbol ?? ''
  const token = { symbol: preview?.transfer.asset.symbol ?? '' }
  const terms = fee.is === 'ready' ? fee.data.fee : undefined
  const names = { wallet: wallet.name, network, symbol }
  const notice = reviewNotice(state, names, t)
  const feeFailure = fee.is === 'failed' ? toFeeFailure(fee.error) : undefined
  const tokenFailure = feeFailure && tokenFailureText(feeFailure.why, t)
  return (
    <>
      {notice && (
        <ScrollIntoView key={notice.title}>
          <Notice
            tone={notice.tone}
            title={notice.title}
            details={
              notice.detail === undefined ? undefined : { label: t('common.details'), text: notice.detail }
            }
            announce
          >
            {notice.text}
          </Notice>
        </ScrollIntoView>
      )}
      {fee.is === 'failed' && (
        <ScrollIntoView>
          <Notice
            tone="error"
            title={t(tokenFailure === undefined ? 'review.fee-failed' : 'review.refused')}
            details={
              feeFailure?.detail && (feeFailure.why === 'token-refuses' || feeFailure.why === 'reverted')
                ? { label: t('common.details'), text: feeFailure.detail }
                : undefined
            }
            announce
          >
            {feeFailure === undefined
              ? t('review.fee-failed-text')
              : (tokenFailure ?? failureText(feeFailure.why, names, t))}
          </Notice>
        </ScrollIntoView>
      )}
      <FirstPaymentNotice />
      {recipient.is === 'address' && recipient.isOwn && (
        <Notice tone="warning">{t('send.problem.to-self')}</Notice>
      )}
      {isHostReported && (
        <Notice tone="warning" title={t('figures.by-site')}>
          {t('figures.by-site-text')}
        </Notice>
      )}
      {terms && isUnconfirmed(terms) && (
        <Notice tone="warning" title={t('term.unconfirmed-runtime')}>
          {t('term.unconfirmed-runtime-text')}
        </Notice>
      )}
      {terms?.isKeyless && <Notice tone="warning">{t('review.keyless')}</Notice>}
      {terms?.token?.isRevocable && <Notice tone="warning">{t('review.revocable', token)}</Notice>}
      {terms?.token?.hook && <Notice tone="info">{t('review.hook', token)}</Notice>}
      <LinkNotice />
      {isPrefilled && <Notice tone="info">{t('review.asked-by-site')}</Notice>}
    </>
  )
}
