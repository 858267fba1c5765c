import type { Network } from '#shared/config/network.ts'
import type { Connection, RpcRequest } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { Simulation } from '../request-facts.ts'
import { checkAnswer } from './check-answer.ts'
import { readFigures } from './mint-figures.ts'
import { readRequest, transactionOf } from './read-request.ts'
import { simulate } from './simulate.ts'

export { checkAnswer, readFigures, readRequest }

/** Runs the transaction of a request; messages have none. @throws as `simulate`. */
export async function simulateRequest(
  rpc: JsonRpc,
  connection: Connection,
  request: RpcRequest,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const asked = transactionOf(connection, request)
  return asked && simulate(rpc, asked, network, signal)
}
