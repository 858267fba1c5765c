import { type ReactNode, useCallback, useContext } from 'react'
import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatFiatValue } from '#shared/amount/fiat.ts'
import { formatBalance, formatTokenAmount } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { type DisplayCurrency, displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { toPriced } from '#widget/domain/balances/sort-by-fiat-value.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { RowPositionContext } from '#widget/ui/lists/row-position.ts'
import { immenseFiatValue, immenseUnits } from '../immense-amount.ts'
import type { PortfolioAsset } from '../portfolio.ts'
import { FiatValue } from './fiat-value.tsx'

type TokenRowProps = {
  token: PortfolioAsset
  isSpam: boolean
  t: Translate
  locale: string
  currency: DisplayCurrency
}

/** The amount and fiat value of an asset: the native currency with 3 decimals, tokens with 2, floored (SPEC §5). */
function TokenRow({ token, isSpam, t, locale, currency }: TokenRowProps) {
  const { value, available, iconUrl } = token
  const asset = sanitizeAsset(token.asset)
  const { symbol } = asset
  const format = asset.address === undefined ? formatBalance : formatTokenAmount
  const text = (of: bigint) => {
    const shown = [toDisplayedAmount(of, asset), asset.decimals, locale] as const
    return immenseUnits(...shown) ?? format(...shown)
  }
  return (
    <Row
      look="plain"
      title={asset.name}
      subtitle={
        <>
          <bdi>{`${text(value)} ${symbol}`}</bdi>
          {available !== undefined && ` · ${t('send.available', { amount: text(available), symbol })}`}
        </>
      }
      // The icon of a spam token is part of the lure.
      icon={<TokenIcon name={symbol} src={isSpam ? undefined : iconUrl} />}
      badge={
        isSpam && (
          <Badge tone="warning" dot>
            {t('account.spam')}
          </Badge>
        )
      }
      trailing={!isSpam && <TokenFiatValue token={token} locale={locale} currency={currency} />}
    />
  )
}

/** Renders nothing while the row scrolls past quickly: its layout is a large part of the row's cost. */
function TokenFiatValue({ token, locale, currency }: Pick<TokenRowProps, 'token' | 'locale' | 'currency'>) {
  const { price } = token
  if (useContext(RowPositionContext)?.isPassing) return null
  const priced = toPriced(token)
  const text = immenseFiatValue({ ...priced, price }, currency, locale)
  return <FiatValue text={text ?? formatFiatValue(priced, price, currency, locale)} />
}

/** Returns a renderer for token rows. It reads what all rows share once, not per row. */
export function useTokenRow(isSpam = false): (token: PortfolioAsset) => ReactNode {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const currency = useAtomValue(displayCurrencyAtom)
  return useCallback(
    (token: PortfolioAsset) => (
      <TokenRow token={token} isSpam={isSpam} t={t} locale={locale} currency={currency} />
    ),
    [isSpam, t, locale, currency],
  )
}
