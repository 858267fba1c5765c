import * as z from 'zod/mini'
import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { RpcCacheRule, RpcCallPolicy, RpcPolicyOf } from '../../ports/rpc.ts'
import { callUpstreams, type UpstreamGroup } from './call-upstreams.ts'
import { createCallDeduplicator } from './deduplicate-calls.ts'
import { createFinality, type FinalityRule } from './finality.ts'
import { blockOfResult, createLatestBlock } from './latest-block.ts'
import { callKey, type ResultCache } from './result-cache.ts'
import type { RpcCallResult } from './rpc-responses.ts'

/** Policy of the gateway's own reads: finalized block, runtime version. */
const ownReadPolicy: RpcCallPolicy = {
  cache: { is: 'never' },
  submits: false,
  hedge: true,
  timeoutMs: 3_000,
  cost: 1,
  alone: false,
}
const ownReadTotalMs = 3_000
const constantLifetimeMs = 3_600_000
const runtimeVersionLifetimeMs = 6_000
const runtimeVersion = z.object({ specName: z.string(), specVersion: z.int() })

/** How to send one call: its policy, its key, and its remaining time. */
type Ask = {
  readonly policy: RpcCallPolicy
  readonly key: string
  readonly totalTimeoutMs: number
  /** True to bypass the cache and calls in flight. */
  readonly isFresh: boolean
}

/** Results that can change: a caller that needs a fresh one must not get an older one. */
const changes = ({ is }: RpcCacheRule): boolean => is === 'latest' || is === 'finalized'

/**
 * Serves calls of one chain: from the cache, from an equal call in flight, or from its nodes.
 * @param totalTimeoutMs timeout of a call
 */
export function createChain(
  group: UpstreamGroup,
  totalTimeoutMs: number,
  finalityRule: FinalityRule,
  policyOf: RpcPolicyOf,
  cache: ResultCache,
) {
  const { chainId, timers, onEvent } = group
  const flights = createCallDeduplicator<RpcCallResult>()
  const seen = createLatestBlock()
  const finality = createFinality(finalityRule, read, timers.now)

  async function read(method: string, params: unknown[]): Promise<unknown> {
    const call: RpcRequest = { jsonrpc: '2.0', id: 1, method, params }
    const how = {
      policy: ownReadPolicy,
      key: callKey(chainId, call),
      totalTimeoutMs: ownReadTotalMs,
      isFresh: false,
    }
    const outcome = await ask(call, how, undefined)
    return outcome.is === 'result' ? outcome.result : undefined
  }

  function ask(call: RpcRequest, how: Ask, signal: AbortSignal | undefined): Promise<RpcCallResult> {
    // A read of the latest state that was sent before a newer block was observed must not be shared with a later caller.
    const shared = how.policy.cache.is === 'latest' ? `${how.key} ${seen.head()}` : how.key
    const flight = how.policy.submits || how.isFresh ? undefined : shared
    const isShared = flight !== undefined && flights.has(flight)
    onEvent({ is: 'call', chainId, from: isShared ? 'in-flight' : 'upstream' })
    return flights.join(flight, (abandoned) => askAndStore(call, how, abandoned), signal)
  }

  async function askAndStore(call: RpcRequest, how: Ask, abandoned: AbortSignal): Promise<RpcCallResult> {
    const head = seen.head()
    const outcome = await callUpstreams(group, call, how.policy, how.totalTimeoutMs, abandoned)
    if (outcome.is === 'result') {
      seen.observe(call, outcome.result)
      store(how.policy.cache, how.key, outcome.result, head)
    }
    return outcome
  }

  function store(rule: RpcCacheRule, key: string, result: unknown, headWhenSent: bigint) {
    if (rule.is === 'immutable') cache.set(key, { result })
    if (rule.is === 'chain-constant') cache.set(key, { result }, constantLifetimeMs)
    if (rule.is === 'latest' || (rule.is === 'finalized' && rule.lifetimeMs > 0)) {
      cache.set(key, { result, seenBlock: seen.seenBy(result, headWhenSent) }, rule.lifetimeMs)
    }
    if (rule.is === 'finalized') void storeOnceFinal(rule.block, key, result)
  }

  async function storeOnceFinal(named: bigint | 'result', key: string, result: unknown) {
    const block = named === 'result' ? blockOfResult(result) : named
    if (block !== undefined && (await finality.covers(block))) cache.set(key, { result })
  }

  /** The runtime version, at most `runtimeVersionLifetimeMs` old; undefined when it cannot be read. */
  async function versionOf(isFresh: boolean): Promise<string | undefined> {
    const key = `${chainId} runtime version`
    const known = isFresh ? undefined : cache.get(key, 0n)?.result
    const result = known ?? (await read('state_getRuntimeVersion', []))
    const parsed = z.safeParse(runtimeVersion, result)
    if (!parsed.success) return undefined
    if (known === undefined) cache.set(key, { result }, runtimeVersionLifetimeMs)
    return `${parsed.data.specName} ${parsed.data.specVersion}`
  }

  async function answerOfRuntime(call: RpcRequest, how: Ask, signalOf: () => AbortSignal | undefined) {
    const startedMs = timers.now()
    const version = await versionOf(false)
    const rest = { ...how, totalTimeoutMs: totalTimeoutMs - (timers.now() - startedMs) }
    if (version === undefined) return ask(call, rest, signalOf())
    const key = `${how.key} ${version}`
    const entry = cache.get(key, 0n)
    if (entry !== undefined) return cached(entry.result)
    const outcome = await ask(call, { ...rest, key }, signalOf())
    if (outcome.is === 'result') void storeOfRuntime(key, version, outcome.result)
    return outcome
  }

  /** An upgrade between the two reads would store the new runtime's result under the old version. */
  async function storeOfRuntime(key: string, version: string, result: unknown) {
    if ((await versionOf(true)) === version) cache.set(key, { result })
  }

  function cached(result: unknown): RpcCallResult {
    onEvent({ is: 'call', chainId, from: 'cache' })
    return { is: 'result', result }
  }

  return {
    /**
     * Sends one call within the total timeout; with `isFresh`, by a request of its own if the result can change.
     * @param signalOf called unless the result is cached: most requests need no signal, which is costly to create
     * @throws the signal's reason, once it aborts
     */
    answer: (
      call: RpcRequest,
      signalOf: () => AbortSignal | undefined,
      isFresh = false,
    ): Promise<RpcCallResult> => {
      const policy = policyOf(chainId, call)
      const key = callKey(chainId, call)
      const how = { policy, key, totalTimeoutMs, isFresh: isFresh && changes(policy.cache) }
      if (policy.cache.is === 'runtime-constant') return answerOfRuntime(call, how, signalOf)
      const entry = policy.cache.is === 'never' || how.isFresh ? undefined : cache.get(key, seen.head())
      return entry === undefined ? ask(call, how, signalOf()) : Promise.resolve(cached(entry.result))
    },
    isSubmission: (call: RpcRequest): boolean => policyOf(chainId, call).submits,
    upstreams: group.upstreams,
  }
}
