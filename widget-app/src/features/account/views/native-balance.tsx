import { formatWorth } from '#shared/amount/fiat.ts'
import { formatBalance } from '#shared/amount/format-amount.ts'
import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { balancesAtom } from '#widget/kernel/balances.ts'
import { isReportedBySiteAtom } from '#widget/kernel/figure-source.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { RollingNumber } from '#widget/ui/rolling-number.tsx'
import { SiteMark } from '#widget/ui/site-mark.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { localeAtom } from '../bind.ts'
import { holdingsOf } from '../holdings.ts'
import styles from './account-view.module.css'
import { Worth } from './worth.tsx'

/** What the account has of the network's own currency, floored to 3 decimals, and its worth if a price is known. */
export function NativeBalance({ account }: { account: AccountId }) {
  const t = useT()
  const loaded = useAtomValue(balancesAtom(account))
  const locale = useAtomValue(localeAtom)
  const network = useAtomValue(activeNetworkAtom)
  const isBySite = useAtomValue(isReportedBySiteAtom(chainOf(account)))
  const native = loaded.is === 'ready' ? holdingsOf(loaded.data).native : undefined
  if (loaded.is === 'loading') {
    return (
      <Stack gap={4} align="center">
        <span role="status" aria-label={t('common.loading')} />
        <Skeleton shape="block" width="148px" height="40px" />
        <Skeleton shape="text" width="72px" />
      </Stack>
    )
  }
  return (
    <Stack gap={0} align="center">
      <div className={styles.amount}>
        <Text as="span" size={34} weight="strong" figures>
          {native ? <RollingNumber text={formatBalance(native.value, native.asset.decimals, locale)} /> : '–'}
        </Text>
        <Text as="span" size={17} tone="soft" weight="medium">
          {native?.asset.symbol ?? network?.nativeCurrency.symbol}
        </Text>
      </div>
      {native && (
        <Text tone="soft" figures>
          <Worth
            text={formatWorth(
              { value: native.value, decimals: native.asset.decimals },
              native.price,
              'usd',
              locale,
            )}
          />
        </Text>
      )}
      {native && isBySite && <SiteMark />}
    </Stack>
  )
}
