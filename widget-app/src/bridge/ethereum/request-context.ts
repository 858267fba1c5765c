import type { Connection, PreparedRequest, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { CompletedRequest } from '#widget/domain/review-queue/report-verdict.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import type { Getter, Setter } from '#widget/lib/state.ts'

/** An EIP-1193 message for the dApp's listeners: data of a subscription. */
export type DappMessage = { readonly type: string; readonly data: unknown }

/** Replaces the request step of the prepared request; `decoding` and `simulation` are what the user saw of it. */
export type RequestWalletStep = (
  prepared: PreparedRequest,
  reading: CompletedRequest['decoding'],
  simulation: SimulationState | undefined,
) => Promise<unknown>

/** Validates the parsed request before it is reviewed. @throws ProviderRpcError for a blocked one. */
export type ValidateRequest = (prepared: PreparedRequest) => void

/** A request that the widget handles itself, with its wallet. */
export type RequestContext = {
  readonly get: Getter
  readonly set: Setter
  readonly wallet: Connection
  readonly params: readonly unknown[]
  readonly signal: AbortSignal
  /** Sends a request to that wallet, after the review if the rules require one. */
  readonly send: (request: RpcRequest, by?: RequestWalletStep, check?: ValidateRequest) => Promise<unknown>
  readonly emitMessage: (message: DappMessage) => void
}

/** The namespace of EIP-1193 wallets. */
export const ethereum = 'eip155'
