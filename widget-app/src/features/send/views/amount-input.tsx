import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { chooseMaxAtom, openTokensAtom } from '../action-atoms.ts'
import { draftAtom } from '../atoms.ts'
import { amountNote } from '../field-messages.ts'
import { assetSelectionAtom, isSendHostReportedAtom } from '../selected-asset.ts'
import { amountAtom, problemsAtom, roughFeeAtom } from '../send-form.ts'
import { amountTextAtom, amountWorthAtom, availableAtom } from '../send-texts.ts'

/** Large digits with the token next to them, its balance and Max above, fiat value or problem below. */
export function AmountInput() {
  const t = useT()
  const choice = useAtomValue(assetSelectionAtom)
  const amount = useAtomValue(amountAtom)
  const problems = useAtomValue(problemsAtom)
  const fee = useAtomValue(roughFeeAtom)
  const text = useAtomValue(amountTextAtom)
  const worth = useAtomValue(amountWorthAtom)
  const edit = useSetAtom(draftAtom)
  const asset = choice.is === 'known' ? choice.chosen.asset : undefined
  const feeIsMissing = amount.is === 'pending' && asset !== undefined && fee.is === 'failed'
  const note = feeIsMissing ? t('review.fee-failed') : asset && amountNote(amount, problems, asset, t)
  return (
    <AmountField
      label={t('send.amount')}
      value={text}
      onChange={(typed) => edit({ amount: { is: 'typed', text: typed } })}
      aside={<Available />}
      trailing={<TokenPill />}
      error={note}
      hint={
        <Text as="span" size={13} tone="soft" figures>
          {worth ?? '\u00a0'}
        </Text>
      }
    />
  )
}

function Available() {
  const t = useT()
  const choice = useAtomValue(assetSelectionAtom)
  const available = useAtomValue(availableAtom)
  const { amount } = useAtomValue(draftAtom)
  const chooseMax = useSetAtom(chooseMaxAtom)
  const isBySite = useAtomValue(isSendHostReportedAtom)
  if (choice.is === 'loading') return <Skeleton shape="text" width="112px" />
  if (choice.is !== 'known') return null
  const { symbol } = choice.chosen.asset
  return (
    <Stack gap={4} align="end">
      <Stack across gap={8} align="center">
        <Text as="span" size={13} tone="soft" figures>
          {available === undefined
            ? t('balance.unavailable')
            : t('send.available', { amount: available, symbol })}
        </Text>
        {available !== undefined && (
          <Pill onPress={chooseMax} selected={amount.is === 'max'}>
            {t('send.max')}
          </Pill>
        )}
      </Stack>
      {available !== undefined && isBySite && <HostReportedMark />}
    </Stack>
  )
}

function TokenPill() {
  const t = useT()
  const choice = useAtomValue(assetSelectionAtom)
  const openTokens = useSetAtom(openTokensAtom)
  if (choice.is !== 'known') {
    return (
      <Pill opens onPress={openTokens}>
        {choice.is === 'loading' ? t('common.loading') : t('send.select-token')}
      </Pill>
    )
  }
  const { asset, iconUrl } = choice.chosen
  const icon = <TokenIcon name={asset.symbol} src={iconUrl} size={20} />
  return (
    <Pill icon={icon} label={`${t('send.token')}: ${asset.symbol}`} opens onPress={openTokens}>
      {asset.symbol}
    </Pill>
  )
}
