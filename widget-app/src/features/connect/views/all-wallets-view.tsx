import { useState } from 'react'
import type { ViewOf } from '#widget/kernel/view.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { LiveRegion } from '#widget/ui/live-region.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { SearchField } from '#widget/ui/search-field.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { showMoreWalletsAtom, walletCatalogueAtom } from '../wallet-pages.ts'
import { WalletListRow } from './wallet-list-row.tsx'
import { WhenVisible } from './when-visible.tsx'

/** Every wallet of the catalogue, to search and to scroll through. */
export function AllWalletsView({ view }: { view: ViewOf<'AllWallets'> }) {
  const t = useT()
  const [search, setSearch] = useState(view.search ?? '')
  const { rows, more, isOffline } = useAtomValue(walletCatalogueAtom(search))
  const showMore = useSetAtom(showMoreWalletsAtom)
  const isEmpty = rows.length === 0 && more !== 'loading'
  const announced = more === 'loading' ? '' : t('wallets.count', { count: rows.length })
  return (
    <Stack gap={12}>
      <SearchField
        label={t('wallets.search')}
        clearLabel={t('common.clear')}
        value={search}
        onChange={setSearch}
      />
      <LiveRegion message={search.trim() === '' || isEmpty ? '' : announced} />
      {isOffline && (
        <Text size={13} tone="soft">
          {t('wallets.offline')}
        </Text>
      )}
      {isEmpty ? (
        <div role="status">
          <EmptyState drawing="search" title={t('wallets.none', { search: search.trim() })}>
            {t('wallets.none-text')}
          </EmptyState>
        </div>
      ) : (
        <RowGroup label={t('wallets.title')} labelHidden busy={more === 'loading'}>
          {rows.map((row) => (
            <WalletListRow key={row.id} row={row} />
          ))}
          {more === 'loading' && <Skeleton shape="row" count={rows.length === 0 ? 8 : 2} />}
        </RowGroup>
      )}
      {more === 'available' && (
        <WhenVisible key={rows.length} onVisible={showMore}>
          <Button look="quiet" onPress={showMore}>
            {t('wallets.more')}
          </Button>
        </WhenVisible>
      )}
    </Stack>
  )
}
