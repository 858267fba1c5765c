import type { Network } from '#shared/config/network.ts'
import type { RpcRequest } from '../contract.ts'
import type { Description, Simulation } from '../request-facts.ts'
import type { Nodes } from './nodes.ts'
import { nodeOf, payloadOf, readRequest } from './read-request.ts'
import { readFigures, simulate } from './simulate.ts'

export { readRequest }

/** Runs the call of a request; messages have none. @throws as `simulate`. */
export async function simulateRequest(
  nodes: Nodes,
  request: RpcRequest,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const payload = payloadOf(request)
  return payload && simulate(await nodeOf(nodes, payload.chain, signal), payload, network)
}

/** The figures of a description. @throws where the chain cannot be asked. */
export const figuresOf = async (
  nodes: Nodes,
  description: Description,
  network: Network,
  signal: AbortSignal,
): Promise<Description> => readFigures(await nodeOf(nodes, description.chain, signal), description, network)
