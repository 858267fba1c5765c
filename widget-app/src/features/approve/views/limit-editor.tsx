import { useState } from 'react'
import { figureText } from '#widget/kernel/figure-text.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { Review } from '#widget/kernel/reviews.ts'
import { wrongAmountText } from '#widget/kernel/wrong-amount.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Pill } from '#widget/ui/pill.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { TextField } from '#widget/ui/text-field.tsx'
import { limitedApproval, neededAmount, readLimit } from '../limit.ts'

/** Lets the user lower an approval: to what the request itself needs, to the balance of now, or to an amount of their own. */
export function LimitEditor({ review }: { review: Review }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const approval = limitedApproval(review)
  // The amount that the site asked for: a lowered request no longer has it.
  const [asked] = useState(approval?.figure.value ?? 0n)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const { asset } = approval?.figure ?? {}
  if (approval === undefined || asset === undefined || review.reading.is !== 'read') return null
  if (!approval.isUnlimited && approval.figure.value === asked) return null
  const isBusy = review.stage.is !== 'deciding'
  const change = (amount: bigint) => {
    setIsOpen(false)
    setText('')
    review.limit?.(amount)
  }
  if (!isOpen)
    return (
      <div>
        <Button look="secondary" size="small" disabled={isBusy} onPress={() => setIsOpen(true)}>
          {t('approve.limit')}
        </Button>
      </div>
    )
  const amountText = (value: bigint) => figureText({ ...approval.figure, value }, { t, locale })
  const needed = neededAmount(approval, review.reading.description.facts, review.simulation)
  const { holding } = approval
  const typed = readLimit(text, asset, locale, asked)
  const error =
    typed.is === 'wrong'
      ? wrongAmountText(typed, asset, t)
      : typed.is === 'out-of-range'
        ? t('approve.limit-wrong')
        : undefined
  return (
    <Stack gap={12}>
      <Stack across wrap gap={8}>
        {needed !== undefined && needed <= asked && (
          <Pill onPress={() => change(needed)}>
            {t('approve.limit-needed', { amount: amountText(needed) })}
          </Pill>
        )}
        {holding !== undefined && holding > 0n && holding <= asked && (
          <Pill onPress={() => change(holding)}>
            {t('approve.limit-balance', { amount: amountText(holding) })}
          </Pill>
        )}
      </Stack>
      <TextField
        label={t('approve.limit-label', { symbol: asset.symbol })}
        value={text}
        onChange={setText}
        inputMode="decimal"
        dir="ltr"
        error={error}
      />
      <Stack across gap={8}>
        <Button look="secondary" size="small" onPress={() => setIsOpen(false)}>
          {t('common.back')}
        </Button>
        <Button
          look="secondary"
          size="small"
          disabled={isBusy || typed.is !== 'amount'}
          onPress={() => typed.is === 'amount' && change(typed.value)}
        >
          {t('approve.limit-set')}
        </Button>
      </Stack>
    </Stack>
  )
}
