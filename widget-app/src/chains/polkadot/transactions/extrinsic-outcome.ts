import type { SubmittableResult } from '@polkadot/api'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { normalizeAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema, bytesSchema } from '../scale-json.ts'
import type { FoundExtrinsic } from './find-extrinsic.ts'

/** An event of one extrinsic, with its data as JSON in order. */
export type ExtrinsicEvent = { readonly name: string; readonly data: readonly unknown[] }

/** The outcome of an extrinsic in a block. */
export type ExtrinsicOutcome = { readonly is: 'confirmed' | 'failed'; readonly fee: bigint }

type EventRecord = SubmittableResult['events'][number]
type Codec = EventRecord['event']['data'][number]
type EventList = Codec & Iterable<EventRecord>

/** The amount in an event about an account; 0 for events about others. */
function amountFor(account: string, [who, amount]: readonly unknown[]): bigint {
  const parsed = z.tuple([z.string(), amountSchema()]).safeParse([who, amount])
  return parsed.success && normalizeAddress(parsed.data[0]) === account ? parsed.data[1] : 0n
}

/**
 * The outcome of an extrinsic, by its events. The fee is that of `TransactionPayment.TransactionFeePaid`; on runtimes before
 * that event, it is the amount withdrawn from the signer minus the refund.
 */
export function outcomeOf(signer: string, events: readonly ExtrinsicEvent[]): ExtrinsicOutcome | undefined {
  const all = (name: string) => events.filter((event) => event.name === name)
  const sum = (name: string) => all(name).reduce((total, { data }) => total + amountFor(signer, data), 0n)
  const is = all('system.ExtrinsicFailed').length > 0 ? 'failed' : 'confirmed'
  if (is === 'confirmed' && all('system.ExtrinsicSuccess').length === 0) return undefined
  const hasFeeEvent = all('transactionPayment.TransactionFeePaid').length > 0
  const fee = hasFeeEvent
    ? sum('transactionPayment.TransactionFeePaid')
    : sum('balances.Withdraw') - sum('balances.Deposit')
  return { is, fee }
}

/**
 * Reads the outcome of an account's extrinsic, with the types of the block's runtime.
 * @throws WidgetError `http/invalid-response` if the node no longer has the state of that block.
 */
export async function readOutcome(
  { api, rpc }: ChainNode,
  signer: string,
  found: FoundExtrinsic,
  signal: AbortSignal,
): Promise<ExtrinsicOutcome> {
  const { registry, query } = await api.at(found.blockHash)
  const key = query.system?.events?.key()
  const raw = await rpc('state_getStorage', [key, found.blockHash], z.nullable(bytesSchema()), { signal })
  const records = registry.createTypeUnsafe<EventList, string>('Vec<FrameSystemEventRecord>', [raw ?? '0x00'])
  const events = [...records].flatMap(({ phase, event }) =>
    phase.isApplyExtrinsic && phase.asApplyExtrinsic.eq(found.index)
      ? [{ name: `${event.section}.${event.method}`, data: event.data.map((each) => each.toJSON()) }]
      : [],
  )
  const outcome = outcomeOf(signer, events)
  if (outcome === undefined)
    throw new WidgetError('http/invalid-response', 'The node does not tell how the extrinsic ended')
  return outcome
}
