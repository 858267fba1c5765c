import type { Network } from '#shared/config/network.ts'
import type { SessionPermission } from './request-facts.ts'

/** A session that is to end (ERC-7715), as its service keeps it; `expiry` in seconds since 1970. */
export type EndingSession = {
  readonly pci: string
  readonly address: string
  readonly permissions: readonly unknown[]
  readonly expiry: number
}

/** What an adapter knows of sessions in which sites act for an account. */
export type SmartSessions<Connection> = {
  /**
   * What a session may do, in plain terms and with the figures of tokens as the chain tells them; undefined for a
   * permission that cannot be read.
   */
  readPermissions(
    permissions: readonly unknown[],
    network: Network,
    signal: AbortSignal,
  ): Promise<readonly (SessionPermission | undefined)[]>
  /**
   * Asks the wallet to end a session it has granted; gives the signature that the session's service wants to see.
   * @throws ProviderRpcError of the wallet, 4001 when the person refuses.
   */
  revoke(
    connection: Connection,
    session: EndingSession,
    options?: { readonly signal?: AbortSignal },
  ): Promise<string>
}
