import { memo, useDeferredValue } from 'react'
import type { ViewOf } from '#widget/core/view.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { SearchField } from '#widget/ui/forms/search-field.tsx'
import { GatedRows } from '#widget/ui/gated-button/gated-rows.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { WhenVisible } from '#widget/ui/layout/when-visible.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { VirtualRows } from '#widget/ui/lists/virtual-rows.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { searchInputAtom } from '../search-text.ts'
import { fetchNextWalletsAtom, retryWalletsAtom } from '../wallet-list.ts'
import { localWalletSearchAtom, walletCatalogueAtom } from '../wallet-pages.ts'
import styles from './all-wallets-view.module.css'
import { LegalConsentGate } from './legal-consent-gate.tsx'
import { useWalletRow } from './wallet-list-row.tsx'

const idOf = ({ id }: WalletRow): string => id

/** Every wallet of the catalogue, with search. */
export function AllWalletsView({ view }: { view: ViewOf<'AllWallets'> }) {
  const t = useT()
  const renderRow = useWalletRow()
  const [search, setSearch] = useAtom(useAtomValue(searchInputAtom)(view))
  const deferredSearch = useDeferredValue(search)
  // Local matches render at once. The API is queried with the deferred text, and its pages stay meanwhile.
  const local = useAtomValue(localWalletSearchAtom(search))
  const remote = useAtomValue(walletCatalogueAtom(deferredSearch))
  const { rows, total, more, isOffline } = deferredSearch === search ? remote : local
  const isEmpty = rows.length === 0 && more !== 'loading'
  const announcement = more === 'loading' ? '' : t('wallets.count', { count: rows.length })
  return (
    <Stack gap={12}>
      <LegalConsentGate />
      <div className={styles.search} data-keeps-height>
        <SearchField
          label={t('wallets.search')}
          clearLabel={t('common.clear')}
          value={search}
          onChange={setSearch}
        />
      </div>
      <LiveRegion message={search.trim() === '' || isEmpty ? '' : announcement} />
      {isOffline && <Offline />}
      {isEmpty ? (
        <div role="status">
          {search.trim() === '' ? (
            <EmptyState drawing="wallet" title={t('wallets.count', { count: 0 })} />
          ) : (
            <EmptyState drawing="search" title={t('wallets.none', { search: search.trim() })}>
              {t('wallets.none-text')}
            </EmptyState>
          )}
        </div>
      ) : (
        <div className={styles.rows}>
          <GatedRows>
            <VirtualRows
              label={t('wallets.title')}
              items={rows}
              total={total}
              idOf={idOf}
              renderRow={renderRow}
              busy={more === 'loading'}
              startKey={search}
            />
          </GatedRows>
          {more === 'loading' && <Loading rows={rows.length === 0 ? 8 : 2} />}
          {more === 'available' && <NextPage key={rows.length} />}
        </div>
      )}
    </Stack>
  )
}

const Loading = memo(function Loading({ rows }: { rows: number }) {
  return <LoadingRows count={rows} />
})

/** Fetches the next page before the end of the list is visible. The button is for a jump to the end. */
function NextPage() {
  const t = useT()
  const showMore = useSetAtom(fetchNextWalletsAtom)
  return (
    <>
      <div className={styles.ahead}>
        <WhenVisible onVisible={showMore}>{null}</WhenVisible>
      </div>
      <Button look="quiet" onClick={showMore}>
        {t('wallets.more')}
      </Button>
    </>
  )
}

/** Shown while the bundled list replaces the API, with a retry. */
function Offline() {
  const t = useT()
  const retry = useSetAtom(retryWalletsAtom)
  return (
    <Stack across align="spread">
      <Text size={13} tone="soft">
        {t('wallets.offline')}
      </Text>
      <RetryButton place="part" onRetry={retry} />
    </Stack>
  )
}
