import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { AmountField } from '#widget/ui/amount-field.tsx'
import { Pill } from '#widget/ui/pill.tsx'
import { SiteMark } from '#widget/ui/site-mark.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { assetChoiceAtom, isSendBySiteAtom } from '../asset-choice.ts'
import { chooseMaxAtom, openTokensAtom } from '../bind.ts'
import { amountTextAtom, amountWorthAtom, availableAtom } from '../display.ts'
import { amountNote } from '../field-notes.ts'
import { amountAtom, problemsAtom, roughFeeAtom } from '../form.ts'
import { draftAtom } from '../state.ts'

/** Large digits with the token beside them, its balance and Max above, worth or problem below. */
export function AmountInput() {
  const t = useT()
  const choice = useAtomValue(assetChoiceAtom)
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
  const choice = useAtomValue(assetChoiceAtom)
  const available = useAtomValue(availableAtom)
  const { amount } = useAtomValue(draftAtom)
  const chooseMax = useSetAtom(chooseMaxAtom)
  const isBySite = useAtomValue(isSendBySiteAtom)
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
      {available !== undefined && isBySite && <SiteMark />}
    </Stack>
  )
}

function TokenPill() {
  const t = useT()
  const choice = useAtomValue(assetChoiceAtom)
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
