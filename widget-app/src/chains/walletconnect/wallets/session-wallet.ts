import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import type { ApprovedAccount, ApprovedNamespace } from '../session-namespaces.ts'

/** What a session wallet needs of its session. */
export type SessionPorts = {
  /** What is approved in this namespace now. */
  readonly approved: () => ApprovedNamespace
  /** The site's chains, the selected one first. */
  readonly preferred: () => readonly ChainId[]
  /** Sends a request through the session. @throws ProviderRpcError */
  readonly call: (chain: ChainId, method: string, params: unknown) => Promise<unknown>
  /** Emits an event to the adapter, in the form of its namespace. */
  readonly emit: (event: string, data: unknown) => void
  /** The wallet accepted a switch to a chain. If it approves an account there, that chain is used from now on. */
  readonly onSwitchAccepted: (chain: ChainId) => void
  /** Disconnects this namespace; the session ends with its last one. */
  readonly disconnect: () => Promise<void>
}

/**
 * A session in the interface that the adapter of its namespace expects: EIP-1193, Wallet Standard or injectedWeb3
 * (docs/protocol.md §3).
 */
export type SessionWallet = {
  /** @throws ProviderRpcError */
  request(request: RpcRequest): Promise<unknown>
  /** The wallet approved other namespaces (session_update). */
  refresh(): void
  /** A session event of the wallet: `accountsChanged`, `chainChanged`. */
  handleEvent(event: string, data: unknown, chain: ChainId | undefined): void
}

/** The initial chain: the first of the site's chains that is approved, else the wallet's first. */
export function initialChain({ approved, preferred }: Pick<SessionPorts, 'approved' | 'preferred'>): ChainId {
  const { chains } = approved()
  const chain = preferred().find((one) => chains.includes(one)) ?? chains[0]
  if (chain === undefined) throw new ProviderRpcError(providerCodes.disconnected, 'The session has no chain')
  return chain
}

/** The same entries, those that match first. */
export const withFirst = <T>(entries: readonly T[], isFirst: (entry: T) => boolean): readonly T[] => [
  ...entries.filter(isFirst),
  ...entries.filter((entry) => !isFirst(entry)),
]

/**
 * The approved account for a request, on the first matching chain in the site's order.
 * @throws ProviderRpcError 4100 if the account was not approved, 4901 if it was approved on other chains only.
 */
export function approvedAccount(
  ports: Pick<SessionPorts, 'approved' | 'preferred'>,
  isAccount: (address: string) => boolean,
  isRequestedChain: (chain: ChainId) => boolean,
): ApprovedAccount {
  const shared = ports.approved().accounts.filter(({ address }) => isAccount(address))
  if (shared.length === 0)
    throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet does not share this account')
  const candidates = shared.filter(({ chain }) => isRequestedChain(chain))
  const preferred = ports.preferred().find((one) => candidates.some(({ chain }) => chain === one))
  const account = candidates.find(({ chain }) => chain === preferred) ?? candidates[0]
  if (!account)
    throw new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet did not approve this network')
  return account
}

/** Addresses in the data of an event: a list, or one text. A chain prefix (CAIP-10) is dropped. */
export const parseEventAddresses = (data: unknown): readonly string[] =>
  [data]
    .flat()
    .flatMap((one: unknown) => (typeof one === 'string' ? [one.slice(one.lastIndexOf(':') + 1)] : []))

/** @throws ProviderRpcError −32602 if the parameters are invalid. */
export function validParameters<T>(parsed: { success: true; data: T } | { success: false }): T {
  if (parsed.success) return parsed.data
  throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid parameters')
}

export const unsupportedMethod = (method: string): ProviderRpcError =>
  new ProviderRpcError(providerCodes.unsupportedMethod, `The wallet does not know ${method}`)
