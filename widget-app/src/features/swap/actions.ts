import { isWidgetError } from '#shared/errors/widget-error.ts'
import type {
  Connection,
  ContractCall,
  ContractCalls,
  FeeEstimate,
  SentVerdict,
  SubmittedTransaction,
  Transfer,
} from '#widget/chains/chain-adapter.ts'
import { toOperationFailure } from '#widget/domain/transactions/operation-failure.ts'
import { isBelowMinimum } from '#widget/domain/transactions/swap-outcome.ts'
import type {
  RequestedCalls,
  TransactionEntry,
  TransactionEvent,
  TransactionPurpose,
} from '#widget/domain/transactions/transaction-entry.ts'
import type { SwapEvent, SwapFailureReason, SwapParameters, SwapStep } from './model.ts'
import { toPlanFailure } from './model.ts'
import type { Plan, TokenApproval } from './plan/plan.ts'
import { verifySimulation } from './plan/validate-built-calls.ts'

export type SwapPorts = {
  readonly contractCalls: ContractCalls
  /** Writes the journal entry before the wallet is prompted, and returns its id. */
  readonly beginTransaction: (
    connection: Connection,
    transfer: Transfer,
    purpose: TransactionPurpose,
    calls: RequestedCalls,
  ) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  /** Stores the wallet's id of its call bundle, also for after a reload. */
  readonly storeBundle: (id: string, callCount: number) => void
  /** Watches a transaction until it is settled; its entry then has the status and the received amount. */
  readonly watchTransaction: (entryId: string) => Promise<TransactionEntry | undefined>
  /** The entry of the same approval, if it is pending already. */
  readonly findPendingApproval: (stepRequest: RequestedStep) => string | undefined
  readonly onEvent: (event: SwapEvent) => void
  /** A new plan of the same swap, once its approval is in a block. */
  readonly createNextPlan: (parameters: SwapParameters) => Promise<Plan>
  /** Records that the wallet cannot execute call bundles after all. */
  readonly disableBundles: () => void
  /** Reports a transaction that differs from the request (channel D8), whatever view is open. */
  readonly reportMismatch: (entryId: string) => void
  /** Compares the transaction with the request (channel D8), in parallel with the rest; can report a mismatch. */
  readonly verify: (entryId: string, verification: () => Promise<SentVerdict>) => void
  readonly signal: AbortSignal
}

const purposeOf = (step: SwapStep, { to, minimum, quote }: SwapParameters): TransactionPurpose =>
  step === 'swap' || step === 'bundle'
    ? { is: 'swap', gets: to.asset, atLeast: minimum, quoted: quote.toAmount }
    : { is: 'approval', gets: to.asset }

/** The parameters of one step of a swap. */
export type RequestedStep = {
  readonly parameters: SwapParameters
  readonly step: SwapStep
  /** The contract that spends the token. */
  readonly spender: string
  readonly value: bigint
}

/** What the wallet is requested to do; the chain is compared with `calls`. */
type StepRequest = RequestedStep & { readonly calls: readonly ContractCall[] }

/**
 * Simulates the calls on the current chain before the wallet is prompted. A simulation that is unavailable or fails does not
 * stop the swap: the wallet and the chain report that.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`.
 */
async function simulateBeforePrompt(
  { contractCalls, signal }: SwapPorts,
  { parameters, step, spender, value, calls }: StepRequest,
): Promise<void> {
  const simulation = await contractCalls
    .simulate(calls, parameters.network, signal)
    .catch((error: unknown) => {
      if (isWidgetError(error, 'swap/not-as-agreed')) throw error
      return undefined
    })
  const isApproval = step === 'approve' || step === 'reset'
  if (simulation)
    verifySimulation(simulation, parameters, { isApproval, spender, value: step === 'swap' ? 0n : value })
}

