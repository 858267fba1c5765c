import type { Connection, PreparedRequest, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { CompletedRequest } from '#widget/domain/review-queue/report-verdict.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import type { Getter, Setter } from '#widget/lib/state.ts'

/** A message of EIP-1193 for the dApp's listeners: what a subscription brings. */
export type DappMessage = { readonly type: string; readonly data: unknown }

/** Asks the wallet in place of `PreparedRequest.ask`; `reading` and `simulation` are what the user saw of the request. */
export type RequestWalletStep = (
  prepared: PreparedRequest,
  reading: CompletedRequest['reading'],
  simulation: SimulationState | undefined,
) => Promise<unknown>

/** Checks the parsed request before it is reviewed. @throws ProviderRpcError for one that is refused. */
export type ValidateRequest = (prepared: PreparedRequest) => void

/** A request that the widget answers itself, with the wallet it is for. */
export type RequestContext = {
  readonly get: Getter
  readonly set: Setter
  readonly wallet: Connection
  readonly params: readonly unknown[]
  readonly signal: AbortSignal
  /** Asks that wallet, after the review where the rules want one. */
  readonly ask: (request: RpcRequest, by?: RequestWalletStep, check?: ValidateRequest) => Promise<unknown>
  readonly tell: (message: DappMessage) => void
}

/** The namespace whose wallets speak EIP-1193. */
export const ethereum = 'eip155'
