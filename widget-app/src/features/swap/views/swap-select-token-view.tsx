import type { ViewOf } from '#widget/core/view.ts'
import { searchTokens } from '#widget/domain/balances/token-search.ts'
import { networkMark } from '#widget/domain/networks/network-mark.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { NoTokenFound, TokenPicker, TokenRow, TokensUnavailable } from '#widget/ui/lists/token-picker.tsx'
import { selectTokenAtom } from '../atoms/actions.ts'
import { draftAtom, resetOnLeaveAtom, swapNetworkAtom, tokenSearchAtom } from '../atoms/draft.ts'
import { networkNameAtom, tokenTextsAtom } from '../atoms/texts.ts'
import { swapTokensAtom } from '../atoms/tokens.ts'
import type { Side } from '../draft.ts'
import type { SwapToken } from '../model.ts'

/** The tokens of a side, to select one. */
export function SwapSelectTokenView({ view: { side } }: { view: ViewOf<'SwapSelectToken'> }) {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const [search, setSearch] = useAtom(tokenSearchAtom)
  const tokens = useAtomValue(swapTokensAtom)
  const load = useSetAtom(swapTokensAtom)
  return (
    <TokenPicker search={{ text: search, onChange: setSearch }} isLoading={tokens.is === 'loading'}>
      {tokens.is === 'failed' && (
        <TokensUnavailable title={t('swap.problem.tokens')} onRetry={load}>
          {t('swap.quote-failed-text')}
        </TokensUnavailable>
      )}
      {tokens.is === 'ready' && <Tokens side={side} tokens={searchTokens(tokens.data, search)} />}
    </TokenPicker>
  )
}

function Tokens({ side, tokens }: { side: Side; tokens: readonly SwapToken[] }) {
  const t = useT()
  const search = useAtomValue(tokenSearchAtom)
  const network = useAtomValue(networkNameAtom)
  const selected = useAtomValue(draftAtom)[side]
  if (tokens.length === 0)
    return <NoTokenFound search={search}>{t('swap.no-token-here', { network })}</NoTokenFound>
  return (
    <RowGroup label={t('account.tokens')} labelHidden>
      {tokens.map((token) => (
        <SideTokenRow key={token.key} side={side} token={token} isSelected={token.key === selected} />
      ))}
    </RowGroup>
  )
}

type SideTokenRowProps = { side: Side; token: SwapToken; isSelected: boolean }

function SideTokenRow({ side, token, isSelected }: SideTokenRowProps) {
  const network = useAtomValue(swapNetworkAtom)
  const texts = useAtomValue(tokenTextsAtom)(token)
  const select = useSetAtom(selectTokenAtom)
  return (
    <TokenRow
      symbol={token.asset.symbol}
      name={token.asset.name}
      iconUrl={token.iconUrl}
      network={networkMark(network)}
      selected={isSelected}
      balance={texts.balance}
      fiatValue={texts.fiatValue}
      onClick={() => select(side, token.key)}
    />
  )
}
