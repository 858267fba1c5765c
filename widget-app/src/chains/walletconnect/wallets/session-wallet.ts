import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import type { Approved, ApprovedAccount } from '../session-namespaces.ts'

/** What a wallet of a session needs of it. */
export type SessionIo = {
  /** What is approved in this namespace now. */
  readonly approved: () => Approved
  /** The site's networks, the one that was chosen first. */
  readonly preferred: () => readonly ChainId[]
  /** Sends a request through the session. @throws ProviderRpcError */
  readonly call: (chain: ChainId, method: string, params: unknown) => Promise<unknown>
  /** Tells the adapter, in the words of its namespace. */
  readonly emit: (event: string, data: unknown) => void
  /** The wallet agreed to switch to a chain; where it approved an account on it, that is used from now on. */
  readonly agreed: (chain: ChainId) => void
  /** Takes this namespace out of use; the session ends with its last one. */
  readonly leave: () => Promise<void>
}

/** A session as one namespace's adapter knows wallets: EIP-1193, Wallet Standard or injectedWeb3 (docs/protocol.md §3). */
export type SessionWallet = {
  /** @throws ProviderRpcError */
  request(request: RpcRequest): Promise<unknown>
  /** The wallet approved something else (session_update). */
  refresh(): void
  /** A session event of the wallet: `accountsChanged`, `chainChanged`. */
  hear(event: string, data: unknown, chain: ChainId | undefined): void
}

/** The approved chain to start on: the first of the site's, else the wallet's first. */
export function startChain({ approved, preferred }: Pick<SessionIo, 'approved' | 'preferred'>): ChainId {
  const { chains } = approved()
  const chain = preferred().find((one) => chains.includes(one)) ?? chains[0]
  if (chain === undefined) throw new ProviderRpcError(providerCodes.disconnected, 'The session has no chain')
  return chain
}

/** The same entries, those that are meant first. */
export const withFirst = <T>(entries: readonly T[], isFirst: (entry: T) => boolean): readonly T[] => [
  ...entries.filter(isFirst),
  ...entries.filter((entry) => !isFirst(entry)),
]

/**
 * The approved account that a request means, on the site's first of the chains that are meant.
 * @throws ProviderRpcError 4100 when the account was not approved, 4901 when it was on other chains only.
 */
export function approvedAccount(
  io: Pick<SessionIo, 'approved' | 'preferred'>,
  isOwn: (address: string) => boolean,
  isMeant: (chain: ChainId) => boolean,
): ApprovedAccount {
  const own = io.approved().accounts.filter(({ address }) => isOwn(address))
  if (own.length === 0)
    throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet does not share this account')
  const meant = own.filter(({ chain }) => isMeant(chain))
  const preferred = io.preferred().find((one) => meant.some(({ chain }) => chain === one))
  const account = meant.find(({ chain }) => chain === preferred) ?? meant[0]
  if (!account)
    throw new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet did not approve this network')
  return account
}

/** Addresses in the data of an event: a list, or one text; a chain that a wallet puts before them (CAIP-10) is dropped. */
export const toldAddresses = (data: unknown): readonly string[] =>
  [data]
    .flat()
    .flatMap((one: unknown) => (typeof one === 'string' ? [one.slice(one.lastIndexOf(':') + 1)] : []))

/** @throws ProviderRpcError −32602 when the parameters are not as they must be. */
export function parameters<T>(parsed: { success: true; data: T } | { success: false }): T {
  if (parsed.success) return parsed.data
  throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid parameters')
}

export const unsupported = (method: string): ProviderRpcError =>
  new ProviderRpcError(providerCodes.unsupportedMethod, `The wallet does not know ${method}`)
