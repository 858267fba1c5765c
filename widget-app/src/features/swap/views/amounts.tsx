import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TokenPill } from '#widget/ui/display/token-pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { openTokensAtom, selectMaxAtom } from '../action-atoms.ts'
import { draftAtom } from '../atoms.ts'
import type { Side } from '../draft.ts'
import { amountProblem } from '../form-messages.ts'
import { amountAtom, isQuotingAtom } from '../quote.ts'
import { fromTokenAtom, toTokenAtom } from '../selected-tokens.ts'
import { problemsAtom } from '../swap-form.ts'
import { amountTextAtom, fromFiatTextAtom, tokenTextsAtom, toTextsAtom } from '../swap-texts.ts'
import { type SwapToken, swapTokensAtom } from '../tokens.ts'

/** The amount to sell: large digits with the token next to them, its balance and Max above, fiat value or problem below. */
export function FromInput() {
  const t = useT()
  const token = useAtomValue(fromTokenAtom)
  const amount = useAtomValue(amountAtom)
  const problems = useAtomValue(problemsAtom)
  const text = useAtomValue(amountTextAtom)
  const fiatText = useAtomValue(fromFiatTextAtom)
  const edit = useSetAtom(draftAtom)
  return (
    <AmountField
      label={t('swap.from')}
      value={text}
      onChange={(typed) => edit({ amount: { is: 'typed', text: typed } })}
      aside={<AvailableBalance />}
      trailing={<SideToken side="from" token={token} />}
      error={token && amountProblem(amount, problems, token.asset, t)}
      hint={
        <Text as="span" size={13} tone="soft" numeric>
          {fiatText ?? '\u00a0'}
        </Text>
      }
    />
  )
}

/** The quoted amount to receive. */
export function ToOutput() {
  const t = useT()
  const token = useAtomValue(toTokenAtom)
  const texts = useAtomValue(toTextsAtom)
  const isQuoting = useAtomValue(isQuotingAtom)
  return (
    <AmountField
      label={t('swap.to')}
      value={texts?.amount ?? ''}
      onChange={() => undefined}
      disabled
      trailing={<SideToken side="to" token={token} />}
      hint={
        <Text as="span" size={13} tone="soft" numeric>
          {isQuoting ? t('swap.quoting') : (texts?.fiatValue ?? '\u00a0')}
        </Text>
      }
    />
  )
}

function AvailableBalance() {
  const t = useT()
  const token = useAtomValue(fromTokenAtom)
  const texts = useAtomValue(tokenTextsAtom)
  const { amount } = useAtomValue(draftAtom)
  const selectMax = useSetAtom(selectMaxAtom)
  if (!token) return null
  const isKnown = token.value !== undefined
  return (
    <Stack across gap={8} align="center">
      <Text as="span" size={13} tone="soft" numeric>
        {isKnown
          ? t('send.available', { amount: texts(token).balance, symbol: token.asset.symbol })
          : t('balance.unavailable')}
      </Text>
      {isKnown && (
        <Pill onClick={selectMax} selected={amount.is === 'max'}>
          {t('send.max')}
        </Pill>
      )}
    </Stack>
  )
}

function SideToken({ side, token }: { side: Side; token: SwapToken | undefined }) {
  const t = useT()
  const tokens = useAtomValue(swapTokensAtom)
  const openTokens = useSetAtom(openTokensAtom)
  const label = t(side === 'from' ? 'swap.from' : 'swap.to')
  if (!token) {
    const isLoading = tokens.is === 'loading'
    const placeholder = isLoading ? t('common.loading') : t('send.select-token')
    return (
      <Pill opens label={`${label}: ${placeholder}`} onClick={() => openTokens(side)}>
        {placeholder}
      </Pill>
    )
  }
  const { asset, iconUrl } = token
  return <TokenPill symbol={asset.symbol} iconUrl={iconUrl} label={label} onClick={() => openTokens(side)} />
}
