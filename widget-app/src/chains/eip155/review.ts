import type { Network } from '#shared/config/network.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { SessionPermission, Simulation } from '../request-facts.ts'
import { readCall } from './read-call.ts'
import { readPermission } from './read-grant.ts'
import { callsOf, readParsed } from './read-request.ts'
import type { ParsedRequest } from './request-parser.ts'
import { simulate } from './simulate.ts'
import { contractsAmong, readFigures, tokenReader, withPermissionFigures } from './token-figures.ts'

export { contractsAmong, readCall, readFigures, readParsed }

/** Runs the calls of a request; messages and typed data have none. @throws as `simulate`. */
export async function simulateParsed(
  rpc: JsonRpc,
  parsed: ParsedRequest,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const calls = callsOf(parsed)
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
