import type { Connection, WalletTransport } from '../../chain-adapter.ts'

/**
 * Lets go of the wallet's subscriptions. What it allowed this site stays allowed: only its own settings take that back,
 * because the protocol has no word for it.
 */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  try {
    await transport.request(handle, { method: 'injectedWeb3:disconnect', params: {} })
  } catch {
    // For us the connection is over either way.
  }
}