/** Journals the request and prompts once; returns the entry's id, or undefined after emitting why nothing was sent. */
async function requestStep<Result>(
  ports: SwapPorts,
  { parameters, step, spender, value, calls }: StepRequest,
  response: (entryId: string) => Promise<Result>,
  onResult: (entryId: string, response: Result) => void,
): Promise<string | undefined> {
  const { connection, from } = parameters
  const transfer = { from: connection.accounts[0], to: spender, asset: from.asset, value }
  const stepRequest = { isBundle: step === 'bundle', calls: [...calls] }
  const entryId = ports.beginTransaction(connection, transfer, purposeOf(step, parameters), stepRequest)
  ports.onEvent({ is: 'asked', step, entryId })
  try {
    onResult(entryId, await response(entryId))
    return entryId
  } catch (error) {
    // The wallet signed something else, which the widget did not submit; another party may submit it.
    if (isWidgetError(error, 'send/mismatch')) {
      ports.record(entryId, { is: 'lost' })
      ports.reportMismatch(entryId)
      return undefined
    }
    const failure = toOperationFailure(error)
    ports.record(entryId, failure.is === 'unknown' ? { is: 'lost' } : { is: 'rejected' })
    // The next attempt requests the calls one by one.
    if (step === 'bundle' && failure.is === 'failed') ports.disableBundles()
    ports.onEvent(failure.is === 'unknown' ? { is: 'unknown' } : { is: 'stopped', failure })
    return undefined
  }
}

type Call = { readonly call: ContractCall; readonly fee: FeeEstimate }

/**
 * Sends one call. If the outcome is unknown after signing, it returns the signed transaction: watching the hash will show
 * its status.
 */
async function sendCall(
  { contractCalls, record }: SwapPorts,
  { parameters }: StepRequest,
  { call, fee }: Call,
  entryId: string,
): Promise<SubmittedTransaction> {
  let signed: SubmittedTransaction | undefined
  const onSigned = (transaction: SubmittedTransaction) => {
    signed = transaction
    record(entryId, { is: 'signed', transaction })
  }
  try {
    return await contractCalls.send(parameters.connection, call, fee, onSigned)
  } catch (error) {
    if (signed && toOperationFailure(error).is === 'unknown') return signed
    throw error
  }
}

/** Requests one call from the wallet. @throws as `simulateBeforePrompt`. */
async function requestCall(
  ports: SwapPorts,
  stepRequest: StepRequest,
  { call, fee }: Call,
): Promise<string | undefined> {
  await simulateBeforePrompt(ports, stepRequest)
  return requestStep(
    ports,
    stepRequest,
    (entryId) => sendCall(ports, stepRequest, { call, fee }, entryId),
    (entryId, transaction) => {
      ports.record(entryId, { is: 'submitted', transaction })
      const { contractCalls, signal } = ports
      ports.verify(entryId, () =>
        contractCalls.verify(transaction, call, stepRequest.parameters.network, signal),
      )
    },
  )
}

const stop = (ports: SwapPorts, why: SwapFailureReason, detail?: string): undefined => {
  ports.onEvent({ is: 'stopped', failure: { is: 'failed', why, detail } })
}

/** Requests one approval, or returns the same one that is pending already; undefined after emitting why not. */
async function requestApproval(
  ports: SwapPorts,
  plan: Plan,
  approval: TokenApproval,
): Promise<string | undefined> {
  const { parameters } = plan
  const { call, value, fee } = approval
  const step = value === 0n ? 'reset' : 'approve'
  const stepRequest: StepRequest = { parameters, step, spender: plan.swap.to, value, calls: [call] }
  const pendingId = ports.findPendingApproval(stepRequest)
  if (pendingId !== undefined) {
    ports.onEvent({ is: 'approval-found', entryId: pendingId })
    return pendingId
  }
  if (!fee) return stop(ports, 'approval-failed')
  const entryId = await requestCall(ports, stepRequest, { call, fee })
  if (entryId !== undefined) ports.onEvent({ is: 'approval-sent' })
  return entryId
}

/**
 * Requests the missing approvals, each after the one before it is in a block; returns the plan after the last one, or
 * undefined after emitting why not.
 */
