import { amountNote } from '#widget/domain/balances/amount-note.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { TokenPill } from '#widget/ui/display/token-pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { AmountHint } from '#widget/ui/forms/amount-hint.tsx'
import { AvailableBalance } from '#widget/ui/forms/available-balance.tsx'
import { openTokensAtom, selectMaxAtom } from '../atoms/actions.ts'
import { draftAtom } from '../atoms/draft.ts'
import { problemsAtom } from '../atoms/form.ts'
import { amountAtom, isQuotingAtom } from '../atoms/quote.ts'
import { amountTextAtom, fromFiatTextAtom, tokenTextsAtom, toTextsAtom } from '../atoms/texts.ts'
import { fromTokenAtom, swapTokensAtom, toTokenAtom } from '../atoms/tokens.ts'
import type { Side } from '../draft.ts'
import type { SwapToken } from '../model.ts'

/** The amount to sell: large digits with the token next to them, its balance and Max above, fiat value or problem below. */
export function FromInput() {
  const t = useT()
  const token = useAtomValue(fromTokenAtom)
  const amount = useAtomValue(amountAtom)
  const problems = useAtomValue(problemsAtom)
  const text = useAtomValue(amountTextAtom)
  const fiatText = useAtomValue(fromFiatTextAtom)
  const edit = useSetAtom(draftAtom)
  const isInsufficient = problems.some(({ is }) => is === 'insufficient-balance')
  return (
    <AmountField
      label={t('swap.from')}
      value={text}
      onChange={(typed) => edit({ amount: { is: 'typed', text: typed } })}
      aside={<FromBalance />}
      trailing={<SideToken side="from" token={token} />}
      error={token && amountNote(isInsufficient ? { is: 'insufficient' } : amount, token.asset, t)}
      hint={<AmountHint text={fiatText} />}
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
      hint={<AmountHint text={isQuoting ? t('swap.quoting') : texts?.fiatValue} />}
    />
  )
}

function FromBalance() {
  const token = useAtomValue(fromTokenAtom)
  const texts = useAtomValue(tokenTextsAtom)
  const { amount } = useAtomValue(draftAtom)
  const selectMax = useSetAtom(selectMaxAtom)
  if (!token) return null
  return (
    <AvailableBalance
      amount={token.value === undefined ? undefined : texts(token).balance}
      symbol={token.asset.symbol}
      isMax={amount.is === 'max'}
      onMax={() => selectMax()}
    />
  )
}

function SideToken({ side, token }: { side: Side; token: SwapToken | undefined }) {
  const t = useT()
  const tokens = useAtomValue(swapTokensAtom)
  const openTokens = useSetAtom(openTokensAtom)
  const label = t(side === 'from' ? 'swap.from' : 'swap.to')
  if (!token) {
    const isLoading = tokens.is === 'loading'
    // The form's button says to select one.
    const placeholder = isLoading ? t('common.loading') : t('send.token')
    return (
      <Pill opens label={`${label}: ${placeholder}`} onClick={() => openTokens(side)}>
        {placeholder}
      </Pill>
    )
  }
  const { asset, iconUrl } = token
  return <TokenPill symbol={asset.symbol} iconUrl={iconUrl} label={label} onClick={() => openTokens(side)} />
}
