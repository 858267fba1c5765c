import { formatTotal } from '#shared/amount/fiat.ts'
import { formatBalance } from '#shared/amount/format-amount.ts'
import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { RollingNumber } from '#widget/ui/display/rolling-number.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { portfolioAtom } from '../atoms.ts'
import { immenseMoney, immenseUnits } from '../immense-amount.ts'
import type { Portfolio } from '../portfolio.ts'
import styles from './account-view.module.css'
import { FiatValue } from './fiat-value.tsx'

/**
 * The account's fiat total in the display currency, with the native amount below it, floored to 3 decimals. Without any
 * price, the native amount replaces the total.
 */
export function Headline({ account }: { account: AccountId }) {
  const t = useT()
  const loaded = useAtomValue(portfolioAtom(account))
  const isHostReported = useAtomValue(isHostReportedAtom(chainOf(account)))
  if (loaded.is === 'loading') {
    return (
      <div className={styles.headline}>
        <span role="status" aria-label={t('common.loading')} />
        <Skeleton shape="block" width="148px" height="40px" />
        <Skeleton shape="text" width="72px" />
      </div>
    )
  }
  const portfolio = loaded.is === 'ready' ? loaded.data : undefined
  return (
    <div className={styles.headline}>
      {portfolio?.total.minor === undefined ? (
        <NativeAmount native={portfolio?.native} />
      ) : (
        <Total portfolio={portfolio} />
      )}
      {portfolio && isHostReported && <HostReportedMark />}
    </div>
  )
}

/** Characters that fit on one line at full size on the narrowest phone. */
const maxFullSizeLength = 13

/** Characters that fit at the smaller size. A longer amount, in a currency with many decimals, wraps. */
const maxLineLength = 23

/** The main amount of the view. A very long one is smaller, because rolling digits never wrap. */
function RollingAmount({ text }: { text: string }) {
  // Bidirectional marks have no width.
  const { length } = text.replace(/[\u200e\u200f\u2066\u2069]/g, '')
  const size = length > maxLineLength ? 17 : length > maxFullSizeLength ? 22 : 34
  // A power of ten cannot roll.
  const isStatic = size === 17 || text.includes('×')
  return (
    <Text as="span" size={size} weight="strong" numeric>
      {isStatic ? text : <RollingNumber text={text} />}
    </Text>
  )
}

const nativeText = (
  { value, asset: { decimals } }: NonNullable<Portfolio['native']>,
  locale: string,
): string => immenseUnits(value, decimals, locale) ?? formatBalance(value, decimals, locale)

function Total({ portfolio: { native, total } }: { portfolio: Portfolio }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const currency = useAtomValue(displayCurrencyAtom)
  const immense = immenseMoney(total.minor, currency, locale)
  return (
    <>
      <section className={styles.amount} aria-label={t('account.total')}>
        <RollingAmount text={immense ?? formatTotal(total, currency, locale) ?? '–'} />
      </section>
      {total.unpriced > 0 && (
        <Text size={13} tone="soft">
          {t('account.without', { count: total.unpriced })}
        </Text>
      )}
      {native && (
        <Text tone="soft" numeric>
          {`${nativeText(native, locale)} ${native.asset.symbol}`}
        </Text>
      )}
    </>
  )
}

function NativeAmount({ native }: { native: Portfolio['native'] }) {
  const locale = useAtomValue(localeAtom)
  const network = useAtomValue(activeNetworkAtom)
  return (
    <>
      <div className={styles.amount} dir="ltr">
        <RollingAmount text={native ? nativeText(native, locale) : '–'} />
        <Text as="span" size={17} tone="soft" weight="medium">
          {native?.asset.symbol ?? network?.nativeCurrency.symbol}
        </Text>
      </div>
      {native && (
        <Text tone="soft" numeric>
          <FiatValue text={undefined} />
        </Text>
      )}
    </>
  )
}
