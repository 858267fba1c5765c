import { useT } from '#widget/lib/i18n/translate.ts'
import { Pill } from '../display/pill.tsx'
import { Text } from '../display/text.tsx'
import { Stack } from '../layout/stack.tsx'

type AvailableBalanceProps = {
  /** The formatted balance; undefined while it is unknown, which a toast reports if it failed. */
  amount: string | undefined
  symbol: string
  isMax: boolean
  onMax: () => void
}

/** The balance above an amount field, with a button that fills in the maximum. */
export function AvailableBalance({ amount, symbol, isMax, onMax }: AvailableBalanceProps) {
  const t = useT()
  return (
    <Stack across gap={8} align="center">
      <Text as="span" size={13} tone="soft" numeric>
        {t('send.available', { amount: amount ?? '–', symbol })}
      </Text>
      {amount !== undefined && (
        <Pill onClick={onMax} selected={isMax}>
          {t('send.max')}
        </Pill>
      )}
    </Stack>
  )
}
