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
  /** Writes the journal entry, before the wallet is asked, and returns its id. */
  readonly begin: (
    connection: Connection,
    transfer: Transfer,
    purpose: TransactionPurpose,
    calls: RequestedCalls,
  ) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  /** Keeps what the wallet is asked by for its bundle, also after a reload. */
  readonly keepBundle: (id: string, callCount: number) => void
  /** Follows a transaction to its end; its entry tells that, and what came by it. */
  readonly follow: (entryId: string) => Promise<TransactionEntry | undefined>
  /** The entry of the very same approval where it is on its way already. */
  readonly approvalUnderWay: (asked: RequestedStep) => string | undefined
  readonly tell: (event: SwapEvent) => void
  /** A fresh plan of the same order, once its approval is in a block. */
  readonly planAgain: (order: SwapParameters) => Promise<Plan>
  /** The wallet cannot carry out bundles after all. */
  readonly withoutBundles: () => void
  /** What is on the chain is not what was asked (channel D8), whatever is on screen by then. */
  readonly alarm: (entryId: string) => void
  /** Compares what the chain shows with what was asked (channel D8), beside everything else; may raise the alarm. */
  readonly compare: (entryId: string, look: () => Promise<SentVerdict>) => void
  readonly signal: AbortSignal
}

const purposeOf = (step: SwapStep, { to, minimum, quote }: SwapParameters): TransactionPurpose =>
  step === 'swap' || step === 'bundle'
    ? { is: 'swap', gets: to.asset, atLeast: minimum, quoted: quote.toAmount }
    : { is: 'approval', gets: to.asset }

/** What a step of a swap is about. */
export type RequestedStep = {
  readonly order: SwapParameters
  readonly step: SwapStep
  /** The contract that takes the token. */
  readonly spender: string
  readonly value: bigint
}

/** What a wallet is asked for; `calls` are what the chain is compared with. */
type Asked = RequestedStep & { readonly calls: readonly ContractCall[] }

/**
 * Runs what the wallet is about to be asked for, on the chain as it is now. A chain that cannot be asked, or would refuse it,
 * is no reason to stop: the wallet and the chain say so.
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

/** Writes down what the wallet is asked for, and asks once; the entry's id, or undefined after telling why nothing was sent. */
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
    // It signed something else, which we did not send; whoever made it do so may.
    if (isWidgetError(error, 'send/mismatch')) {
      ports.record(entryId, { is: 'lost' })
      ports.alarm(entryId)
      return undefined
    }
    const setback = toOperationFailure(error)
    ports.record(entryId, setback.is === 'unknown' ? { is: 'lost' } : { is: 'rejected' })
    // Next time it is asked for one call after the other.
    if (step === 'bundle' && setback.is === 'failed') ports.withoutBundles()
    ports.tell(setback.is === 'unknown' ? { is: 'unknown' } : { is: 'stopped', setback })
    return undefined
  }
}

type Call = { readonly call: ContractCall; readonly fee: FeeEstimate }

/** Sends one call. Where nobody knows whether the chain took what was signed, the chain tells: to whoever follows it. */
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

/** Asks the wallet for one call. @throws as `holdAgreed`. */
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

/** Gets one approval, or waits for the same one that is on its way already; undefined after telling why not. */
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
 * Gets the approvals that are missing, one after the other, each in its block before the next is asked for; gives the plan
 * that stands then, or undefined after telling why not.
 */
async function approved(ports: SwapPorts, agreed: Plan): Promise<Plan | undefined> {
  let plan = agreed
  // The swap is planned anew after each, so every approval of the agreed plan comes first at its turn.
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
    // The person has agreed to no more than all calls together.
    if (plan.maxFee > agreed.maxFee) return stop(ports, 'fee-rose')
  }
  return plan.approvals.length === 0 ? plan : stop(ports, 'approval-failed')
}

/** Whether all is to be asked for as one: never while an approval of it is on its way already. */
function isOneBundle(ports: SwapPorts, { isBundle, approvals, order, swap }: Plan): boolean {
  const isUnderWay = ({ value }: TokenApproval) =>
    ports.approvalUnderWay({ order, step: 'approve', spender: swap.to, value }) !== undefined
  return isBundle && !approvals.some(isUnderWay)
}

const callsOf = ({ approvals, swap }: Plan) => [...approvals.map(({ call }) => call), swap]

/** Asks for all calls as one bundle, of which the wallet tells the transaction later. @throws as `holdAgreed`. */
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

/** Compares the calls that the wallet made of a bundle with those that were asked for (channel D8), once the chain has them. */
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
 * Carries out what a person agreed to: as one bundle where the wallet can, else the approvals that are missing and then
 * the swap, each written into the journal before the wallet is asked. Tells every step, and raises the alarm when less came
 * than was agreed to, or when the chain shows other calls. Gives the swap's entry at its end. Never throws.
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
