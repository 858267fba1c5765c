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
import type { SwapEvent, SwapFailureReason, SwapStep } from './model.ts'
import type { Plan, TokenApproval } from './plan/plan.ts'
import { toPlanFailure } from './plan/plan-failure.ts'
import type { SwapParameters } from './plan/swap-parameters.ts'
import { verifySimulation } from './plan/validate-built-calls.ts'

export type SwapPorts = {
  readonly contractCalls: ContractCalls
  /** Writes the journal entry before the wallet is prompted, and returns its id. */
  readonly begin: (
    connection: Connection,
    transfer: Transfer,
    purpose: TransactionPurpose,
    calls: RequestedCalls,
  ) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  /** Stores the wallet's id of its call bundle, also for after a reload. */
  readonly keepBundle: (id: string, callCount: number) => void
  /** Watches a transaction until it is settled; its entry then has the status and the received amount. */
  readonly follow: (entryId: string) => Promise<TransactionEntry | undefined>
  /** The entry of the same approval, if it is pending already. */
  readonly approvalUnderWay: (asked: RequestedStep) => string | undefined
  readonly tell: (event: SwapEvent) => void
  /** A new plan of the same swap, once its approval is in a block. */
  readonly planAgain: (order: SwapParameters) => Promise<Plan>
  /** Records that the wallet cannot execute call bundles after all. */
  readonly withoutBundles: () => void
  /** Reports a transaction that differs from the request (channel D8), whatever view is open. */
  readonly alarm: (entryId: string) => void
  /** Compares the transaction with the request (channel D8), in parallel with the rest; can report a mismatch. */
  readonly compare: (entryId: string, look: () => Promise<SentVerdict>) => void
  readonly signal: AbortSignal
}

const purposeOf = (step: SwapStep, { to, minimum, quote }: SwapParameters): TransactionPurpose =>
  step === 'swap' || step === 'bundle'
    ? { is: 'swap', gets: to.asset, atLeast: minimum, quoted: quote.toAmount }
    : { is: 'approval', gets: to.asset }

/** The parameters of one step of a swap. */
export type RequestedStep = {
  readonly order: SwapParameters
  readonly step: SwapStep
  /** The contract that spends the token. */
  readonly spender: string
  readonly value: bigint
}

/** What the wallet is requested to do; the chain is compared with `calls`. */
type Asked = RequestedStep & { readonly calls: readonly ContractCall[] }

/**
 * Simulates the calls on the current chain before the wallet is prompted. A simulation that is unavailable or fails does not
 * stop the swap: the wallet and the chain report that.
 * @throws WidgetError `swap/not-as-agreed`, `swap/price-moved`.
 */
async function holdAgreed(
  { contractCalls, signal }: SwapPorts,
  { order, step, spender, value, calls }: Asked,
): Promise<void> {
  const run = await contractCalls.run(calls, order.network, signal).catch((error: unknown) => {
    if (isWidgetError(error, 'swap/not-as-agreed')) throw error
    return undefined
  })
  const isApproval = step === 'approve' || step === 'reset'
  if (run) verifySimulation(run, order, { isApproval, spender, value: step === 'swap' ? 0n : value })
}

