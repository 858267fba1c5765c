import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { AssetBalance } from './asset-balance.ts'

/**
 * Whether an account may hold tokens beside its balances: an EVM node, which answers in place of the balance API, lists none
 * and tells only of those that it is asked for.
 */
export const mayOmitTokens = (chain: ChainId, balances: readonly Pick<AssetBalance, 'source'>[]): boolean =>
  namespaceOf(chain) === 'eip155' && balances.every(({ source }) => source === 'rpc')