async function requestApprovals(ports: SwapPorts, accepted: Plan): Promise<Plan | undefined> {
  let plan = accepted
  // The swap is planned again after each, so each approval of the accepted plan is the next plan's first.
  for (const { value } of accepted.approvals) {
    const [next] = plan.approvals
    if (!next) break
    if (next.value !== value) return stop(ports, 'approval-failed')
    const entryId = await requestApproval(ports, plan, next)
    if (entryId === undefined) return undefined
    const entry = await ports.watchTransaction(entryId)
    if (entry?.state.is !== 'confirmed') return stop(ports, 'approval-failed', entry?.state.is)
    ports.onEvent({ is: 'approved' })
    plan = await ports.createNextPlan(accepted.parameters)
    // The user accepted at most the total fee.
    if (plan.maxFee > accepted.maxFee) return stop(ports, 'fee-rose')
  }
  return plan.approvals.length === 0 ? plan : stop(ports, 'approval-failed')
}

/** Whether to request all calls as one bundle: not while one of its approvals is pending. */
function canRequestBundle(ports: SwapPorts, { isBundle, approvals, parameters, swap }: Plan): boolean {
  const isPending = ({ value }: TokenApproval) =>
    ports.findPendingApproval({ parameters, step: 'approve', spender: swap.to, value }) !== undefined
  return isBundle && !approvals.some(isPending)
}

const callsOf = ({ approvals, swap }: Plan) => [...approvals.map(({ call }) => call), swap]

/** Requests all calls as one bundle, whose transaction the wallet returns later. @throws as `simulateBeforePrompt`. */
async function requestBundle(ports: SwapPorts, plan: Plan): Promise<string | undefined> {
  const { parameters, swap } = plan
  const calls = callsOf(plan)
  const stepRequest: StepRequest = {
    parameters,
    step: 'bundle',
    spender: swap.to,
    value: parameters.amount,
    calls,
  }
  await simulateBeforePrompt(ports, stepRequest)
  return requestStep(
    ports,
    stepRequest,
    async () => {
      const { bundles } = ports.contractCalls
      if (!bundles) throw new Error('A bundle was planned for a chain without them')
      return bundles.send(parameters.connection, calls)
    },
    (entryId, bundle) => {
      ports.storeBundle(bundle, calls.length)
      ports.record(entryId, { is: 'bundled', bundle })
    },
  )
}

/** Compares the executed calls of a bundle with the requested ones (channel D8), once they are on the chain. */
function compareBundle(ports: SwapPorts, plan: Plan, { id, state }: TransactionEntry): void {
  if (state.is !== 'confirmed') return
  const { connection } = plan.parameters
  const onResult = {
    account: connection.accounts[0],
    chain: connection.chain,
    hashes: [state.hash],
    calls: callsOf(plan),
  }
  const { bundles } = ports.contractCalls
  ports.verify(id, async () => (await bundles?.verify(onResult, ports.signal))?.verdict ?? 'unverifiable')
}

async function requestSteps(ports: SwapPorts, accepted: Plan): Promise<string | undefined> {
  const plan = await requestApprovals(ports, accepted)
  if (!plan?.swapFee) return undefined
  const { parameters, swap: call, swapFee: fee } = plan
  const stepRequest: StepRequest = {
    parameters,
    step: 'swap',
    spender: call.to,
    value: parameters.amount,
    calls: [call],
  }
  return requestCall(ports, stepRequest, { call, fee })
}

/**
 * Executes a plan that the user accepted: as one bundle if the wallet supports it, else the missing approvals and then the
 * swap, each journalled before the prompt. Emits every step, and reports a mismatch if less was received than accepted, or
 * if the chain has other calls. Resolves with the entry of the settled swap. Never throws.
 */
export async function runSwap(ports: SwapPorts, accepted: Plan): Promise<TransactionEntry | undefined> {
  try {
    const isBundle = canRequestBundle(ports, accepted)
    const entryId = await (isBundle ? requestBundle : requestSteps)(ports, accepted)
    if (entryId === undefined) return undefined
    ports.onEvent({ is: 'submitted' })
    const entry = await ports.watchTransaction(entryId)
    if (entry && isBelowMinimum(entry)) ports.reportMismatch(entryId)
    else if (isBundle && entry) compareBundle(ports, accepted, entry)
    return entry
  } catch (error) {
    ports.onEvent({ is: 'stopped', failure: toPlanFailure(error) })
    return undefined
  }
}
