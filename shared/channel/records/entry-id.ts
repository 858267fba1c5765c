import { WidgetError } from '../../errors/widget-error.ts'
import type { WalletEntry } from './entries.ts'

/**
 * Ids of wallet and account entries (SPEC §3): `platform:key` and the wallet's id plus `:address`. A platform and an
 * address have no colon, so a key may have any.
 */

/** The parts of a wallet entry's id. */
export type WalletIdParts = { readonly platform: WalletEntry['platform']; readonly key: string }

/** The parts of an account entry's id. */
export type AccountIdParts = { readonly walletId: string; readonly address: string }

const platforms = ['polkadot', 'ethereum', 'solana'] as const

/** Address of any of the three platforms by its shape; the chain adapters verify checksums. */
const addressShape = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,50})$/

/**
 * Parses a wallet entry's id.
 * @throws WidgetError `wallet/missing-id` 'Missing walletId', `config/invalid` 'Invalid platform'.
 */
export function parseWalletId(id: string): WalletIdParts {
  const colon = id.indexOf(':')
  const platform = platforms.find((one) => one === id.slice(0, colon))
  if (id !== '' && platform === undefined) throw new WidgetError('config/invalid', 'Invalid platform')
  const key = id.slice(colon + 1)
  if (platform === undefined || key === '') throw new WidgetError('wallet/missing-id', 'Missing walletId')
  return { platform, key }
}

/** The id of an account entry. */
export const accountEntryId = (walletId: string, address: string): string => `${walletId}:${address}`

/**
 * Parses an account entry's id.
 * @throws what `parseWalletId` throws; WidgetError `address/invalid` 'Invalid address'.
 */
export function parseAccountId(id: string): AccountIdParts {
  const colon = id.lastIndexOf(':')
  const [walletId, address] = [id.slice(0, Math.max(0, colon)), id.slice(colon + 1)]
  parseWalletId(walletId)
  if (!addressShape.test(address)) throw new WidgetError('address/invalid', 'Invalid address')
  return { walletId, address }
}
