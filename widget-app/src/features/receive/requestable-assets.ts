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
const assetsOffered = 6

const idOf = ({ chain, address }: Pick<Asset, 'chain' | 'address'>): string =>
  normalizeTokenId(`${chain}:${address}`)

/** Addresses of the tokens that the host configures for the network. */
const namedAtom = atom((get): readonly string[] => {
  const place = get(receiveTargetAtom)
  const named = get(hostConfigAtom).tokens.filter(({ chainId }) => chainId === place?.network.id)
  return named.map(({ address }) => address)
})

/** The account's tokens that can be requested, highest fiat value first. */
const knownAtom = atom((get): readonly Asset[] => {
  const place = get(receiveTargetAtom)
  const balances = place && get(balancesAtom(accountId(place.network.id, place.address)))
  const told = balances?.is === 'ready' ? balances.data : []
  const named = get(namedAtom)
  const isLure = isSpam(told, named)
  const ids = new Set(named.map((address) => normalizeTokenId(`${place?.network.id}:${address}`)))
  const tokens = told.filter(
    ({ asset, value }) => asset.address !== undefined && (value > 0n || ids.has(idOf(asset))),
  )
  return sortByFiatValue(tokens.filter((token) => !isLure(token))).map(({ asset }) => asset)
})

/** Host-configured tokens that the account has none of, read from the chain. */
const namedQueryAtom = queryAtom<readonly Asset[]>((get) => {
  const { chains, inTurn } = get(viewPortsAtom)
  const place = get(receiveTargetAtom)
  const known = new Set(get(knownAtom).map(idOf))
  const missing = get(namedAtom).filter(
    (address) => !known.has(normalizeTokenId(`${place?.network.id}:${address}`)),
  )
  return {
    key: ['receive-named', place?.network.id ?? '', place?.address ?? '', ...missing],
    lifetimeMs: staleTimesMs.tokenPictures,
    enabled: get(isRequestingAmountAtom) && missing.length > 0,
    load: async (signal) => {
      if (!place) return []
      const { address, network } = place
      const { tokenBalances } = await chains.adapter(namespaceOf(network.id))
      const found = tokenBalances && (await inTurn(() => tokenBalances(address, network, missing), signal))
      return (found ?? []).map(({ asset }) => asset)
    },
  }
})

/**
 * The requestable assets: the native currency, the account's tokens by fiat value, host-configured tokens, and the current
 * selection. Never spam: a payment in it would be worthless.
 */
const allAssetsAtom = atom((get): readonly Asset[] => {
  const place = get(receiveTargetAtom)
  if (!place) return []
  const named = get(namedQueryAtom)
  const others = [...get(knownAtom), ...(named.is === 'ready' ? named.data : [])].map(sanitizeAsset)
  const all = [nativeAsset(place.network), ...others]
  const { asset: chosen } = get(requestDraftAtom)
  return chosen === undefined || all.some((one) => idOf(one) === idOf(chosen)) ? all : [...all, chosen]
})

/** The first requestable assets, or all of them; always includes the selected one. */
export const requestableAssetsAtom = atom((get) => {
  const all = get(allAssetsAtom)
  const { asset: chosen } = get(requestDraftAtom)
  const shown = get(isMoreShownAtom)
    ? all
    : all.filter((one, at) => at < assetsOffered || (chosen !== undefined && idOf(one) === idOf(chosen)))
  return { shown, hasMore: shown.length < all.length }
})
