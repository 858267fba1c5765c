import { amountNote } from '#widget/domain/balances/amount-note.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Pill } from '#widget/ui/display/pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import {
  canRequestAmountAtom,
  isMoreShownAtom,
  isRequestingAmountAtom,
  requestDraftAtom,
  requestedAmountAtom,
  requestedAssetAtom,
} from '../atoms.ts'
import { requestableAssetsAtom } from '../requestable-assets.ts'

/** The token and amount to request, behind a button; null if the namespace has no payment links. */
export function RequestAmount() {
  const t = useT()
  const canRequest = useAtomValue(canRequestAmountAtom)
  const [isRequesting, setIsRequesting] = useAtom(isRequestingAmountAtom)
  if (!canRequest) return null
  return isRequesting ? (
    <Fields />
  ) : (
    <Stack align="center">
      <Button look="quiet" size="small" onClick={() => setIsRequesting(true)}>
        {t('receive.ask')}
      </Button>
    </Stack>
  )
}

function Fields() {
  const t = useT()
  const [draft, change] = useAtom(requestDraftAtom)
  const { shown, hasMore } = useAtomValue(requestableAssetsAtom)
  const showMore = useSetAtom(isMoreShownAtom)
  const asset = useAtomValue(requestedAssetAtom)
  const requested = useAtomValue(requestedAmountAtom)
  if (!asset) return null
  return (
    <Stack gap={8}>
      <AmountField
        label={t('receive.amount')}
        value={draft.text}
        onChange={(text) => change({ text })}
        error={amountNote(requested, asset, t)}
        hint={t('receive.amount-hint')}
      />
      <Stack across wrap gap={8}>
        {shown.map((one) => (
          <Pill
            key={one.address ?? 'native'}
            selected={one.address === asset.address}
            onClick={() => change({ asset: one })}
          >
            {one.symbol}
          </Pill>
        ))}
        {hasMore && (
          <Button look="quiet" size="small" onClick={() => showMore(true)}>
            {t('activity.more')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
