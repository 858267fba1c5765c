import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { depositNetworkAtom, recipientConnectionAtom } from './draft.ts'
import { assetAtom } from './exchange-list.ts'

const tokenDecimalsAtom = queryAtom<number>((get) => {
  const { chains } = get(portsAtom)
  const network = get(depositNetworkAtom)
  const account = get(recipientConnectionAtom)?.accounts[0]
  const address = get(assetAtom)?.asset.address
  return {
    key: ['exchange-decimals', network?.id ?? '', account ?? '', address ?? ''],
    staleTimeMs: staleTimesMs.exchanges,
    enabled: network !== undefined && account !== undefined && address !== undefined,
    load: async () => {
      if (!network || account === undefined || address === undefined)
        throw new Error('Decimals were asked for without their token')
      const adapter = await chains.adapter(namespaceOf(network.id))
      const [balance] = (await adapter.tokenBalances?.(account, network, [address])) ?? []
      if (!balance) throw new Error(`${network.name} does not know the token ${address}`)
      return balance.asset.decimals
    },
  }
})

/** The state of the asset to deposit. */
export type DepositAsset =
  | { readonly is: 'none' | 'loading' | 'failed' }
  | { readonly is: 'ready'; readonly asset: Asset }

/**
 * The selected asset with its decimals: a token's from its chain, the native currency's from its network. Wrong decimals
 * from a service would scale the amount that the user pays. Write to it to refetch.
 */
export const depositAssetAtom = atom(
  (get): DepositAsset => {
    const asset = get(assetAtom)?.asset
    const network = get(depositNetworkAtom)
    if (!asset || !network) return { is: 'none' }
    if (asset.address === undefined)
      return { is: 'ready', asset: { ...asset, decimals: network.nativeCurrency.decimals } }
    const decimals = get(tokenDecimalsAtom)
    return decimals.is === 'ready'
      ? { is: 'ready', asset: { ...asset, decimals: decimals.data } }
      : { is: decimals.is }
  },
  (_get, set) => set(tokenDecimalsAtom),
)
