import { formatWorth } from '#shared/amount/fiat.ts'
import { formatBalance, formatTokenAmount } from '#shared/amount/format-amount.ts'
import type { AssetBalance } from '#widget/kernel/balances.ts'
import { currencyAtom } from '#widget/kernel/currency.ts'
import { cleanText } from '#widget/lib/clean-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/badge.tsx'
import { Row } from '#widget/ui/row.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { localeAtom } from '../bind.ts'
import { Worth } from './worth.tsx'

/** Anybody can name a token. */
const nameMaxLength = 64
const symbolMaxLength = 16

/** What the account has of one asset and its worth: the native coin with 3 decimals, tokens with 2, floored (SPEC §5). */
export function TokenRow({ token, isSpam = false }: { token: AssetBalance; isSpam?: boolean }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const currency = useAtomValue(currencyAtom)
  const { asset, value, price, iconUrl } = token
  const format = asset.address === undefined ? formatBalance : formatTokenAmount
  return (
    <Row
      look="plain"
      title={cleanText(asset.name, nameMaxLength)}
      subtitle={`${format(value, asset.decimals, locale)} ${cleanText(asset.symbol, symbolMaxLength)}`}
      // A picture of spam is part of the lure.
      icon={<TokenIcon name={asset.symbol} src={isSpam ? undefined : iconUrl} />}
      badge={
        isSpam && (
          <Badge tone="warning" dot>
            {t('account.spam')}
          </Badge>
        )
      }
      trailing={
        !isSpam && <Worth text={formatWorth({ value, decimals: asset.decimals }, price, currency, locale)} />
      }
    />
  )
}
