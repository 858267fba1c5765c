import type { Network } from '#shared/config/network.ts'
import type { SessionPermission } from './request-facts.ts'

/** A smart session to revoke (ERC-7715), as its service stores it; `expiry` in seconds since 1970. */
export type EndingSession = {
  readonly pci: string
  readonly address: string
  readonly permissions: readonly unknown[]
  readonly expiry: number
}

/** What an adapter can do with smart sessions, in which a dApp acts for an account. */
export type SmartSessions<Connection> = {
  /**
   * The decoded permissions of a session, with token metadata from the chain; undefined for a permission that cannot be
   * decoded.
   */
  readPermissions(
    permissions: readonly unknown[],
    network: Network,
    signal: AbortSignal,
  ): Promise<readonly (SessionPermission | undefined)[]>
  /**
   * Requests the wallet to revoke a session that it granted; returns the signature that the session's service requires.
   * @throws ProviderRpcError of the wallet, 4001 if the user rejects.
   */
  revoke(
    connection: Connection,
    session: EndingSession,
    options?: { readonly signal?: AbortSignal },
  ): Promise<string>
}
