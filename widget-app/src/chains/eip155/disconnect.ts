import * as z from 'zod/mini'
import type { Connection, WalletTransport } from '../contract.ts'

const permissions = z.array(z.object({ parentCapability: z.string() }))

/** Gives the page's permission back (EIP-2255, MIP-2). Wallets need not know how, so their errors are ignored. */
export async function disconnect(transport: WalletTransport, connection: Connection): Promise<void> {
  const { handle } = connection
  try {
    const held = permissions.safeParse(await transport.request(handle, { method: 'wallet_getPermissions' }))
    if (!held.success || held.data.every((permission) => permission.parentCapability !== 'eth_accounts'))
      return
    await transport.request(handle, { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  } catch {
    // For us the connection is over either way.
  }
}
