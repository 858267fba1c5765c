import type { Network } from '#shared/config/network.ts'
import type { Connection, RpcRequest } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { Simulation } from '../request-facts.ts'
import { callsOf, readRequest } from './read-request.ts'
import { simulate } from './simulate.ts'
import { contractsAmong, readFigures } from './token-figures.ts'

export { contractsAmong, readFigures, readRequest }

/** Runs the calls of a request; messages and typed data have none. @throws as `simulate`. */
export async function simulateRequest(
  rpc: JsonRpc,
  connection: Connection,
  request: RpcRequest,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const calls = callsOf(connection, request)
  return calls && simulate(rpc, calls, network, signal)
}
