import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { CallSimulation, Connection } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Description, SessionPermission } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { authorizationOf, transactionOfBundle } from '../canonical/own-batch.ts'
import type { SponsoredFields } from '../canonical/sponsored-fields.ts'
import { simulate } from '../simulate/simulate.ts'
import { withReceivedAmounts } from '../simulate/simulate-received-amounts.ts'
import {
  type BundledToken,
  filterContracts,
  readTokenMetadata as readTokenFigures,
  tokenReader,
  withPermissionAssets,
} from '../tokens/token-metadata.ts'
import type { TransferCall } from '../tokens/transfer-call.ts'
import { networkPriceFor } from '../transactions/transaction-terms.ts'
import type { ParsedRequest } from '../wallet/request-parser.ts'
import { decodeCall } from './decode-call.ts'
import { decodePermission } from './decode-permission-grant.ts'
import { callsOf, decodeParsed, sponsoredFieldsOf } from './decode-request.ts'
import { approvalLimit } from './limit-approval.ts'

export { approvalLimit, decodeCall, filterContracts }

/** Ports of the decoder. */
type DecodePorts = {
  readonly rpc: JsonRpc
  readonly clock: AdapterPorts['clock']
  readonly isListed: (contract: string) => boolean
  /** Who pays the fees of sponsored requests. */
  readonly sponsor?: string | undefined
}

/** The transaction of a request; of a bundle only the one of our own wallet. A user operation is none. */
function executedTransaction(parsed: ParsedRequest): CanonicalTransaction | undefined {
  if (sponsoredFieldsOf(parsed)) return undefined
  if (parsed.is === 'transaction') return parsed.transaction
  return parsed.is === 'bundle' && parsed.bundle.transaction ? transactionOfBundle(parsed.bundle) : undefined
}

/** The facts of a request, with a fee in it compared with the network's. As `decodeParsed`. */
export async function decodeWithFees(
  { rpc, clock, isListed, sponsor }: DecodePorts,
  connection: Connection,
  parsed: ParsedRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const transaction = executedTransaction(parsed)
  const networkPrice = transaction && (await networkPriceFor(transaction, rpc, clock, signal))
  return decodeParsed(connection, parsed, isListed, networkPrice, sponsor)
}

/** The facts with token metadata, and with the received amounts of transfers. */
export const readTokenMetadata = async (
  ...input: Parameters<typeof readTokenFigures>
): Promise<Description> => {
  const [rpc, , , signal] = input
  return withReceivedAmounts(rpc, await readTokenFigures(...input), signal)
}

const noTerms = {
  ...{ gas: undefined, gasPrice: undefined, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined },
  ...{ accessList: undefined, authorizations: undefined },
}

const upgradeOf = ({ authorizationNonce }: SponsoredFields, chain: Description['chain']) =>
  authorizationNonce === undefined ? undefined : [authorizationOf(chain, authorizationNonce)]

/** Simulates the calls of a request; messages and typed data have none. @throws as `simulate`. */
export async function simulateParsed(
  rpc: JsonRpc,
  parsed: ParsedRequest,
  network: Network,
  signal: AbortSignal,
  bundledToken: BundledToken,
  second?: JsonRpc,
): Promise<Simulation | undefined> {
  const calls = callsOf(parsed)
  const transaction = executedTransaction(parsed)
  // The gas of a bundle is that of all its calls, which are simulated one by one.
  const terms = transaction && (parsed.is === 'bundle' ? { ...transaction, gas: undefined } : transaction)
  if (calls === undefined) return undefined
  const sponsored = sponsoredFieldsOf(parsed)
  if (sponsored === undefined)
    return simulate(rpc, { ...calls, terms }, network, signal, bundledToken, second)
  const input = { ...calls, terms: { ...noTerms, authorizations: upgradeOf(sponsored, calls.chain) } }
  const outcome = await simulate(rpc, input, network, signal, bundledToken, second)
  return outcome.is === 'runs' ? { ...outcome, fee: 0n, dataFee: 0n } : outcome
}

/** Simulates calls that the widget itself makes. @throws as `simulate`. */
export async function simulateCalls(
  rpc: JsonRpc,
  calls: readonly TransferCall[],
  network: Network,
  signal: AbortSignal,
  bundledToken: BundledToken,
): Promise<CallSimulation | undefined> {
  const [first] = calls
  if (first === undefined) return undefined
  const outcome = await simulate(
    rpc,
    { from: first.from, chain: network.id, calls },
    network,
    signal,
    bundledToken,
  )
  if (outcome.is !== 'runs') return undefined
  const { changes, grants, isPartial } = outcome
  return { changes: changes.map(({ figure }) => figure), grants, isComplete: !isPartial }
}

/** Decoded permissions, with each token's metadata read once; undefined for one that cannot be decoded. */
export async function decodePermissions(
  rpc: JsonRpc,
  permissions: readonly unknown[],
  network: Network,
  signal: AbortSignal,
  bundledToken: BundledToken = () => undefined,
  second?: JsonRpc,
): Promise<readonly (SessionPermission | undefined)[]> {
  const reader = tokenReader(rpc, network, signal, { bundledToken, second })
  return Promise.all(
    permissions.map(async (input) => {
      const permission = decodePermission(input)
      return permission && withPermissionAssets(permission, reader)
    }),
  )
}
