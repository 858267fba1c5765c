import { isWidgetError } from '#shared/errors/widget-error.ts'
import type {
  ChainAdapter,
  Connection,
  ContractCall,
  ContractCalls,
  SubmittedTransaction,
  TransactionStatus,
  Transfer,
} from '#widget/chains/contract.ts'
import { setbackOf } from '#widget/kernel/setback.ts'
import type { TransactionEvent, TransactionPurpose } from '#widget/kernel/transaction-entry.ts'
import type { SwapEvent, SwapFailure } from './machine.ts'
import type { Order, Plan, PricedCall } from './plan.ts'
import { setbackOfPlan } from './setbacks.ts'

export type SwapPorts = {
  readonly adapter: Pick<ChainAdapter, 'follow'> & { readonly contractCalls: ContractCalls }
  /** Writes the journal entry, before the wallet is asked, and returns its id. */
  readonly begin: (connection: Connection, transfer: Transfer, purpose: TransactionPurpose) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  readonly recordReceived: (entryId: string, received: bigint) => void
  readonly tell: (event: SwapEvent) => void
  /** A fresh plan of the same order, once its approval is in a block. */
  readonly planAgain: (order: Order) => Promise<Plan>
  /** What is on the chain is not what was asked (channel D8), whatever is on screen by then. */
  readonly alarm: (entryId: string) => void
  readonly signal: AbortSignal
}

/** A transaction which the wallet handed to the chain. */
type Sent = { readonly entryId: string; readonly transaction: SubmittedTransaction }

/** The purpose of an order's swap. */
const swapPurpose = ({ to, minimum }: Order): TransactionPurpose => ({
  is: 'swap',
  gets: to.asset,
  atLeast: minimum,
})

/** What the journal writes down of an order: what is given, and to which contract. */
const transferOf = ({ from, amount, connection }: Order, to: string): Transfer => ({
  from: connection.accounts[0],
  to,
  asset: from.asset,
  value: amount,
})

type Asked = PricedCall & {
  readonly order: Order
  readonly step: 'approve' | 'swap'
  /** The contract that takes the token. */
  readonly spender: string
}

/** Asks the wallet once for one call; undefined after telling why nothing was sent. */
async function ask(ports: SwapPorts, { order, step, call, fee, spender }: Asked): Promise<Sent | undefined> {
  const purpose: TransactionPurpose = step === 'approve' ? { is: 'approval' } : swapPurpose(order)
  const entryId = ports.begin(order.connection, transferOf(order, spender), purpose)
  ports.tell({ is: 'asked', step, entryId })
  try {
    const transaction = await ports.adapter.contractCalls.send(order.connection, call, fee)
    ports.record(entryId, { is: 'submitted', transaction })
    void watchOut(ports, order, { entryId, transaction }, call)
    return { entryId, transaction }
  } catch (error) {
    const setback = setbackOf(error)
    ports.record(entryId, setback.is === 'unknown' ? { is: 'lost' } : { is: 'rejected' })
    ports.tell(setback.is === 'unknown' ? { is: 'unknown' } : { is: 'stopped', setback })
    return undefined
  }
}

/** Compares what was sent with what was asked (channel D8), beside everything else. */
async function watchOut(ports: SwapPorts, { network }: Order, sent: Sent, call: ContractCall): Promise<void> {
  try {
    await ports.adapter.contractCalls.verify(sent.transaction, call, network, ports.signal)
  } catch (error) {
    if (isWidgetError(error, 'send/mismatch')) ports.alarm(sent.entryId)
  }
}

/** Follows a transaction to its end and writes down each change. */
async function followed(ports: SwapPorts, { network }: Order, sent: Sent): Promise<TransactionStatus> {
  const { follow } = ports.adapter
  if (!follow) throw new Error('A chain with contract calls can be followed')
  const note = (status: TransactionStatus) => ports.record(sent.entryId, { is: 'followed', status })
  const status = await follow(sent.transaction, network, note, ports.signal)
  note(status)
  return status
}

const stop = (ports: SwapPorts, why: SwapFailure, detail?: string): undefined => {
  ports.tell({ is: 'stopped', setback: { is: 'failed', why, detail } })
}

/** Gets leave to take exactly the amount, waits for its block and plans the swap anew; undefined after telling why not. */
async function approved(ports: SwapPorts, agreed: Plan, approval: PricedCall): Promise<Plan | undefined> {
  const { order } = agreed
  const sent = await ask(ports, { ...approval, order, step: 'approve', spender: agreed.swap.to })
  if (!sent) return undefined
  ports.tell({ is: 'approval-sent' })
  const status = await followed(ports, order, sent)
  if (status.is !== 'confirmed') return stop(ports, 'approval-failed', status.is)
  ports.tell({ is: 'approved' })
  const plan = await ports.planAgain(order)
  if (plan.approval) return stop(ports, 'approval-failed')
  // The person has agreed to no more than both calls together.
  return plan.maxFee <= agreed.maxFee ? plan : stop(ports, 'fee-rose')
}

/**
 * Carries out what a person agreed to: the approval first where one is missing, then the swap, each written into the journal
 * before the wallet is asked. Tells every step, and after the receipt what really came. Never throws.
 */
export async function runSwap(ports: SwapPorts, agreed: Plan): Promise<void> {
  try {
    const plan = agreed.approval ? await approved(ports, agreed, agreed.approval) : agreed
    if (!plan?.swapFee) return
    const { order, swap: call, swapFee: fee } = plan
    const sent = await ask(ports, { order, step: 'swap', call, fee, spender: call.to })
    if (!sent) return
    ports.tell({ is: 'submitted' })
    await settle(ports, order, sent)
  } catch (error) {
    ports.tell({ is: 'stopped', setback: setbackOfPlan(error) })
  }
}

/** Follows a swap to its receipt, and writes down what came by it. */
async function settle(ports: SwapPorts, order: Order, sent: Sent): Promise<void> {
  const status = await followed(ports, order, sent)
  if (status.is === 'confirmed') await noteReceived(ports, order, sent)
}

/** Writes down what a swap in a block really brought. What cannot be read is not known, and shown as that. */
async function noteReceived(
  ports: Pick<SwapPorts, 'adapter' | 'recordReceived' | 'signal'>,
  { network, to, connection }: Order,
  { entryId, transaction }: Sent,
): Promise<void> {
  const [account] = connection.accounts
  const received = await ports.adapter.contractCalls
    .received(transaction.hash, account, to.asset, network, ports.signal)
    .catch(() => undefined)
  if (received !== undefined) ports.recordReceived(entryId, received)
}
