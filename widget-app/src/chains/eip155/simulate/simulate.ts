import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { BalanceChange, Fact, Simulation } from '../../request-facts.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import type { Calls } from '../decode/decode-request.ts'
import { grantedRights } from '../decode/granted-authorities.ts'
import { newApprovals } from '../decode/new-approvals.ts'
import { bytesSchema, isSameHex, quantitySchema, toQuantity } from '../hex.ts'
import { type PinnedToken, tokenReader } from '../tokens/token-metadata.ts'
import { revertReason } from '../tokens/transfer-revert-reason.ts'
import { balanceChanges, movesIn, reportsCoins } from './balance-changes.ts'
import {
  affordableGas,
  blockOverrides,
  effectivePrice,
  least,
  priceMembers,
  type RunConditions,
  readConditions,
  wantedGas,
} from './simulation-conditions.ts'
import { runLogSchema } from './simulation-logs.ts'

const callSchema = z.object({
  status: quantitySchema,
  gasUsed: quantitySchema,
  returnData: bytesSchema,
  logs: z.array(runLogSchema),
})
const blocksSchema = z.array(z.object({ calls: z.array(callSchema) }))

type CallResult = z.output<typeof callSchema>

/** Terms of a transaction that affect its execution. */
type RunTerms = Pick<
  CanonicalTransaction,
  'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList' | 'authorisations'
>

/** What is simulated: calls in order, and the terms of the transaction if it is one. */
export type Run = Calls & { readonly terms?: RunTerms | undefined }

const noTerms: RunTerms = {
  gas: undefined,
  gasPrice: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  accessList: undefined,
  authorisations: undefined,
}

/**
 * One way to simulate the request. The first is the most accurate; each later one is for a node that rejects the earlier.
 */
type Attempt = {
  /** The node checks fees, nonce and sender as for a transaction; without it some nodes have no base fee. */
  readonly validation: boolean
  /** Gas limit of each call. */
  readonly gas: bigint
  /**
   * Native currency that the account gets for the fee, in wei, because another account pays it (EIP-7702, ERC-4337, a Safe).
   */
  readonly lent: bigint
}

/** Minimum gas of a transaction. */
const leastGas = 21_000n

function attemptsOf({ calls, terms = noTerms }: Run, conditions: RunConditions): readonly Attempt[] {
  const sent = calls.reduce((sum, { value }) => sum + value, 0n)
  const price = effectivePrice(conditions, terms)
  const wanted = wantedGas(conditions, terms, calls.length)
  const affordable = affordableGas(conditions, price, sent, calls.length) ?? wanted
  const lent = wanted * price * BigInt(calls.length)
  const own = least(affordable, wanted)
  return [
    ...(own < leastGas ? [] : [{ validation: true, gas: own, lent: 0n }]),
    { validation: true, gas: wanted, lent },
    { validation: false, gas: wanted, lent },
  ]
}

/** The delegate to which the account will delegate with this transaction (EIP-7702). */
const ownDelegate = ({ authorisations = [] }: RunTerms) =>
  authorisations.findLast(({ signature }) => signature === undefined)?.address

function paramsOf(run: Run, conditions: RunConditions, { validation, gas, lent }: Attempt) {
  const { from, calls, terms = noTerms } = run
  const price = priceMembers(conditions, terms, effectivePrice(conditions, terms))
  const delegate = ownDelegate(terms)
  const state = {
    ...(lent === 0n ? {} : { balance: toQuantity(conditions.balance + lent) }),
    ...(delegate === undefined ? {} : { code: `0xef0100${delegate.slice(2).toLowerCase()}` }),
  }
  const block = {
    blockOverrides: blockOverrides(conditions.head),
    ...(Object.keys(state).length === 0 ? {} : { stateOverrides: { [from]: state } }),
    calls: calls.map(({ to, value, data }) => ({
      from,
      ...(to === undefined ? {} : { to }),
      ...(terms.accessList === undefined ? {} : { accessList: terms.accessList }),
      value: toQuantity(value),
      input: data,
      gas: toQuantity(gas),
      ...price,
    })),
  }
  return [{ blockStateCalls: [block], traceTransfers: true, validation }, 'latest']
}

