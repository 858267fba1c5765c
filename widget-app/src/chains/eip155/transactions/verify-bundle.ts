import * as z from 'zod/mini'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SentBundle, SentVerification } from '../../chain-adapter.ts'
import type { Fact } from '../../request-facts.ts'
import { parseAddress } from '../address.ts'
import { type SentTransaction, sentTransactionSchema } from '../chain-records.ts'
import { addedAuthorisations } from '../decode/added-authorizations.ts'
import { isSameHex } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ExecutedCall, type Execution, executionOf } from '../simulate/executed-calls.ts'
import { type AccountCode, noCodeSinceLook, readAccountCode } from '../tokens/account-code.ts'
import { isOwnFeeWithin } from './verify-sent.ts'

/** Delays before each poll, in milliseconds: a node may lag behind the one that returned the receipt. */
const looksMs: readonly number[] = [0, 500, 1_000, 2_000, 4_000]

const unverifiable: SentVerification = { verdict: 'unverifiable', added: [] }

/** An included transaction, its effect for the account, and whether the account had code to execute it. */
type Look = { readonly found: SentTransaction; readonly execution: Execution; readonly hasCode: boolean }

const isSameCall = (made: ExecutedCall, asked: SentBundle['calls'][number]): boolean =>
  isSameHex(made.to, asked.to) && made.value === asked.value && isSameHex(made.data, asked.data)

/** Number of calls that were executed as requested and in order; other calls may be between them. */
function countInOrder(made: readonly ExecutedCall[], asked: SentBundle['calls']): number {
  let count = 0
  for (const call of made) {
    const next = asked[count]
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
  const codeFor = async (found: SentTransaction, { is }: Execution): Promise<AccountCode | undefined> =>
    is === 'batch' ? readAccountCode(rpc, owner, found, signal) : 'code'
  const look = async (hash: string): Promise<Look | undefined> => {
    for (const [at, delayMs] of looksMs.entries()) {
      if (delayMs > 0) await sleep(clock, delayMs, signal)
      const found = await rpc('eth_getTransactionByHash', [hash], z.nullable(sentTransactionSchema), {
        signal,
      }).catch(() => null)
      signal.throwIfAborted()
      if (!found) continue
      const execution = executionOf(found, owner)
      const code = await codeFor(found, execution)
      signal.throwIfAborted()
      const isKnown = code === 'code' || (code === 'none' && at >= noCodeSinceLook)
      if (isKnown) return { found, execution, hasCode: code === 'code' }
    }
    return undefined
  }
  const made: ExecutedCall[] = []
  const added: Fact[] = []
  const fees: (boolean | undefined)[] = []
  let isBatch = false
  for (const hash of hashes) {
    const seen = await look(hash)
    if (!seen || seen.execution.is === 'unreadable') return unverifiable
    const { found, execution, hasCode } = seen
    // An account without code executes nothing.
    if (hasCode) made.push(...execution.calls)
    added.push(...(await addedAuthorisations(found, [], owner)))
    fees.push(await isOwnFeeWithin(rpc, found, execution, { from: owner }, signal))
    isBatch ||= execution.is === 'batch'
  }
  const count = countInOrder(made, calls)
  // A transaction to a contract that is not an account may execute several calls in a non-standard way.
  if (count < calls.length && !isBatch && made.length < calls.length) return unverifiable
  const differs = count < calls.length ? ['calls'] : fees.includes(false) ? ['fee'] : []
  if (differs.length > 0) {
    const data = { differs, hash: hashes.at(-1), made: count }
    throw new WidgetError('send/mismatch', 'The wallet carried out something else than was asked', { data })
  }
  if (made.length > count || added.length > 0) return { verdict: 'added', added }
  return fees.includes(undefined) ? unverifiable : { verdict: 'verified', added }
}