/** Journals the request and prompts once; returns the entry's id, or undefined after emitting why nothing was sent. */
async function ask<Answer>(
  ports: SwapPorts,
  { order, step, spender, value, calls }: Asked,
  answer: (entryId: string) => Promise<Answer>,
  sent: (entryId: string, answer: Answer) => void,
): Promise<string | undefined> {
  const { connection, from } = order
  const transfer = { from: connection.accounts[0], to: spender, asset: from.asset, value }
  const asked = { isBundle: step === 'bundle', calls: [...calls] }
  const entryId = ports.begin(connection, transfer, purposeOf(step, order), asked)
  ports.tell({ is: 'asked', step, entryId })
  try {
    sent(entryId, await answer(entryId))
    return entryId
  } catch (error) {
    // The wallet signed something else, which the widget did not submit; another party may submit it.
    if (isWidgetError(error, 'send/mismatch')) {
      ports.record(entryId, { is: 'lost' })
      ports.alarm(entryId)
      return undefined
    }
    const setback = toOperationFailure(error)
    ports.record(entryId, setback.is === 'unknown' ? { is: 'lost' } : { is: 'rejected' })
    // The next attempt requests the calls one by one.
    if (step === 'bundle' && setback.is === 'failed') ports.withoutBundles()
    ports.tell(setback.is === 'unknown' ? { is: 'unknown' } : { is: 'stopped', setback })
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
  { order }: Asked,
  { call, fee }: Call,
  entryId: string,
): Promise<SubmittedTransaction> {
  let signed: SubmittedTransaction | undefined
  const keep = (transaction: SubmittedTransaction) => {
    signed = transaction
    record(entryId, { is: 'signed', transaction })
  }
  try {
    return await contractCalls.send(order.connection, call, fee, keep)
  } catch (error) {
    if (signed && toOperationFailure(error).is === 'unknown') return signed
    throw error
  }
}

/** Requests one call from the wallet. @throws as `simulateBeforePrompt`. */
async function askForCall(ports: SwapPorts, asked: Asked, { call, fee }: Call): Promise<string | undefined> {
  await holdAgreed(ports, asked)
  return ask(
    ports,
    asked,
    (entryId) => sendCall(ports, asked, { call, fee }, entryId),
    (entryId, transaction) => {
      ports.record(entryId, { is: 'submitted', transaction })
      const { contractCalls, signal } = ports
      ports.compare(entryId, () => contractCalls.verify(transaction, call, asked.order.network, signal))
    },
  )
}

const stop = (ports: SwapPorts, why: SwapFailureReason, detail?: string): undefined => {
  ports.tell({ is: 'stopped', setback: { is: 'failed', why, detail } })
}

/** Requests one approval, or returns the same one that is pending already; undefined after emitting why not. */
async function getApproval(
  ports: SwapPorts,
  plan: Plan,
  approval: TokenApproval,
): Promise<string | undefined> {
  const { order } = plan
  const { call, value, fee } = approval
  const step = value === 0n ? 'reset' : 'approve'
  const asked: Asked = { order, step, spender: plan.swap.to, value, calls: [call] }
  const found = ports.approvalUnderWay(asked)
  if (found !== undefined) {
    ports.tell({ is: 'approval-found', entryId: found })
    return found
  }
  if (!fee) return stop(ports, 'approval-failed')
  const entryId = await askForCall(ports, asked, { call, fee })
  if (entryId !== undefined) ports.tell({ is: 'approval-sent' })
  return entryId
}

/**
 * Requests the missing approvals, each after the one before it is in a block; returns the plan after the last one, or
 * undefined after emitting why not.
 */
async function approved(ports: SwapPorts, agreed: Plan): Promise<Plan | undefined> {
  let plan = agreed
  // The swap is planned again after each, so each approval of the accepted plan is the next plan's first.
  for (const { value } of agreed.approvals) {
    const [next] = plan.approvals
    if (!next) break
    if (next.value !== value) return stop(ports, 'approval-failed')
    const entryId = await getApproval(ports, plan, next)
    if (entryId === undefined) return undefined
    const entry = await ports.follow(entryId)
    if (entry?.state.is !== 'confirmed') return stop(ports, 'approval-failed', entry?.state.is)
    ports.tell({ is: 'approved' })
    plan = await ports.planAgain(agreed.order)
    // The user accepted at most the total fee.
    if (plan.maxFee > agreed.maxFee) return stop(ports, 'fee-rose')
  }
  return plan.approvals.length === 0 ? plan : stop(ports, 'approval-failed')
}

/** Whether to request all calls as one bundle: not while one of its approvals is pending. */
function isOneBundle(ports: SwapPorts, { isBundle, approvals, order, swap }: Plan): boolean {
  const isUnderWay = ({ value }: TokenApproval) =>
    ports.approvalUnderWay({ order, step: 'approve', spender: swap.to, value }) !== undefined
  return isBundle && !approvals.some(isUnderWay)
}

const callsOf = ({ approvals, swap }: Plan) => [...approvals.map(({ call }) => call), swap]

/** Requests all calls as one bundle, whose transaction the wallet returns later. @throws as `simulateBeforePrompt`. */
async function askForBundle(ports: SwapPorts, plan: Plan): Promise<string | undefined> {
  const { order, swap } = plan
  const calls = callsOf(plan)
  const asked: Asked = { order, step: 'bundle', spender: swap.to, value: order.amount, calls }
  await holdAgreed(ports, asked)
  return ask(
    ports,
    asked,
    async () => {
      const { bundles } = ports.contractCalls
      if (!bundles) throw new Error('A bundle was planned for a chain without them')
      return bundles.send(order.connection, calls)
    },
    (entryId, bundle) => {
      ports.keepBundle(bundle, calls.length)
      ports.record(entryId, { is: 'bundled', bundle })
    },
  )
}

/** Compares the executed calls of a bundle with the requested ones (channel D8), once they are on the chain. */
function compareBundle(ports: SwapPorts, plan: Plan, { id, state }: TransactionEntry): void {
  if (state.is !== 'confirmed') return
  const { connection } = plan.order
  const sent = {
    account: connection.accounts[0],
    chain: connection.chain,
    hashes: [state.hash],
    calls: callsOf(plan),
  }
  const { bundles } = ports.contractCalls
  ports.compare(id, async () => (await bundles?.verify(sent, ports.signal))?.verdict ?? 'unverifiable')
}

async function askForSteps(ports: SwapPorts, agreed: Plan): Promise<string | undefined> {
  const plan = await approved(ports, agreed)
  if (!plan?.swapFee) return undefined
  const { order, swap: call, swapFee: fee } = plan
  const asked: Asked = { order, step: 'swap', spender: call.to, value: order.amount, calls: [call] }
  return askForCall(ports, asked, { call, fee })
}

/**
 * Executes a plan that the user accepted: as one bundle if the wallet supports it, else the missing approvals and then the
 * swap, each journalled before the prompt. Emits every step, and reports a mismatch if less was received than accepted, or
 * if the chain has other calls. Resolves with the entry of the settled swap. Never throws.
 */
export async function runSwap(ports: SwapPorts, agreed: Plan): Promise<TransactionEntry | undefined> {
  try {
    const isBundle = isOneBundle(ports, agreed)
    const entryId = await (isBundle ? askForBundle : askForSteps)(ports, agreed)
    if (entryId === undefined) return undefined
    ports.tell({ is: 'submitted' })
    const entry = await ports.follow(entryId)
    if (entry && isBelowMinimum(entry)) ports.alarm(entryId)
    else if (isBundle && entry) compareBundle(ports, agreed, entry)
    return entry
  } catch (error) {
    ports.tell({ is: 'stopped', setback: toPlanFailure(error) })
    return undefined
  }
}
