import { amountNote } from '#widget/domain/balances/amount-note.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { TokenPill } from '#widget/ui/display/token-pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { AmountHint } from '#widget/ui/forms/amount-hint.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { openAssetsAtom } from '../atoms/actions.ts'
import { draftAtom } from '../atoms/draft.ts'
import { assetAtom } from '../atoms/exchange-list.ts'
import { amountAtom, amountDecimalsAtom, fiatValueAtom, isWaitingAtom, presetsAtom } from '../atoms/form.ts'

/** The amount: large digits with the asset next to them, fiat value or problem below, and presets. */
export function DepositAmount() {
  const t = useT()
  const selectedAsset = useAtomValue(assetAtom)
  const draft = useAtomValue(amountAtom)
  const decimals = useAtomValue(amountDecimalsAtom)
  const fiatValue = useAtomValue(fiatValueAtom)
  const { amount } = useAtomValue(draftAtom)
  const edit = useSetAtom(draftAtom)
  const unit = selectedAsset && { symbol: selectedAsset.asset.symbol, decimals }
  return (
    <Stack gap={8}>
      <AmountField
        label={t('exchange.amount')}
        value={amount}
        onChange={(text) => edit({ amount: text })}
        trailing={<AssetPill />}
        error={unit && amountNote(draft, unit, t, { 'too-large': t('exchange.too-large') })}
        hint={<AmountHint text={fiatValue} />}
      />
      <Presets />
    </Stack>
  )
}

function AssetPill() {
  const t = useT()
  const selectedAsset = useAtomValue(assetAtom)
  const isWaiting = useAtomValue(isWaitingAtom)
  const open = useSetAtom(openAssetsAtom)
  if (!selectedAsset) {
    const pillText = t(isWaiting ? 'common.loading' : 'send.select-token')
    return (
      <Pill opens onClick={open}>
        {pillText}
      </Pill>
    )
  }
  const { asset, iconUrl } = selectedAsset
  return <TokenPill symbol={asset.symbol} iconUrl={iconUrl} label={t('send.select-token')} onClick={open} />
}

function Presets() {
  const presets = useAtomValue(presetsAtom)
  const { amount } = useAtomValue(draftAtom)
  const edit = useSetAtom(draftAtom)
  if (presets.length === 0) return null
  return (
    <Stack across gap={8}>
      {presets.map(({ text, label }) => (
        <Pill key={label} selected={amount === text} onClick={() => edit({ amount: text })}>
          {label}
        </Pill>
      ))}
    </Stack>
  )
}
