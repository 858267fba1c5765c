import { useState } from 'react'
import { parseAmount } from '#shared/amount/parse-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { amountFieldProblem, amountProblemText } from '#widget/domain/balances/amount-field-problem.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { SmallSelect } from '#widget/ui/forms/small-select.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { Problem } from '../document/problem.tsx'
import type { VaultScreen } from '../document/vault-screen.ts'

const hourMs = 60 * 60_000
const lifetimes = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const
type Lifetime = keyof typeof lifetimes

/** Lets the user set a spending limit for the site, or go on without one. */
export function LimitScreen({ screen }: { screen: Extract<VaultScreen, { is: 'spending-limit' }> }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const { symbol, decimals, isNative, problem, answer } = screen
  const [typed, setTyped] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('day')
  const [error, setError] = useState<string>()
  const submit = () => {
    const parsed = parseAmount(typed, { decimals, locale, units: [symbol] })
    if (parsed.is === 'amount' && parsed.value > 0n)
      return answer({ maximum: parsed.value, lifetimeMs: lifetimes[lifetime] })
    const why = parsed.is === 'problem' ? amountFieldProblem(parsed) : ({ why: 'zero' } as const)
    setError(amountProblemText(why, { symbol, decimals }, t))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap={20}>
        <div />
        <Headline title={t('vault.limit')} text={t('vault.limit-text')} isAlert={false} size={22} />
        <Problem problem={problem} />
        <TextField
          label={t('vault.limit-label', { symbol })}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
          inputMode="decimal"
          dir="ltr"
          error={error}
          hint={isNative ? t('vault.limit-fee') : undefined}
        />
        <Stack across align="center" gap={8}>
          <Text>{t('vault.limit-duration')}</Text>
          <SmallSelect
            label={t('vault.limit-duration')}
            value={lifetime}
            options={[
              { value: 'hour', label: t('vault.limit-hour') },
              { value: 'day', label: t('vault.limit-day') },
              { value: 'week', label: t('vault.limit-week') },
            ]}
            onChange={setLifetime}
          />
        </Stack>
        <Notice tone="warning">{t('vault.limit-warning')}</Notice>
      </Stack>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(undefined)}>
            {t('vault.limit-later')}
          </Button>
          <Button onClick={submit}>{t('vault.limit-set')}</Button>
        </FooterPair>
      </ScreenFooter>
    </form>
  )
}
