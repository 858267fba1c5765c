import { amountNote } from '#widget/domain/balances/amount-note.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { TokenPill } from '#widget/ui/display/token-pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { AmountHint } from '#widget/ui/forms/amount-hint.tsx'
import { AvailableBalance } from '#widget/ui/forms/available-balance.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { openTokensAtom, selectMaxAtom } from '../atoms/actions.ts'
import { draftAtom } from '../atoms/draft.ts'
import { amountAtom, problemsAtom, roughFeeAtom } from '../atoms/form.ts'
import { assetSelectionAtom, isSendHostReportedAtom } from '../atoms/selected-asset.ts'
import { amountFiatTextAtom, amountTextAtom, availableAtom } from '../atoms/texts.ts'

/** Large digits with the token next to them, its balance and Max above, fiat value or problem below. */
export function AmountInput() {
  const t = useT()
  const selection = useAtomValue(assetSelectionAtom)
  const amount = useAtomValue(amountAtom)
  const problems = useAtomValue(problemsAtom)
  const fee = useAtomValue(roughFeeAtom)
  const text = useAtomValue(amountTextAtom)
  const fiatText = useAtomValue(amountFiatTextAtom)
  const edit = useSetAtom(draftAtom)
  const asset = selection.is === 'known' ? selection.selected.asset : undefined
  const feeIsMissing = amount.is === 'pending' && asset !== undefined && fee.is === 'failed'
  const isInsufficient = problems.some(({ is }) => is === 'insufficient-funds')
  const note = asset && amountNote(isInsufficient ? { is: 'insufficient' } : amount, asset, t)
  return (
    <AmountField
      label={t('send.amount')}
      value={text}
      onChange={(typed) => edit({ amount: { is: 'typed', text: typed } })}
      aside={<SelectedBalance />}
      trailing={<SelectedToken />}
      error={feeIsMissing ? t('review.fee-failed') : note}
      hint={<AmountHint text={fiatText} />}
    />
  )
}

function SelectedBalance() {
  const selection = useAtomValue(assetSelectionAtom)
  const available = useAtomValue(availableAtom)
  const { amount } = useAtomValue(draftAtom)
  const selectMax = useSetAtom(selectMaxAtom)
  const isHostReported = useAtomValue(isSendHostReportedAtom)
  if (selection.is === 'loading') return <Skeleton shape="text" width="112px" />
  if (selection.is !== 'known') return null
  const { symbol } = selection.selected.asset
  return (
    <Stack gap={4} align="end">
      <AvailableBalance
        amount={available}
        symbol={symbol}
        isMax={amount.is === 'max'}
        onMax={() => selectMax()}
      />
      {available !== undefined && isHostReported && <HostReportedMark />}
    </Stack>
  )
}

function SelectedToken() {
  const t = useT()
  const selection = useAtomValue(assetSelectionAtom)
  const openTokens = useSetAtom(openTokensAtom)
  if (selection.is !== 'known') {
    return (
      <Pill opens onClick={openTokens}>
        {selection.is === 'loading' ? t('common.loading') : t('send.token')}
      </Pill>
    )
  }
  const { asset, iconUrl } = selection.selected
  return <TokenPill symbol={asset.symbol} iconUrl={iconUrl} label={t('send.token')} onClick={openTokens} />
}
