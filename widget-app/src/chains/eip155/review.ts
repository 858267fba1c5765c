import type { Network } from '#shared/config/network.ts'
import type { Connection, RpcRequest } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { SessionPermission, Simulation } from '../request-facts.ts'
import { readPermission } from './read-grant.ts'
import { callsOf, readRequest } from './read-request.ts'
import { simulate } from './simulate.ts'
import { contractsAmong, readFigures, tokenReader, withPermissionFigures } from './token-figures.ts'

export { contractsAmong, readFigures, readRequest }

const signing =
  /^(personal_sign|eth_signTypedData_v4|eth_sendTransaction|eth_signTransaction|wallet_(sendCalls|grantPermissions))$/

/** Whether a method signs something, so that it is read before the wallet is asked. */
export const signs = (method: string): boolean => signing.test(method)

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

/** Permissions in plain terms, each token looked up once; undefined for one that cannot be read. */
export async function readPermissions(
  rpc: JsonRpc,
  permissions: readonly unknown[],
  network: Network,
  signal: AbortSignal,
): Promise<readonly (SessionPermission | undefined)[]> {
  const reader = tokenReader(rpc, network, signal)
  return Promise.all(
    permissions.map(async (asked) => {
      const permission = readPermission(asked)
      return permission && withPermissionFigures(permission, reader)
    }),
  )
}
