import * as z from '#shared/zod.ts'
import type { Connection, WalletTransport } from '../../chain-adapter.ts'
import { requestWallet } from './wallet-error.ts'

const permissionsSchema = z.array(z.unknown())
const accountsSchema = z.object({ parentCapability: z.literal('eth_accounts') })

/** Whether the wallet shares its accounts with the page (EIP-2255); false if it does not report that. */
async function sharesAccounts(transport: WalletTransport, handle: string): Promise<boolean> {
  try {
    const permissions = permissionsSchema.safeParse(
      await requestWallet(transport, handle, { method: 'wallet_getPermissions' }),
    )
    // An invalid entry does not affect the others.
    return permissions.success && permissions.data.some((one) => accountsSchema.safeParse(one).success)
  } catch {
    // Wallets may not support the method.
    return false
  }
}

/**
 * Revokes the page's permission (EIP-2255, MIP-2). Wallets may not support that, so their errors are ignored. The response
 * proves nothing: the permissions are read again.
 * @throws Error if the wallet acknowledges, but still shares its accounts.
 */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  if (!(await sharesAccounts(transport, handle))) return
  try {
    await transport.request(handle, { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  } catch {
    // For the widget the connection is ended either way.
    return
  }
  if (await sharesAccounts(transport, handle))
    throw new Error('The wallet acknowledged the end of the permission, and shares its accounts still')
}
