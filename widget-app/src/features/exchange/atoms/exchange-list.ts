import type { PaymentAsset } from '#shared/api/exchange.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { apiAtom, blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { nativeAsset } from '#widget/domain/balances/balances.ts'
import { isUnknownNetworkAtom } from '#widget/domain/networks/networks.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { validateIcon } from '#widget/lib/page/validate-icon.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { type Exchange, fetchExchangeAssets, fetchExchanges } from '../exchange-api.ts'
import { depositNetworkAtom, draftAtom, recipientConnectionAtom } from './draft.ts'

const nameMaxLength = 64

const exchangeQueryAtom = queryAtom<readonly Exchange[]>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  return {
    key: ['exchanges'],
    staleTimeMs: staleTimesMs.exchanges,
    enabled: get(recipientConnectionAtom) !== undefined,
    load: (signal) => fetchExchanges({ ports, api, signal }),
  }
})

/** The exchanges, each with a validated icon or none. Write to it to refetch. */
export const exchangesAtom = atom(
  (get): QueryResult<readonly Exchange[]> => {
    const loaded = get(exchangeQueryAtom)
    if (loaded.is !== 'ready') return loaded
    return {
      ...loaded,
      data: loaded.data.map(({ id, name, imageUrl }) => ({
        id,
        name: sanitizeText(name, nameMaxLength) || '?',
        imageUrl: validateIcon(imageUrl),
      })),
    }
  },
  (_get, set) => set(exchangeQueryAtom),
)

/** The selected exchange, otherwise the first. */
export const exchangeAtom = atom((get): Exchange | undefined => {
  const loaded = get(exchangesAtom)
  if (loaded.is !== 'ready') return undefined
  const { exchangeId } = get(draftAtom)
  return loaded.data.find(({ id }) => id === exchangeId) ?? loaded.data[0]
})

const assetQueryAtom = queryAtom<readonly PaymentAsset[]>((get) => {
  const ports = get(portsAtom)
  const api = get(apiAtom)
  const id = get(exchangeAtom)?.id
  return {
    key: ['exchange-assets', id ?? ''],
    staleTimeMs: staleTimesMs.exchanges,
    enabled: id !== undefined,
    load: (signal) => fetchExchangeAssets({ ports, api, signal }, id ?? ''),
  }
})

/** The key of an asset within its chain. */
const assetKeyOf = ({ address }: Pick<Asset, 'address'>): string => address?.toLowerCase() ?? 'native'

/** An asset that the exchange can send to the account, as listed. It has no decimals: those of a service are not trusted. */
export type ExchangeAsset = {
  readonly key: string
  readonly asset: Omit<Asset, 'decimals'>
  readonly iconUrl: string | undefined
}

function toExchangeAsset(listed: PaymentAsset, network: Network): ExchangeAsset | undefined {
  if (listed.network !== network.id) return undefined
  const { name, symbol, logoURI: iconUrl } = listed.metadata
  const described =
    listed.asset === 'native'
      ? nativeAsset(network)
      : { chain: network.id, address: listed.asset, symbol, name, decimals: 0 }
  const { decimals: _, ...asset } = sanitizeAsset(described)
  return { key: assetKeyOf(asset), asset, iconUrl }
}

/** The assets that the selected exchange can send to the account's chain. Write to it to refetch. */
export const assetsAtom = atom(
  (get): QueryResult<readonly ExchangeAsset[]> => {
    const exchanges = get(exchangesAtom)
    if (exchanges.is !== 'ready') return exchanges
    const chain = get(recipientConnectionAtom)?.chain
    const isEmpty = !get(exchangeAtom) || (chain !== undefined && get(isUnknownNetworkAtom(chain)))
    if (isEmpty) return { ...exchanges, data: [] }
    const loaded = get(assetQueryAtom)
    const network = get(depositNetworkAtom)
    if (loaded.is !== 'ready' || !network) return loaded.is === 'ready' ? { is: 'loading' } : loaded
    return { ...loaded, data: loaded.data.flatMap((one) => toExchangeAsset(one, network) ?? []) }
  },
  (get, set) => (get(exchangesAtom).is === 'ready' ? set(assetQueryAtom) : set(exchangeQueryAtom)),
)

/** The selected asset, otherwise the first. */
export const assetAtom = atom((get): ExchangeAsset | undefined => {
  const loaded = get(assetsAtom)
  if (loaded.is !== 'ready') return undefined
  const { assetKey } = get(draftAtom)
  return loaded.data.find(({ key }) => key === assetKey) ?? loaded.data[0]
})
