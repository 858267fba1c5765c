import { type ReactNode, useCallback, useMemo } from 'react'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { AssetBalance } from '#widget/domain/balances/balances.ts'
import { mayOmitTokens } from '#widget/domain/balances/incomplete-balances.ts'
import { searchTokens } from '#widget/domain/balances/token-search.ts'
import { networkMark } from '#widget/domain/networks/network-mark.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { Drawer } from '#widget/ui/layout/details.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { NoTokenFound, TokenPicker, TokenRow, TokensUnavailable } from '#widget/ui/lists/token-picker.tsx'
import { VirtualRows } from '#widget/ui/lists/virtual-rows.tsx'
import { UnknownNetwork } from '#widget/ui/notices/unknown-network.tsx'
import { selectTokenAtom } from '../atoms/actions.ts'
import { draftAtom, resetOnLeaveAtom, tokenSearchAtom } from '../atoms/draft.ts'
import {
  isOf,
  isSendHostReportedAtom,
  listedBalancesAtom,
  listedChainAtom,
  listedTokensAtom,
  sendNetworkAtom,
} from '../atoms/selected-asset.ts'
import { tokenTextsAtom } from '../atoms/texts.ts'

/** The assets of the account on this chain, to select one. */
export function WalletSendSelectTokenView() {
  useAtomValue(resetOnLeaveAtom)
  const [search, setSearch] = useAtom(tokenSearchAtom)
  const balances = useAtomValue(listedBalancesAtom)
  const isHostReported = useAtomValue(isSendHostReportedAtom)
  return (
    <TokenPicker search={{ text: search, onChange: setSearch }} isLoading={balances.is === 'loading'}>
      {balances.is === 'failed' && <BalancesUnavailable />}
      {balances.is === 'ready' && isHostReported && (
        <Stack align="start">
          <HostReportedMark />
        </Stack>
      )}
      {balances.is === 'ready' && <Tokens />}
    </TokenPicker>
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
  // The toast has the name of the failure (SPEC §8).
  return <TokensUnavailable title={t('balance.unavailable-text')} onRetry={refresh} />
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
    return (
      <NoTokenFound search={search}>
        {t('account.no-tokens-text', { network: network?.name ?? t('common.unknown') })}
      </NoTokenFound>
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
        <TokenRow
          symbol={asset.symbol}
          name={asset.name}
          iconUrl={isHidden ? undefined : iconUrl}
          network={networkMark(network)}
          badge={(isHidden || token.barred) && <TokenBadge barred={token.barred} isHidden={isHidden} />}
          selected={selected !== undefined && isOf(token, selected)}
          balance={balance}
          fiatValue={isHidden ? undefined : fiatValue}
          onClick={() => select({ chain: asset.chain, address: asset.address })}
        />
      )
    },
    [network, texts, selected, select, isHidden],
  )
}
