import type { Network } from '#shared/config/network.ts'
import type { Description, Simulation } from '../../request-facts.ts'
import { type Nodes, nodeOf } from '../nodes.ts'
import type { AskedPayload } from '../wallet/signer-payload.ts'
import { readRequest } from './decode-request.ts'
import { readFigures, simulate } from './simulate.ts'

export { readRequest }

/** Simulates the call of a payload. @throws as `simulate`. */
export const simulateRequest = async (
  nodes: Nodes,
  asked: AskedPayload,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> => simulate(await nodeOf(nodes, asked.chain, signal), asked, network)

/** Adds the assets to a description's amounts. @throws if the chain cannot be reached. */
export const figuresOf = async (
  nodes: Nodes,
  description: Description,
  network: Network,
  signal: AbortSignal,
): Promise<Description> => readFigures(await nodeOf(nodes, description.chain, signal), description, network)
