import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { searchText } from '#widget/lib/text/search-text.ts'
import { SearchField } from '#widget/ui/forms/search-field.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { selectOptionAtom } from '../action-atoms.ts'
import { buyNetworkAtom, resetOnLeaveAtom, searchAtom } from '../atoms.ts'
import { buyTokenAtom, optionsAtom } from '../options.ts'
import { tokenIconAtom } from '../token-icon.ts'
import { NoAssets } from './no-assets.tsx'

/** The tokens on the active network; a click selects one and returns to the form. */
export function OnRampTokenSelectView() {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const [search, setSearch] = useAtom(searchAtom)
  const options = useAtomValue(optionsAtom)
  const selected = useAtomValue(buyTokenAtom)
  const network = useAtomValue(buyNetworkAtom)
  const iconOf = useAtomValue(tokenIconAtom)
  const select = useSetAtom(selectOptionAtom)
  if (options.is === 'ready' && options.tokens.length === 0) return <NoAssets />
  const query = searchText(search)
  const tokens =
    options.is === 'loading'
      ? []
      : options.tokens.filter(({ name, symbol }) => searchText(`${name} ${symbol}`).includes(query))
  return (
    <Stack gap={16}>
      <SearchField
        label={t('send.search-token')}
        clearLabel={t('common.clear')}
        value={search}
        onChange={setSearch}
      />
      {options.is === 'ready' && tokens.length === 0 && (
        <EmptyState drawing="search" title={t('send.no-token', { search: search.trim() })}>
          {t('send.no-token-text')}
        </EmptyState>
      )}
      <RowGroup label={t('account.tokens')} labelHidden busy={options.is === 'loading'}>
        {options.is === 'loading' ? (
          <Skeleton shape="row" mark="circle" count={4} />
        ) : (
          tokens.map((token) => (
            <Row
              key={token.id}
              title={token.symbol}
              subtitle={token.name}
              icon={
                <TokenIcon
                  name={token.symbol}
                  src={iconOf(token)}
                  network={network && { name: network.name, src: networkIconUrl(network) }}
                />
              }
              selected={token.id === selected?.id}
              onClick={() => select({ token: { by: 'id', id: token.id } })}
            />
          ))
        )}
      </RowGroup>
    </Stack>
  )
}
