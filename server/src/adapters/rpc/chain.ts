import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import * as z from '../../../../shared/zod.ts'
import type { RpcCacheRule, RpcCallPolicy, RpcPolicyOf } from '../../ports/rpc.ts'
import { callUpstreams, type UpstreamGroup } from './call-upstreams.ts'
import { createCallDeduplicator } from './deduplicate-calls.ts'
import { createFinality, type FinalityRule } from './finality.ts'
import { blockOfResult, createLatestBlock } from './latest-block.ts'
import { callKey, type ResultCache } from './result-cache.ts'
import type { RpcCallResult } from './rpc-responses.ts'

/** Policy of the gateway's own reads: finalized block, runtime version. */
const internalReadPolicy: RpcCallPolicy = {
  cache: { is: 'never' },
  submits: false,
  hedge: true,
  timeoutMs: 3_000,
  cost: 1,
  unbatched: false,
}
const internalReadTimeoutMs = 3_000
const constantLifetimeMs = 3_600_000
const runtimeVersionLifetimeMs = 6_000
const runtimeVersion = z.object({ specName: z.string(), specVersion: z.int() })

/** How to send one call: its policy, its key, and its remaining time. */
type SendOptions = {
  readonly policy: RpcCallPolicy
  readonly key: string
  readonly totalTimeoutMs: number
  /** True to bypass the cache and calls in flight. */
  readonly isFresh: boolean
}

/** Results that can change: a caller that needs a fresh one must not get an older one. */
const isChangeable = ({ is }: RpcCacheRule): boolean => is === 'latest' || is === 'finalized'

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
  const deduplicator = createCallDeduplicator<RpcCallResult>()
  const latestBlock = createLatestBlock()
  const finality = createFinality(finalityRule, read, timers.now)

  async function read(method: string, params: unknown[]): Promise<unknown> {
    const call: RpcRequest = { jsonrpc: '2.0', id: 1, method, params }
    const sendOptions = {
      policy: internalReadPolicy,
      key: callKey(chainId, call),
      totalTimeoutMs: internalReadTimeoutMs,
      isFresh: false,
    }
    const callResult = await send(call, sendOptions, undefined)
    return callResult.is === 'result' ? callResult.result : undefined
  }

  function send(
    call: RpcRequest,
    sendOptions: SendOptions,
    signal: AbortSignal | undefined,
  ): Promise<RpcCallResult> {
    // A read of the latest state that was sent before a newer block was observed must not be shared with a later caller.
    const shared =
      sendOptions.policy.cache.is === 'latest' ? `${sendOptions.key} ${latestBlock.head()}` : sendOptions.key
    const deduplicationKey = sendOptions.policy.submits || sendOptions.isFresh ? undefined : shared
    const isShared = deduplicationKey !== undefined && deduplicator.has(deduplicationKey)
    onEvent({ is: 'call', chainId, from: isShared ? 'in-flight' : 'upstream' })
    return deduplicator.join(
      deduplicationKey,
      (abandoned) => sendAndStore(call, sendOptions, abandoned),
      signal,
    )
  }

  async function sendAndStore(
    call: RpcRequest,
    sendOptions: SendOptions,
    abandoned: AbortSignal,
  ): Promise<RpcCallResult> {
    const head = latestBlock.head()
    const callResult = await callUpstreams(
      group,
      call,
      sendOptions.policy,
      sendOptions.totalTimeoutMs,
      abandoned,
    )
    if (callResult.is === 'result') {
      latestBlock.observe(call, callResult.result)
      store(sendOptions.policy.cache, sendOptions.key, callResult.result, head)
    }
    return callResult
  }

  function store(rule: RpcCacheRule, key: string, result: unknown, headWhenSent: bigint) {
    if (rule.is === 'immutable') cache.set(key, { result })
    if (rule.is === 'chain-constant') cache.set(key, { result }, constantLifetimeMs)
    if (rule.is === 'latest' || (rule.is === 'finalized' && rule.lifetimeMs > 0)) {
      cache.set(key, { result, readAtBlock: latestBlock.blockOfRead(result, headWhenSent) }, rule.lifetimeMs)
    }
    if (rule.is === 'finalized') void storeOnceFinal(rule.block, key, result)
  }

  async function storeOnceFinal(blockReference: bigint | 'result', key: string, result: unknown) {
    const block = blockReference === 'result' ? blockOfResult(result) : blockReference
    if (block !== undefined && (await finality.covers(block))) cache.set(key, { result })
  }

  /** The runtime version, at most `runtimeVersionLifetimeMs` old; undefined when it cannot be read. */
  async function versionOf(isFresh: boolean): Promise<string | undefined> {
    const key = `${chainId} runtime version`
    const cachedVersion = isFresh ? undefined : cache.get(key, 0n)?.result
    const result = cachedVersion ?? (await read('state_getRuntimeVersion', []))
    const parsed = z.safeParse(runtimeVersion, result)
    if (!parsed.success) return undefined
    if (cachedVersion === undefined) cache.set(key, { result }, runtimeVersionLifetimeMs)
    return `${parsed.data.specName} ${parsed.data.specVersion}`
  }

  async function sendRuntimeConstant(
    call: RpcRequest,
    sendOptions: SendOptions,
    signalOf: () => AbortSignal | undefined,
  ) {
    const startedMs = timers.now()
    const version = await versionOf(false)
    const remaining = { ...sendOptions, totalTimeoutMs: totalTimeoutMs - (timers.now() - startedMs) }
    if (version === undefined) return send(call, remaining, signalOf())
    const key = `${sendOptions.key} ${version}`
    const entry = cache.get(key, 0n)
    if (entry !== undefined) return cachedResult(entry.result)
    const callResult = await send(call, { ...remaining, key }, signalOf())
    if (callResult.is === 'result') void storeRuntimeConstant(key, version, callResult.result)
    return callResult
  }

  /** An upgrade between the two reads would store the new runtime's result under the old version. */
  async function storeRuntimeConstant(key: string, version: string, result: unknown) {
    if ((await versionOf(true)) === version) cache.set(key, { result })
  }

  function cachedResult(result: unknown): RpcCallResult {
    onEvent({ is: 'call', chainId, from: 'cache' })
    return { is: 'result', result }
  }

  return {
    /**
     * Sends one call within the total timeout; with `isFresh`, by a request of its own if the result can change.
     * @param signalOf called unless the result is cached: most requests need no signal, which is costly to create
     * @throws the signal's reason, once it aborts
     */
    send: (
      call: RpcRequest,
      signalOf: () => AbortSignal | undefined,
      isFresh = false,
    ): Promise<RpcCallResult> => {
      const policy = policyOf(chainId, call)
      const key = callKey(chainId, call)
      const sendOptions = { policy, key, totalTimeoutMs, isFresh: isFresh && isChangeable(policy.cache) }
      if (policy.cache.is === 'runtime-constant') return sendRuntimeConstant(call, sendOptions, signalOf)
      const entry =
        policy.cache.is === 'never' || sendOptions.isFresh ? undefined : cache.get(key, latestBlock.head())
      return entry === undefined
        ? send(call, sendOptions, signalOf())
        : Promise.resolve(cachedResult(entry.result))
    },
    isSubmission: (call: RpcRequest): boolean => policyOf(chainId, call).submits,
    upstreams: group.upstreams,
  }
}
