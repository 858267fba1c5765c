import type { AccountId } from '#shared/caip/account-id.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { displayCurrencies, displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { SmallSelect } from '#widget/ui/forms/small-select.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { accountBalancesAtom } from '../atoms.ts'
import { ageText, refetchState } from '../balance-age.ts'
import styles from './account-view.module.css'
import { RefreshButton } from './refresh-button.tsx'

/** Above the tokens: the display currency, the age of the balances, and the refresh button. */
export function TokenListHeader({ account }: { account: AccountId }) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const locale = useAtomValue(localeAtom)
  const [currency, select] = useAtom(displayCurrencyAtom)
  const loaded = useAtomValue(accountBalancesAtom(account))
  const refresh = useSetAtom(balancesAtom(account))
  const state = refetchState(loaded, now)
  return (
    <Stack across align="spread" gap={8}>
      <SmallSelect
        label={t('account.currency')}
        value={currency}
        options={displayCurrencies.map((one) => ({ value: one, label: one.toUpperCase() }))}
        // Changing the currency is a new API call, which is blocked during the gap after a failure.
        disabled={state.is === 'wait'}
        onChange={select}
      />
      {loaded.is === 'ready' && (
        <span className={styles.updated}>
          <Text as="span" size={12} tone="soft" numeric>
            {t('common.updated', { ago: ageText(now - loaded.updatedAt, locale) })}
          </Text>
          <RefreshButton label={t('balance.refresh')} is={state.is} onClick={() => void refresh()} />
        </span>
      )}
    </Stack>
  )
}
