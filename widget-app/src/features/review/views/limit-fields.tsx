import { localeAtom } from '#widget/core/locale.ts'
import { amountProblemText } from '#widget/domain/balances/amount-field-problem.ts'
import { decodedAmountText } from '#widget/domain/review/decoded-amount-text.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Pill } from '#widget/ui/display/pill.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type Approval, neededAmount } from '../approval-limit.ts'
import { parseLimit } from '../parse-limit.ts'

export type LimitFieldsProps = {
  review: Review
  approval: Approval
  asset: NonNullable<Approval['figure']['asset']>
  /** The amount that the host requested. */
  requested: bigint
  text: string
  onText: (text: string) => void
  onLimit: (amount: bigint) => void
  onBack: () => void
}

/** Suggested amounts to lower an approval to, and a field for another one. */
export function LimitFields({ review, approval, asset, requested, text, ...handlers }: LimitFieldsProps) {
  const { onText, onLimit, onBack } = handlers
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const isBusy = review.stage.is !== 'deciding'
  const amountText = (value: bigint) => decodedAmountText({ ...approval.figure, value }, { t, locale })
  const facts = review.decoding.is === 'read' ? review.decoding.description.facts : []
  const needed = neededAmount(approval, facts, review.simulation)
  const { holding } = approval
  const typed = parseLimit(text, asset, locale, requested)
  const error =
    typed.is === 'wrong'
      ? amountProblemText(typed, asset, t)
      : typed.is === 'out-of-range'
        ? t('approve.limit-wrong')
        : undefined
  return (
    <Stack gap={12}>
      <Stack across wrap gap={8}>
        {needed !== undefined && needed <= requested && (
          <Pill onClick={() => onLimit(needed)}>
            {t('approve.limit-needed', { amount: amountText(needed) })}
          </Pill>
        )}
        {holding !== undefined && holding > 0n && holding <= requested && (
          <Pill onClick={() => onLimit(holding)}>
            {t('approve.limit-balance', { amount: amountText(holding) })}
          </Pill>
        )}
      </Stack>
      <TextField
        label={t('approve.limit-label', { symbol: asset.symbol })}
        value={text}
        onChange={onText}
        inputMode="decimal"
        dir="ltr"
        error={error}
      />
      <Stack across gap={8}>
        <Button look="secondary" size="small" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button
          look="secondary"
          size="small"
          disabled={isBusy || typed.is !== 'amount'}
          onClick={() => typed.is === 'amount' && onLimit(typed.value)}
        >
          {t('approve.limit-set')}
        </Button>
      </Stack>
    </Stack>
  )
}
