import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { previewAtom, recipientNameAtom, reviewFeeAtom, sponsorAtom } from '../atoms/form.ts'
import { isSendHostReportedAtom } from '../atoms/selected-asset.ts'
import { feeTextsAtom, senderWalletAtom, type TokenTexts, unknownPrice } from '../atoms/texts.ts'
import { TransferRecipient } from './resolved-recipient.tsx'

/** The token's transfer terms: the amount that arrives, what wallets display, and the memo. */
function tokenItems(
  { arrives, kept: tokenFee, displayed, memo }: TokenTexts,
  t: Translate,
): readonly KeyValue[] {
  const hint = tokenFee && t('review.token-takes', { amount: tokenFee })
  const value = arrives === unknownPrice ? t('review.arrives-unread') : arrives
  return [
    ...(value === undefined
      ? []
      : [{ id: 'arrives', label: t('review.arrives'), value, hint, strong: true }]),
    ...(displayed === undefined
      ? []
      : [
          {
            id: 'displayed',
            label: t('review.displayed'),
            value: displayed,
            hint: t('review.displayed-text'),
          },
        ]),
    ...(memo === undefined
      ? []
      : [{ id: 'memo', label: t('review.memo'), value: memo, hint: t('review.memo-text') }]),
  ]
}

/** Recipient, sender, network, fee and total, one per line. */
export function ReviewFacts() {
  const t = useT()
  const preview = useAtomValue(previewAtom)
  const wallet = useAtomValue(senderWalletAtom)
  const texts = useAtomValue(feeTextsAtom)
  const fee = useAtomValue(reviewFeeAtom)
  const isHostReported = useAtomValue(isSendHostReportedAtom)
  const sponsor = useAtomValue(sponsorAtom)
  const name = useAtomValue(recipientNameAtom)
  if (!preview) return null
  const { transfer, network, connection } = preview
  const { symbol } = network.nativeCurrency
  const isOnOtherNetwork = connection.chain !== network.id
  const pending =
    fee.is === 'failed' ? (
      unknownPrice
    ) : (
      <>
        <Skeleton shape="text" width="96px" />
        <VisuallyHidden>{t('review.fee-loading')}</VisuallyHidden>
      </>
    )
  const items: readonly KeyValue[] = [
    {
      id: 'to',
      label: t('review.to'),
      value: <TransferRecipient address={transfer.to} />,
      hint: name,
      below: true,
    },
    { id: 'from', label: t('review.from'), value: <AddressText address={transfer.from} /> },
    {
      id: 'network',
      label: t('review.network'),
      value: network.name,
      hint: isOnOtherNetwork && t('review.switch', { wallet: wallet.name, network: network.name }),
    },
    {
      id: 'fee',
      label: t('review.fee'),
      value: texts?.expected ?? pending,
      hint: texts && (
        <>
          {`${texts.expectedFiatValue} · ${t('review.fee-max', { amount: texts.maxFee, symbol })}`}
          {sponsor !== undefined && <div>{t('review.fee-offered', { sponsor })}</div>}
          {isHostReported && (
            <div>
              <HostReportedMark />
            </div>
          )}
        </>
      ),
    },
    ...(texts?.deposit === undefined
      ? []
      : [
          {
            id: 'deposit',
            label: t('review.deposit'),
            value: texts.deposit,
            hint: t('review.deposit-text'),
          },
        ]),
    ...(texts ? tokenItems(texts.token, t) : []),
    {
      id: 'total',
      label: t('review.total'),
      value: texts?.total ?? pending,
      hint: texts?.totalFiatValue,
      strong: true,
    },
  ]
  return <KeyValueList items={items} />
}
