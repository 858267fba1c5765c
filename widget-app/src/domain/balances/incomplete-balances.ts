import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { AssetBalance } from './asset-balance.ts'

/**
 * Whether the balances may lack tokens: an EVM node, which replaces the balance API, cannot enumerate tokens and reports
 * only those it is called for.
 */
export const mayOmitTokens = (chain: ChainId, balances: readonly Pick<AssetBalance, 'source'>[]): boolean =>
  namespaceOf(chain) === 'eip155' && balances.every(({ source }) => source === 'rpc')
