import type { Connection, WalletTransport } from '../../chain-adapter.ts'

/**
 * Ends the wallet's subscriptions. The site's permission remains: only the wallet's settings can revoke it, because the
 * protocol has no method for it.
 */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  try {
    await transport.request(handle, { method: 'injectedWeb3:disconnect', params: {} })
  } catch {
    // The widget's connection ends either way.
  }
}
