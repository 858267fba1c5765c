import { accountId } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { balancesAtom, nativeAsset } from '#widget/domain/balances/balances.ts'
import { normalizeTokenId } from '#widget/domain/balances/prices.ts'
import { sortByFiatValue } from '#widget/domain/balances/sort-by-fiat-value.ts'
import { isSpam } from '#widget/domain/balances/spam.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { isMoreShownAtom, isRequestingAmountAtom, receiveTargetAtom, requestDraftAtom } from './atoms.ts'

/** How many assets are offered initially. */
const maxInitialAssets = 6

const idOf = ({ chain, address }: Pick<Asset, 'chain' | 'address'>): string =>
  normalizeTokenId(`${chain}:${address}`)

/** Addresses of the tokens that the host configures for the network. */
const hostTokensAtom = atom((get): readonly string[] => {
  const target = get(receiveTargetAtom)
  const hostTokens = get(hostConfigAtom).tokens.filter(({ chainId }) => chainId === target?.network.id)
  return hostTokens.map(({ address }) => address)
})

/** The account's tokens that can be requested, highest fiat value first. */
const accountTokensAtom = atom((get): readonly Asset[] => {
  const target = get(receiveTargetAtom)
  const balances = target && get(balancesAtom(accountId(target.network.id, target.address)))
  const reported = balances?.is === 'ready' ? balances.data : []
  const hostTokens = get(hostTokensAtom)
  const isSpamToken = isSpam(reported, hostTokens)
  const ids = new Set(hostTokens.map((address) => normalizeTokenId(`${target?.network.id}:${address}`)))
  const tokens = reported.filter(
    ({ asset, value }) => asset.address !== undefined && (value > 0n || ids.has(idOf(asset))),
  )
  return sortByFiatValue(tokens.filter((token) => !isSpamToken(token))).map(({ asset }) => asset)
})

/** Host-configured tokens that the account has none of, read from the chain. */
const hostTokenQueryAtom = queryAtom<readonly Asset[]>((get) => {
  const { chains, semaphore } = get(viewPortsAtom)
  const target = get(receiveTargetAtom)
  const knownIds = new Set(get(accountTokensAtom).map(idOf))
  const missing = get(hostTokensAtom).filter(
    (address) => !knownIds.has(normalizeTokenId(`${target?.network.id}:${address}`)),
  )
  return {
    key: ['receive-named', target?.network.id ?? '', target?.address ?? '', ...missing],
    staleTimeMs: staleTimesMs.tokenIcons,
    enabled: get(isRequestingAmountAtom) && missing.length > 0,
    load: async (signal) => {
      if (!target) return []
      const { address, network } = target
      const { tokenBalances } = await chains.adapter(namespaceOf(network.id))
      const found = tokenBalances && (await semaphore(() => tokenBalances(address, network, missing), signal))
      return (found ?? []).map(({ asset }) => asset)
    },
  }
})

/**
 * The requestable assets: the native currency, the account's tokens by fiat value, host-configured tokens, and the current
 * selection. Never spam: a payment in it would be worthless.
 */
const allAssetsAtom = atom((get): readonly Asset[] => {
  const target = get(receiveTargetAtom)
  if (!target) return []
  const hostTokens = get(hostTokenQueryAtom)
  const others = [...get(accountTokensAtom), ...(hostTokens.is === 'ready' ? hostTokens.data : [])].map(
    sanitizeAsset,
  )
  const all = [nativeAsset(target.network), ...others]
  const { asset: selected } = get(requestDraftAtom)
  return selected === undefined || all.some((one) => idOf(one) === idOf(selected)) ? all : [...all, selected]
})

/** The first requestable assets, or all of them; always includes the selected one. */
export const requestableAssetsAtom = atom((get) => {
  const all = get(allAssetsAtom)
  const { asset: selected } = get(requestDraftAtom)
  const shown = get(isMoreShownAtom)
    ? all
    : all.filter(
        (one, at) => at < maxInitialAssets || (selected !== undefined && idOf(one) === idOf(selected)),
      )
  return { shown, hasMore: shown.length < all.length }
})