const isPoor = (error: unknown): boolean =>
  isProviderRpcError(error) && /insufficient|balance/i.test(error.message)

type Results = { readonly calls: readonly CallResult[]; readonly attempt: Attempt }

const ranOut = ({ calls, attempt }: Results): boolean =>
  calls.some(({ status, gasUsed }) => status === 0n && gasUsed * 64n >= attempt.gas * 63n)

/** Simulates each attempt until the node accepts one; undefined if the account has insufficient funds for all. */
async function runFirst(
  rpc: JsonRpc,
  run: Run,
  conditions: RunConditions,
  signal: AbortSignal,
): Promise<Results | undefined> {
  const attempts = attemptsOf(run, conditions)
  let last: unknown
  for (const attempt of attempts) {
    try {
      const params = paramsOf(run, conditions, attempt)
      const blocks = await rpc('eth_simulateV1', params, blocksSchema, { signal })
      const results = { calls: blocks.flatMap(({ calls }) => calls), attempt }
      // The call may need more gas than the account can pay.
      if (attempt.lent > 0n || !ranOut(results)) return results
      last = undefined
    } catch (error) {
      if (!isProviderRpcError(error) || isProviderRpcError(error, providerCodes.methodNotFound)) throw error
      last = error
    }
  }
  if (isPoor(last)) return undefined
  throw last
}

/**
 * Simulates the calls as the wallet's transaction would execute them, and returns the node's result of each.
 * @throws as `simulate`.
 */
export async function runAsSent(
  rpc: JsonRpc,
  run: Run,
  signal: AbortSignal,
): Promise<readonly CallResult[] | undefined> {
  return (await runFirst(rpc, run, await readConditions(rpc, run.from, signal), signal))?.calls
}

/** Native value that the calls themselves send, for a node that reports no native transfers. */
const sentCoins = ({ from, calls }: Run): bigint =>
  calls.reduce((sum, { to, value }) => (isSameHex(to, from) ? sum : sum + value), 0n)

/**
 * Simulates the calls in order on the latest block (`eth_simulateV1`), as the wallet's transaction would execute them: with
 * its gas price, base fee, coinbase and origin, and with the account's real balance. Balance changes and authorities are
 * what the contracts report, native currency what the node reports.
 * @throws ProviderRpcError of a node without the method; WidgetError `http/*`.
 */
export async function simulate(
  rpc: JsonRpc,
  run: Run,
  network: Network,
  signal: AbortSignal,
  pinned: PinnedToken,
  second?: JsonRpc,
): Promise<Simulation> {
  const { from, calls, terms = noTerms } = run
  const conditions = await readConditions(rpc, from, signal)
  const [only, ...others] = calls
  const poor = { is: 'fails', reason: 'insufficient-funds' } as const
  if (only && others.length === 0 && only.value > conditions.balance) return poor
  const results = await runFirst(rpc, run, conditions, signal)
  if (results === undefined) return poor
  const failed = results.calls.find(({ status }) => status === 0n)
  if (failed) return { is: 'fails', reason: revertReason(failed.returnData) }
  const logs = results.calls.flatMap((call) => call.logs)
  const isWithoutCoins = sentCoins(run) > 0n && !reportsCoins(logs, from)
  const found = balanceChanges(logs, from)
  const sent: BalanceChange = { figure: { value: -sentCoins(run), contract: undefined } }
  const given = grantedRights(logs, from, (contract) => pinned(contract) !== undefined)
  const reader = tokenReader(rpc, network, signal, { pinned, second })
  const [changes, grants] = await Promise.all([
    Promise.all((isWithoutCoins ? [sent, ...found] : found).map((change) => reader.change(change))),
    newApprovals(rpc, given, logs, from, signal).then(
      (list): Promise<readonly Fact[]> => Promise.all(list.map((grant) => reader.grant(grant))),
    ),
  ])
  const gas = results.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return {
    is: 'runs',
    changes,
    fee: gas * effectivePrice(conditions, terms),
    grants,
    moves: movesIn(
      results.calls.map((call, at) => ({ called: calls[at]?.to, logs: call.logs })),
      from,
    ),
    isPartial: isWithoutCoins || results.attempt.lent > 0n || results.calls.length < calls.length,
  }
}
