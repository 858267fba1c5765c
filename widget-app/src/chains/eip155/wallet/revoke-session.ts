import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection, WalletTransport } from '../../chain-adapter.ts'
import type { EndingSession } from '../../smart-sessions.ts'
import { checkWalletChain } from './connect.ts'
import { requestWallet } from './wallet-error.ts'
import { readSignature } from './wallet-responses.ts'

/**
 * Requests the wallet to end a session: `wallet_revokePermissions` with the session instead of `eth_accounts`
 * (https://eips.ethereum.org/EIPS/eip-7715).
 * @throws ProviderRpcError of the wallet, a rejection as 4001, 4901 if it has changed its chain, `unknown-outcome` for an
 * undecodable response.
 */
export async function revokeSession(
  transport: WalletTransport,
  connection: Connection,
  { pci, permissions, expiry, address }: EndingSession,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const params = [{ pci, permissions, expiry, address }]
  await checkWalletChain(transport, connection, options)
  const response = await requestWallet(
    transport,
    connection.handle,
    { method: 'wallet_revokePermissions', params },
    options,
  )
  const signature = readSignature(response)
  if (signature !== undefined && signature !== '0x') return signature
  throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
}
