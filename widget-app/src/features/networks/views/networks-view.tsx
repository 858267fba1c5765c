import { useState } from 'react'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { configuredChainIdsAtom, hasNoNetworkRecordAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { SearchField } from '#widget/ui/forms/search-field.tsx'
import { GatedRows } from '#widget/ui/gated-button/gated-rows.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { listNetworks, searchAboveCount } from '../network-choice.ts'
import { selectableNetworksAtom } from '../selectable-networks.ts'
import { NetworkRow } from './network-row.tsx'

/** The host's networks, the active one first. */
export function NetworksView() {
  const t = useT()
  const ids = useAtomValue(configuredChainIdsAtom)
  const networks = useAtomValue(selectableNetworksAtom)
  const current = useAtomValue(activeChainAtom)
  const hasNoRecords = useAtomValue(hasNoNetworkRecordAtom)
  const [search, setSearch] = useState('')
  const shown = listNetworks(networks, current, search)
  return (
    <Stack gap={12}>
      {ids.length > searchAboveCount && (
        <SearchField
          label={t('networks.search')}
          clearLabel={t('common.clear')}
          value={search}
          onChange={setSearch}
        />
      )}
      {shown.length === 0 && search.trim() !== '' ? (
        <div role="status">
          <EmptyState drawing="search" title={t('networks.none', { search: search.trim() })} />
        </div>
      ) : hasNoRecords ? (
        <div role="status">
          <EmptyState drawing="offline" title={t('networks.none-known')}>
            {t('networks.none-known-text')}
          </EmptyState>
        </div>
      ) : (
        <GatedRows>
          <RowGroup label={t('networks.title')} labelHidden busy={networks.length === 0}>
            {networks.length === 0 && <Skeleton shape="row" mark="circle" count={Math.min(ids.length, 6)} />}
            {shown.map((network) => (
              <NetworkRow key={network.id} network={network} />
            ))}
          </RowGroup>
        </GatedRows>
      )}
    </Stack>
  )
}
