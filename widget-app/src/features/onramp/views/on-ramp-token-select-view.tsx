import { networkMark } from '#widget/domain/networks/network-mark.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { searchText } from '#widget/lib/text/search-text.ts'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { NoTokenFound, TokenPicker, TokenRow } from '#widget/ui/lists/token-picker.tsx'
import { selectOptionAtom } from '../atoms/actions.ts'
import { buyNetworkAtom, resetOnLeaveAtom, searchAtom } from '../atoms/draft.ts'
import { buyTokenAtom, optionsAtom } from '../atoms/options.ts'
import { tokenIconAtom } from '../atoms/token-icon.ts'
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
    <TokenPicker search={{ text: search, onChange: setSearch }} isLoading={options.is === 'loading'}>
      {tokens.length === 0 ? (
        <NoTokenFound search={search} />
      ) : (
        <RowGroup label={t('account.tokens')} labelHidden>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              symbol={token.symbol}
              name={token.name}
              iconUrl={iconOf(token)}
              network={networkMark(network)}
              selected={token.id === selected?.id}
              onClick={() => select({ token: { by: 'id', id: token.id } })}
            />
          ))}
        </RowGroup>
      )}
    </TokenPicker>
  )
}
