import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import { hexAddressSchema, parameter } from './parameters.ts'
import type { DappMessage } from './request-context.ts'

/** Maximum of subscriptions of one page; each is a poll every 4 s. */
export const subscriptionLimit = 16

/** Maximum of blocks emitted after a pause; of a longer gap only the last ones. */
export const emittedBlockLimit = 32n

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
export type SubscriptionPorts = {
  readonly clock: Clock
  /** Whether the host is still connected on that chain. */
  readonly isAllowed: (chain: ChainId) => boolean
  readonly read: (
    chain: ChainId,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<unknown>
  readonly emitMessage: (message: DappMessage) => void
}

type SubscriptionParams = z.output<typeof subscribeParams>

const toHex = (block: bigint) => `0x${block.toString(16)}`

/** The new headers or logs of a range of blocks, oldest first. */
async function readChanges(
  { read }: SubscriptionPorts,
  chain: ChainId,
  [kind, filter]: SubscriptionParams,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  if (kind === 'logs') {
    const range = { ...filter, fromBlock: toHex(from), toBlock: toHex(to) }
    return z.parse(logsSchema, await read(chain, 'eth_getLogs', [range], signal))
  }
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, at) => from + BigInt(at))
  const blocks = await Promise.all(
    numbers.map((number) => read(chain, 'eth_getBlockByNumber', [toHex(number), false], signal)),
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
async function pollSubscription(
  ports: SubscriptionPorts,
  id: string,
  chain: ChainId,
  subscription: SubscriptionParams,
  signal: AbortSignal,
): Promise<void> {
  const head = async () => z.parse(quantity, await ports.read(chain, 'eth_blockNumber', [], signal))
  let lastBlock = await head().catch(() => undefined)
  for (;;) {
    await sleep(ports.clock, rpcPollIntervalMs, signal)
    if (!ports.isAllowed(chain)) return
    try {
      const now = await head()
      if (lastBlock === undefined || now < lastBlock) lastBlock = now
      if (now === lastBlock) continue
      const from = now - lastBlock > emittedBlockLimit ? now - emittedBlockLimit + 1n : lastBlock + 1n
      const changes = await readChanges(ports, chain, subscription, from, now, signal)
      lastBlock = now
      if (!ports.isAllowed(chain)) return
      for (const result of changes)
        ports.emitMessage({ type: 'eth_subscription', data: { subscription: id, result } })
    } catch {
      signal.throwIfAborted()
    }
  }
}

export type Subscriptions = {
  subscribe(ports: SubscriptionPorts, id: string, chain: ChainId, params: readonly unknown[]): string
  unsubscribe(params: readonly unknown[]): boolean
}

/**
 * `eth_subscribe` for `newHeads` and `logs` by polling the gateway every 4 s (SPEC §9), which works on every chain, with or
 * without a WebSocket. A subscription ends by itself when the host is no longer connected on that chain.
 */
export function createSubscriptions(): Subscriptions {
  const controllers = new Map<string, AbortController>()
  return {
    subscribe: (ports, id, chain, params) => {
      const subscription = parameter(subscribeParams, params)
      if (controllers.size >= subscriptionLimit)
        throw new ProviderRpcError(providerCodes.limitExceeded, `At most ${subscriptionLimit} subscriptions`)
      const stop = new AbortController()
      controllers.set(id, stop)
      pollSubscription(ports, id, chain, subscription, stop.signal)
        .catch(() => undefined)
        .finally(() => controllers.delete(id))
      return id
    },
    unsubscribe: (params) => {
      const [id] = parameter(z.tuple([z.string()]), params)
      controllers.get(id)?.abort()
      return controllers.delete(id)
    },
  }
}
