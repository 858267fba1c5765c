import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import type { ApiBase, HttpPorts } from '#widget/lib/http.ts'
import type { Quote, QuoteRequest } from '../quote.ts'

/** What a person agrees to. */
export type SwapParameters = QuoteRequest & {
  readonly connection: Connection
  readonly network: Network
  readonly quote: Quote
  readonly slippageBasisPoints: bigint
  /** Base units of the token to get. */
  readonly minimum: bigint
}

/** What an order is made into calls with. */
export type PlanPorts = {
  readonly http: HttpPorts
  readonly api: ApiBase
  readonly adapter: ChainAdapter
  /** Whether the wallet carries out several calls as one. */
  readonly canBundle: boolean
}
