import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { nativeAsset } from '#widget/domain/balances/balances.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { readAssetBalance } from '#widget/domain/orders/read-asset-balance.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { buyerAtom, buyNetworkAtom } from './draft.ts'
import { buyTokenAtom, optionsAtom } from './options.ts'

/**
 * The asset to buy, and the account's balance of it. Decimals come from the chain: wrong ones from a service would scale the
 * displayed amount. The name is the one that the user selected, because not every chain stores one. Write to it to refetch.
 */
export const purchasedAssetAtom = queryAtom<AssetAmount>((get) => {
  const { chains } = get(portsAtom)
  const network = get(buyNetworkAtom)
  const account = get(buyerAtom)?.accounts[0]
  const token = get(buyTokenAtom)
  const options = get(optionsAtom)
  const isReal = options.is === 'ready' && !options.isSample
  return {
    key: ['onramp-asset', network?.id ?? '', account ?? '', token?.address ?? '', token?.id ?? ''],
    staleTimeMs: staleTimesMs.nativeBalance,
    enabled: network !== undefined && account !== undefined && token !== undefined && isReal,
    load: async () => {
      if (!network || account === undefined || !token)
        throw new Error('An asset was asked for without its token')
      const adapter = await chains.adapter(namespaceOf(network.id))
      const { address, name, symbol } = token
      if (address === undefined) {
        const asset = sanitizeAsset(nativeAsset(network))
        return { asset, value: await readAssetBalance(adapter, account, asset, network) }
      }
      const [balance] = (await adapter.tokenBalances?.(account, network, [address])) ?? []
      if (!balance) throw new Error(`${network.name} does not know the token ${address}`)
      return { ...balance, asset: { ...balance.asset, name, symbol } }
    },
  }
})
