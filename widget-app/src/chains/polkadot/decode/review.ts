import type { Network } from '#shared/config/network.ts'
import type { Description } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import { type Nodes, nodeOf } from '../nodes.ts'
import type { RequestedPayload } from '../wallet/signer-payload.ts'
import { decodeRequest } from './decode-request.ts'
import { addAssetMetadata, simulate } from './simulate.ts'

export { decodeRequest }

/** Simulates the call of a payload. @throws as `simulate`. */
export const simulateRequest = async (
  nodes: Nodes,
  requested: RequestedPayload,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> =>
  simulate(await nodeOf(nodes, requested.chain, signal), requested, network)

/** Adds the assets to a description's amounts. @throws if the chain cannot be reached. */
export const addMetadata = async (
  nodes: Nodes,
  description: Description,
  network: Network,
  signal: AbortSignal,
): Promise<Description> =>
  addAssetMetadata(await nodeOf(nodes, description.chain, signal), description, network)
