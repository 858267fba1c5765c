import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, Connection, RequestOptions, RpcRequest } from '../chain-adapter.ts'
import type { Description } from '../request-facts.ts'
import type { Simulation } from '../simulation.ts'

const neverAborted = new AbortController().signal

/** The facts of a request; undefined for one that signs nothing. @throws as `prepare` and `read`. */
export async function describeRequest(
  adapter: ChainAdapter,
  connection: Connection,
  request: RpcRequest,
  signal: AbortSignal = neverAborted,
): Promise<Description | undefined> {
  return (await adapter.prepare(connection, request)).decode?.(signal)
}

/** Simulates a request. @throws as `prepare` and `simulate`. */
export async function simulateRequest(
  adapter: ChainAdapter,
  connection: Connection,
  request: RpcRequest,
  network: Network,
  signal: AbortSignal = neverAborted,
): Promise<Simulation | undefined> {
  return (await adapter.prepare(connection, request)).simulate?.(network, signal)
}

/** Sends a request to the wallet, without a review. @throws as `prepare` and `requestWallet`. */
export async function requestWallet(
  adapter: ChainAdapter,
  connection: Connection,
  request: RpcRequest,
  options?: RequestOptions,
): Promise<unknown> {
  return (await adapter.prepare(connection, request)).requestWallet(options)
}
