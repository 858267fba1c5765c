import type { Network } from '#shared/config/network.ts'
import type {
  ChainAdapter,
  Connection,
  PreparedRequest,
  RequestOptions,
  RpcRequest,
} from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'

/** The steps of a request that a test replaces; without `readRequest`, or if that returns undefined, it signs nothing. */
type RequestSteps = {
  request?(connection: Connection, request: RpcRequest, options?: RequestOptions): Promise<unknown>
  readRequest?(
    connection: Connection,
    request: RpcRequest,
    signal: AbortSignal,
  ): Promise<Description> | undefined
  simulate?(
    connection: Connection,
    request: RpcRequest,
    network: Network,
    signal: AbortSignal,
  ): Promise<Simulation | undefined>
}

/** The same with the one step that every request has. */
export type RequiredSteps = RequestSteps & Required<Pick<RequestSteps, 'request'>>

/** What a test replaces in an adapter. */
export type TestAdapterParts = Partial<ChainAdapter> & RequestSteps

const never = new AbortController().signal

/** `ChainAdapter.prepare` from separate steps, each read when it runs, so that a test can replace it later. */
export async function prepareBySteps(
  steps: RequiredSteps,
  connection: Connection,
  request: RpcRequest,
): Promise<PreparedRequest> {
  const decoding = steps.readRequest?.(connection, request, never)
  decoding?.catch(() => undefined)
  return {
    request,
    ...(decoding ? { decode: () => decoding } : {}),
    simulate: async (network, signal) => steps.simulate?.(connection, request, network, signal),
    requestWallet: (options) => steps.request(connection, request, options),
  }
}
