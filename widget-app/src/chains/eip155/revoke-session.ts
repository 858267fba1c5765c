import * as z from 'zod/mini'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, WalletTransport } from '../contract.ts'
import type { EndingSession } from '../smart-sessions.ts'
import { bytesSchema } from './hex.ts'
import { ask } from './wallet-error.ts'

/**
 * Asks the wallet to end a session: `wallet_revokePermissions` with the session instead of `eth_accounts`
 * (reference/appkit-facts.md §3.11).
 * @throws ProviderRpcError of the wallet, a refusal as 4001.
 */
export async function revokeSession(
  transport: WalletTransport,
  { handle }: Connection,
  { pci, permissions, expiry, address }: EndingSession,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const params = [{ pci, permissions, expiry, address }]
  const answer = await ask(transport, handle, { method: 'wallet_revokePermissions', params }, options)
  const signature = z.safeParse(bytesSchema, answer)
  if (signature.success && signature.data !== '0x') return signature.data
  throw new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')
}
