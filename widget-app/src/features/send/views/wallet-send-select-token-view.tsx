import { type ReactNode, useCallback, useMemo } from 'react'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { AssetBalance } from '#widget/domain/balances/balances.ts'
import { mayOmitTokens } from '#widget/domain/balances/incomplete-balances.ts'
import { searchTokens } from '#widget/domain/balances/token-search.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { SearchField } from '#widget/ui/forms/search-field.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { Drawer } from '#widget/ui/layout/details.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { VirtualRows } from '#widget/ui/lists/virtual-rows.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { UnknownNetwork } from '#widget/ui/notices/unknown-network.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { selectTokenAtom } from '../action-atoms.ts'
import { draftAtom, resetOnLeaveAtom, tokenSearchAtom } from '../atoms.ts'
import {
  isOf,
  isSendHostReportedAtom,
  listedBalancesAtom,
  listedChainAtom,
  listedTokensAtom,
  sendNetworkAtom,
} from '../selected-asset.ts'
import { tokenTextsAtom } from '../send-texts.ts'

/** The assets of the account on this chain, to select one. */
export function WalletSendSelectTokenView() {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const [search, setSearch] = useAtom(tokenSearchAtom)
  const balances = useAtomValue(listedBalancesAtom)
  const isHostReported = useAtomValue(isSendHostReportedAtom)
  return (
    <Stack gap={16}>
      <SearchField
        label={t('send.search-token')}
        clearLabel={t('common.clear')}
        value={search}
        onChange={setSearch}
      />
      {balances.is === 'loading' && (
        <RowGroup label={t('account.tokens')} labelHidden busy>
          <Skeleton shape="row" mark="circle" count={4} />
        </RowGroup>
      )}
      <LiveRegion message={balances.is === 'loading' ? t('common.loading') : ''} />
      {balances.is === 'failed' && <BalancesUnavailable />}
      {balances.is === 'ready' && isHostReported && (
        <Stack align="start">
          <HostReportedMark />
        </Stack>
      )}
      {balances.is === 'ready' && <Tokens />}
    </Stack>
  )
}

function BalancesUnavailable() {
  const t = useT()
  const refresh = useSetAtom(listedBalancesAtom)
  const move = useSetAtom(viewStackAtom)
  const chain = useAtomValue(listedChainAtom)
  const networks = useAtomValue(networkTableAtom)
  // The balances failed after the network was looked up.
  if (chain !== undefined && !networks.has(chain))
    return <UnknownNetwork onChoose={() => move({ to: 'push', view: { name: 'Networks' } })} />
  return (
    <EmptyState
      drawing="offline"
      title={t('balance.unavailable')}
      action={
        <Button look="secondary" onClick={refresh}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('balance.unavailable-text')}
    </EmptyState>
  )
}

const idOf = ({ asset }: AssetBalance): string => asset.address ?? 'native'

function Tokens() {
  const t = useT()
  const tokens = useAtomValue(listedTokensAtom)
  const search = useAtomValue(tokenSearchAtom)
  const network = useAtomValue(sendNetworkAtom)
  const shown = useMemo(() => searchTokens(tokens.shown, search), [tokens, search])
  const hidden = useMemo(() => searchTokens(tokens.hidden, search), [tokens, search])
  const renderRow = useTokenRow(false)
  if (shown.length + hidden.length === 0) {
    return search.trim() === '' ? (
      <EmptyState drawing="coins" title={t('account.no-tokens')}>
        {t('account.no-tokens-text', { network: network?.name ?? t('common.unknown') })}
      </EmptyState>
    ) : (
      <EmptyState drawing="search" title={t('send.no-token', { search: search.trim() })}>
        {t('send.no-token-text')}
      </EmptyState>
    )
  }
  return (
    <>
      {network && mayOmitTokens(network.id, [...tokens.shown, ...tokens.hidden]) && (
        <Text size={13} tone="soft">
          {t('account.tokens-missing', { network: network.name })}
        </Text>
      )}
      {shown.length > 0 && (
        <VirtualRows
          label={t('account.tokens')}
          items={shown}
          total={shown.length}
          idOf={idOf}
          renderRow={renderRow}
          startKey={search}
        />
      )}
      {hidden.length > 0 && <HiddenTokens tokens={hidden} />}
    </>
  )
}

/** The collapsed list of possible spam, as in the account view: it can still be sent. */
function HiddenTokens({ tokens }: { tokens: readonly AssetBalance[] }) {
  const t = useT()
  const renderRow = useTokenRow(true)
  return (
    <Drawer label={t('account.hidden', { count: tokens.length })}>
      <Text size={13} tone="soft">
        {t('account.hidden-text')}
      </Text>
      <VirtualRows
        label={t('account.hidden-tokens')}
        items={tokens}
        total={tokens.length}
        idOf={idOf}
        renderRow={renderRow}
      />
    </Drawer>
  )
}

const barredTexts = { frozen: 'send.frozen', paused: 'send.paused', bound: 'send.bound' } as const

/** Why the token cannot be sent, or that it is possible spam. The user can still select it, and the form shows more. */
function TokenBadge({ barred, isHidden }: Pick<AssetBalance, 'barred'> & { readonly isHidden: boolean }) {
  const t = useT()
  const text = isHidden ? t('account.spam') : barred && t(barredTexts[barred])
  return text === undefined ? null : (
    <Badge tone="warning" dot>
      {text}
    </Badge>
  )
}

/** Renders a token as a selectable row, without the icon of possible spam, which is part of the deception. */
function useTokenRow(isHidden: boolean): (token: AssetBalance) => ReactNode {
  const network = useAtomValue(sendNetworkAtom)
  const texts = useAtomValue(tokenTextsAtom)
  const selected = useAtomValue(draftAtom).asset
  const select = useSetAtom(selectTokenAtom)
  return useCallback(
    (token) => {
      const { asset, iconUrl } = token
      const { balance, fiatValue } = texts(token)
      return (
        <Row
          title={asset.symbol}
          subtitle={asset.name}
          icon={
            <TokenIcon
              name={asset.symbol}
              src={isHidden ? undefined : iconUrl}
              network={network && { name: network.name, src: networkIconUrl(network) }}
            />
          }
          badge={<TokenBadge barred={token.barred} isHidden={isHidden} />}
          selected={selected !== undefined && isOf(token, selected)}
          trailing={
            <>
              <Text as="span" size={15} weight="medium" align="end" numeric>
                {balance}
              </Text>
              {!isHidden && (
                <Text as="span" size={13} tone="soft" align="end" numeric>
                  {fiatValue}
                </Text>
              )}
            </>
          }
          onClick={() => select({ chain: asset.chain, address: asset.address })}
        />
      )
    },
    [network, texts, selected, select, isHidden],
  )
}
