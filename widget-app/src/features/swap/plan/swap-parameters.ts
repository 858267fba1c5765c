import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import type { ApiBase, HttpPorts } from '#widget/lib/http.ts'
import type { Quote, QuoteRequest } from '../model.ts'

/** What the user accepts in the review. */
export type SwapParameters = QuoteRequest & {
  readonly connection: Connection
  readonly network: Network
  readonly quote: Quote
  readonly slippageBasisPoints: bigint
  /** Minimum received, in base units. */
  readonly minimum: bigint
}

/** The ports of `createPlan`. */
export type PlanPorts = {
  readonly http: HttpPorts
  readonly api: ApiBase
  readonly adapter: ChainAdapter
  /** Whether the wallet executes several calls as one bundle. */
  readonly canBundle: boolean
}
