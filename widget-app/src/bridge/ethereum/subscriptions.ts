import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { sleep } from '#widget/lib/async.ts'
import { hexAddressSchema, parameter } from './parameters.ts'
import type { DappMessage } from './request-context.ts'

/** Maximum of subscriptions of one page; each is a poll every 4 s. */
export const subscriptionLimit = 16

/** Maximum of blocks emitted after a pause; of a longer gap only the last ones. */
export const gapLimit = 32n

const topic = z.nullable(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)))
const filterSchema = z.strictObject({
  address: z.optional(z.union([hexAddressSchema, z.array(hexAddressSchema).check(z.maxLength(128))])),
  topics: z.optional(z.array(z.union([topic, z.array(topic).check(z.maxLength(128))])).check(z.maxLength(4))),
})
const subscribeParams = z.union([
  z.tuple([z.literal('newHeads')]),
  z.tuple([z.literal('logs'), filterSchema]),
  z.pipe(
    z.tuple([z.literal('logs')]),
    z.transform(() => ['logs', {}] as const),
  ),
])
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/)),
  z.transform((text) => BigInt(text)),
)
const blockSchema = z.looseObject({ transactions: z.optional(z.unknown()), uncles: z.optional(z.unknown()) })
const logsSchema = z.array(z.unknown())

/** What a subscription gets from outside. */
export type SubscriptionIo = {
  readonly clock: Clock
  /** Whether the host is still connected on that chain. */
  readonly isAllowed: (chain: ChainId) => boolean
  readonly read: (
    chain: ChainId,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<unknown>
  readonly tell: (message: DappMessage) => void
}

type Wanted = z.output<typeof subscribeParams>

const hex = (block: bigint) => `0x${block.toString(16)}`

/** The new headers or logs of a range of blocks, oldest first. */
async function news(
  { read }: SubscriptionIo,
  chain: ChainId,
  [kind, filter]: Wanted,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  if (kind === 'logs') {
    const range = { ...filter, fromBlock: hex(from), toBlock: hex(to) }
    return z.parse(logsSchema, await read(chain, 'eth_getLogs', [range], signal))
  }
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, at) => from + BigInt(at))
  const blocks = await Promise.all(
    numbers.map((number) => read(chain, 'eth_getBlockByNumber', [hex(number), false], signal)),
  )
  return blocks.map((block) => {
    const { transactions: _transactions, uncles: _uncles, ...header } = z.parse(blockSchema, block)
    return header
  })
}

/**
 * Polls every 4 s until the signal aborts, or the host may not see that chain any more. The next poll covers the range of a
 * failed one.
 */
async function follow(
  io: SubscriptionIo,
  id: string,
  chain: ChainId,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const head = async () => z.parse(quantity, await io.read(chain, 'eth_blockNumber', [], signal))
  let seen = await head().catch(() => undefined)
  for (;;) {
    await sleep(io.clock, rpcPollIntervalMs, signal)
    if (!io.isAllowed(chain)) return
    try {
      const now = await head()
      if (seen === undefined || now < seen) seen = now
      if (now === seen) continue
      const from = now - seen > gapLimit ? now - gapLimit + 1n : seen + 1n
      const found = await news(io, chain, wanted, from, now, signal)
      seen = now
      if (!io.isAllowed(chain)) return
      for (const result of found) io.tell({ type: 'eth_subscription', data: { subscription: id, result } })
    } catch {
      signal.throwIfAborted()
    }
  }
}

export type Subscriptions = {
  subscribe(io: SubscriptionIo, id: string, chain: ChainId, params: readonly unknown[]): string
  unsubscribe(params: readonly unknown[]): boolean
}

/**
 * `eth_subscribe` for `newHeads` and `logs` by polling the gateway every 4 s (SPEC §9), which works on every chain, with or
 * without a WebSocket. A subscription ends by itself when the host is no longer connected on that chain.
 */
export function makeSubscriptions(): Subscriptions {
  const running = new Map<string, AbortController>()
  return {
    subscribe: (io, id, chain, params) => {
      const wanted = parameter(subscribeParams, params)
      if (running.size >= subscriptionLimit)
        throw new ProviderRpcError(providerCodes.limitExceeded, `At most ${subscriptionLimit} subscriptions`)
      const stop = new AbortController()
      running.set(id, stop)
      follow(io, id, chain, wanted, stop.signal)
        .catch(() => undefined)
        .finally(() => running.delete(id))
      return id
    },
    unsubscribe: (params) => {
      const [id] = parameter(z.tuple([z.string()]), params)
      running.get(id)?.abort()
      return running.delete(id)
    },
  }
}
