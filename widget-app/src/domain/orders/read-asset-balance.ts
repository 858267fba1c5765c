import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Asset, ChainAdapter } from '#widget/chains/chain-adapter.ts'

/**
 * The balance of an asset as the chain reports it, in base units.
 * @throws WidgetError `balance/unavailable` if the chain cannot report it, `http/*`.
 */
export async function readAssetBalance(
  adapter: ChainAdapter,
  address: string,
  asset: Pick<Asset, 'address'>,
  network: Network,
): Promise<bigint> {
  if (asset.address === undefined) {
    const balance = await adapter.nativeBalance?.(address, network)
    if (balance !== undefined) return balance
  } else {
    const [token] = (await adapter.tokenBalances?.(address, network, [asset.address])) ?? []
    if (token) return token.value
  }
  throw new WidgetError('balance/unavailable', texts.balanceUnavailable)
}
