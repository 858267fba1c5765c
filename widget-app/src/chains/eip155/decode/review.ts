import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { CallRun, Connection } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Description, SessionPermission, Simulation } from '../../request-facts.ts'
import { simulate } from '../simulate/simulate.ts'
import { withArrivals } from '../simulate/simulate-received-amounts.ts'
import {
  contractsAmong,
  type PinnedToken,
  readFigures as readTokenFigures,
  tokenReader,
  withPermissionFigures,
} from '../tokens/token-metadata.ts'
import type { TransferCall } from '../tokens/transfer-call.ts'
import { networkPriceFor } from '../transactions/transaction-terms.ts'
import type { ParsedRequest } from '../wallet/request-parser.ts'
import { readCall } from './decode-call.ts'
import { readPermission } from './decode-permission-grant.ts'
import { callsOf, readParsed } from './decode-request.ts'
import { approvalLimit } from './limit-approval.ts'

export { approvalLimit, contractsAmong, readCall }

/** Ports of the decoder. */
type ReadPorts = {
  readonly rpc: JsonRpc
  readonly clock: AdapterPorts['clock']
  readonly isListed: (contract: string) => boolean
}

/** The facts of a request, with a fee in it compared with the network's. As `decodeParsed`. */
export async function describeParsed(
  { rpc, clock, isListed }: ReadPorts,
  connection: Connection,
  parsed: ParsedRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const price =
    parsed.is === 'transaction' ? await networkPriceFor(parsed.transaction, rpc, clock, signal) : undefined
  return readParsed(connection, parsed, isListed, price)
}

/** The facts with token metadata, and with the received amounts of transfers. */
export const readFigures = async (...asked: Parameters<typeof readTokenFigures>): Promise<Description> => {
  const [rpc, , , signal] = asked
  return withArrivals(rpc, await readTokenFigures(...asked), signal)
}

/** Simulates the calls of a request; messages and typed data have none. @throws as `simulate`. */
export async function simulateParsed(
  rpc: JsonRpc,
  parsed: ParsedRequest,
  network: Network,
  signal: AbortSignal,
  pinned: PinnedToken,
  second?: JsonRpc,
): Promise<Simulation | undefined> {
  const calls = callsOf(parsed)
  const terms = parsed.is === 'transaction' ? parsed.transaction : undefined
  return calls && simulate(rpc, { ...calls, terms }, network, signal, pinned, second)
}

/** Simulates calls that the widget itself makes. @throws as `simulate`. */
export async function runCalls(
  rpc: JsonRpc,
  calls: readonly TransferCall[],
  network: Network,
  signal: AbortSignal,
  pinned: PinnedToken,
): Promise<CallRun | undefined> {
  const [first] = calls
  if (first === undefined) return undefined
  const outcome = await simulate(rpc, { from: first.from, chain: network.id, calls }, network, signal, pinned)
  if (outcome.is !== 'runs') return undefined
  const { changes, grants, isPartial } = outcome
  return { changes: changes.map(({ figure }) => figure), grants, isWhole: !isPartial }
}

/** Decoded permissions, with each token's metadata read once; undefined for one that cannot be decoded. */
export async function readPermissions(
  rpc: JsonRpc,
  permissions: readonly unknown[],
  network: Network,
  signal: AbortSignal,
  pinned: PinnedToken = () => undefined,
  second?: JsonRpc,
): Promise<readonly (SessionPermission | undefined)[]> {
  const reader = tokenReader(rpc, network, signal, { pinned, second })
  return Promise.all(
    permissions.map(async (asked) => {
      const permission = readPermission(asked)
      return permission && withPermissionFigures(permission, reader)
    }),
  )
}
