import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentBundle, SentVerification } from '../../chain-adapter.ts'
import type { Fact } from '../../request-facts.ts'
import { parseAddress } from '../address.ts'
import { type SentTransaction, sentTransactionSchema } from '../chain-records.ts'
import { addedAuthorizations } from '../decode/added-authorizations.ts'
import { isSameHex } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ExecutedCall, type Execution, executionOf } from '../simulate/executed-calls.ts'
import { type AccountCode, noCodeFromPoll, readAccountCode } from '../tokens/account-code.ts'
import { isAccountFeeWithin } from './verify-sent.ts'

/** Delays before each poll, in milliseconds: a node may lag behind the one that returned the receipt. */
const pollDelaysMs: readonly number[] = [0, 500, 1_000, 2_000, 4_000]

const unverifiable: SentVerification = { verdict: 'unverifiable', added: [] }

/** An included transaction, its effect for the account, and whether the account had code to execute it. */
type IncludedTransaction = {
  readonly found: SentTransaction
  readonly execution: Execution
  readonly hasCode: boolean
}

const isSameCall = (executed: ExecutedCall, requested: SentBundle['calls'][number]): boolean =>
  isSameHex(executed.to, requested.to) &&
  executed.value === requested.value &&
  isSameHex(executed.data, requested.data)

/** Number of calls that were executed as requested and in order; other calls may be between them. */
function countInOrder(executed: readonly ExecutedCall[], requested: SentBundle['calls']): number {
  let count = 0
  for (const call of executed) {
    const next = requested[count]
    if (next && isSameCall(call, next)) count += 1
  }
  return count
}

/**
 * Verifies the executed calls of a bundle (EIP-5792) against the request, by the transactions of its receipts, from the
 * widget's node (channel D8). `added`: all of them were executed, with others that the wallet added, or with delegates of
 * the account. `unverifiable`: the transactions follow no standard, or the node does not return them, the account's code or
 * the usual fee.
 * @throws WidgetError `send/mismatch` (`data.made`: how many of the calls were executed as requested) if one is missing or
 * different, the account had no code to execute them, or it pays too much for them; the signal's reason.
 */
export async function verifyBundle(
  { openRpc, clock }: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  { account, chain, hashes, calls }: SentBundle,
  signal: AbortSignal,
): Promise<SentVerification> {
  // For a new contract, the chain shows only the transaction.
  if (calls.some(({ to }) => to === undefined)) return unverifiable
  const rpc = openRpc({ id: chain })
  const owner = parseAddress(account)
  /** The state of the account's code for a batch; a single call needs none. */
  const readCode = async (
    transaction: SentTransaction,
    { is }: Execution,
  ): Promise<AccountCode | undefined> =>
    is === 'batch' ? readAccountCode(rpc, owner, transaction, signal) : 'code'
  const waitForIncluded = async (hash: string): Promise<IncludedTransaction | undefined> => {
    for (const [at, delayMs] of pollDelaysMs.entries()) {
      if (delayMs > 0) await sleep(clock, delayMs, signal)
      const transaction = await rpc('eth_getTransactionByHash', [hash], z.nullable(sentTransactionSchema), {
        signal,
      }).catch(() => null)
      signal.throwIfAborted()
      if (!transaction) continue
      const execution = executionOf(transaction, owner)
      const code = await readCode(transaction, execution)
      signal.throwIfAborted()
      const isKnown = code === 'code' || (code === 'none' && at >= noCodeFromPoll)
      if (isKnown) return { found: transaction, execution, hasCode: code === 'code' }
    }
    return undefined
  }
  const executed: ExecutedCall[] = []
  const added: Fact[] = []
  const fees: (boolean | undefined)[] = []
  let isBatch = false
  for (const hash of hashes) {
    const included = await waitForIncluded(hash)
    if (!included || included.execution.is === 'unreadable') return unverifiable
    const { found: transaction, execution, hasCode } = included
    // An account without code executes nothing.
    if (hasCode) executed.push(...execution.calls)
    added.push(...(await addedAuthorizations(transaction, [], owner)))
    fees.push(await isAccountFeeWithin(rpc, transaction, execution, { from: owner }, signal))
    isBatch ||= execution.is === 'batch'
  }
  const count = countInOrder(executed, calls)
  // A transaction to a contract that is not an account may execute several calls in a non-standard way.
  if (count < calls.length && !isBatch && executed.length < calls.length) return unverifiable
  const differs = count < calls.length ? ['calls'] : fees.includes(false) ? ['fee'] : []
  if (differs.length > 0) {
    const data = { differs, hash: hashes.at(-1), made: count }
    throw new WidgetError('send/mismatch', 'The wallet carried out something else than was asked', { data })
  }
  if (executed.length > count || added.length > 0) return { verdict: 'added', added }
  return fees.includes(undefined) ? unverifiable : { verdict: 'verified', added }
}
