import * as z from 'zod/mini'
import type { Connection, WalletTransport } from '../../chain-adapter.ts'
import { ask } from './wallet-error.ts'

const permissionsSchema = z.array(z.unknown())
const accountsSchema = z.object({ parentCapability: z.literal('eth_accounts') })

/** Whether the wallet shares its accounts with the page (EIP-2255); false where it does not say so. */
async function sharesAccounts(transport: WalletTransport, handle: string): Promise<boolean> {
  try {
    const held = permissionsSchema.safeParse(
      await ask(transport, handle, { method: 'wallet_getPermissions' }),
    )
    // An entry that cannot be read says nothing about the others.
    return held.success && held.data.some((one) => accountsSchema.safeParse(one).success)
  } catch {
    // It need not know the method.
    return false
  }
}

/**
 * Gives the page's permission back (EIP-2255, MIP-2). Wallets need not know how, so their errors are ignored. What the wallet
 * answers is no proof: its permissions are read again.
 * @throws Error when it acknowledges, and shares its accounts still.
 */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  if (!(await sharesAccounts(transport, handle))) return
  try {
    await transport.request(handle, { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  } catch {
    // For us the connection is over either way.
    return
  }
  if (await sharesAccounts(transport, handle))
    throw new Error('The wallet acknowledged the end of the permission, and shares its accounts still')
}
