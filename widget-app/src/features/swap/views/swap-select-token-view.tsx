import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { searchTokens } from '#widget/domain/balances/token-search.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { SearchField } from '#widget/ui/forms/search-field.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { selectTokenAtom } from '../action-atoms.ts'
import { draftAtom, resetOnLeaveAtom, swapNetworkAtom, tokenSearchAtom } from '../atoms.ts'
import type { Side } from '../draft.ts'
import { networkNameAtom, tokenTextsAtom } from '../swap-texts.ts'
import { type SwapToken, swapTokensAtom } from '../tokens.ts'

/** The tokens of a side, to select one. */
export function SwapSelectTokenView({ view: { side } }: { view: ViewOf<'SwapSelectToken'> }) {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const [search, setSearch] = useAtom(tokenSearchAtom)
  const tokens = useAtomValue(swapTokensAtom)
  const load = useSetAtom(swapTokensAtom)
  return (
    <Stack gap={16}>
      <SearchField
        label={t('send.search-token')}
        clearLabel={t('common.clear')}
        value={search}
        onChange={setSearch}
      />
      {tokens.is === 'loading' && (
        <RowGroup label={t('account.tokens')} labelHidden busy>
          <Skeleton shape="row" mark="circle" count={4} />
        </RowGroup>
      )}
      <LiveRegion message={tokens.is === 'loading' ? t('common.loading') : ''} />
      {tokens.is === 'failed' && (
        <EmptyState
          drawing="offline"
          title={t('swap.problem.tokens')}
          action={
            <Button look="secondary" onClick={load}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {t('swap.quote-failed-text')}
        </EmptyState>
      )}
      {tokens.is === 'ready' && <Tokens side={side} tokens={searchTokens(tokens.data, search)} />}
    </Stack>
  )
}

function Tokens({ side, tokens }: { side: Side; tokens: readonly SwapToken[] }) {
  const t = useT()
  const search = useAtomValue(tokenSearchAtom)
  const network = useAtomValue(networkNameAtom)
  const selected = useAtomValue(draftAtom)[side]
  if (tokens.length === 0) {
    return search.trim() === '' ? (
      <EmptyState drawing="coins" title={t('account.no-tokens')}>
        {t('swap.no-token-here', { network })}
      </EmptyState>
    ) : (
      <EmptyState drawing="search" title={t('send.no-token', { search: search.trim() })}>
        {t('send.no-token-text')}
      </EmptyState>
    )
  }
  return (
    <RowGroup label={t('account.tokens')} labelHidden>
      {tokens.map((token) => (
        <TokenRow key={token.key} side={side} token={token} isSelected={token.key === selected} />
      ))}
    </RowGroup>
  )
}

type TokenRowProps = { side: Side; token: SwapToken; isSelected: boolean }

function TokenRow({ side, token, isSelected }: TokenRowProps) {
  const network = useAtomValue(swapNetworkAtom)
  const texts = useAtomValue(tokenTextsAtom)(token)
  const select = useSetAtom(selectTokenAtom)
  const asset: Asset = token.asset
  return (
    <Row
      title={asset.symbol}
      subtitle={asset.name}
      icon={
        <TokenIcon
          name={asset.symbol}
          src={token.iconUrl}
          network={network && { name: network.name, src: networkIconUrl(network) }}
        />
      }
      selected={isSelected}
      trailing={
        <>
          <Text as="span" size={15} weight="medium" align="end" numeric>
            {texts.balance}
          </Text>
          <Text as="span" size={13} tone="soft" align="end" numeric>
            {texts.fiatValue}
          </Text>
        </>
      }
      onClick={() => select(side, token.key)}
    />
  )
}
