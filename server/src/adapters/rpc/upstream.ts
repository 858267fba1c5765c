import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { RpcCallPolicy, RpcEvent } from '../../ports/rpc.ts'
import type { Timers } from '../../vendor-clients/timers.ts'
import { chainIdOf, identityOf } from './chain-identity.ts'
import { parseEndpoint } from './endpoint.ts'
import { createHealth, type HealthLimits } from './node-health.ts'
import { createNodeQueue, type QueueLimits } from './node-queue.ts'
import type { RpcCallResult } from './rpc-responses.ts'

export type UpstreamLimits = HealthLimits &
  QueueLimits & {
    /** How long a node of another chain is not checked again. */
    readonly wrongChainRetryMs: number
  }

/** `probe`: its chain id must be verified first, because it never was, or because its circuit breaker is half open. */
type Readiness = 'ready' | 'probe' | 'away'

/** One node of a chain, for status pages. */
export type UpstreamStatus = {
  readonly chainId: string
  readonly host: string
  readonly state: 'ready' | 'not-checked' | 'paused' | 'broken' | 'wrong-chain'
}

export type Upstream = ReturnType<typeof createUpstream>

const probePolicy: RpcCallPolicy = {
  cache: { is: 'never' },
  submits: false,
  hedge: false,
  timeoutMs: 3_000,
  cost: 1,
  unbatched: false,
}

/**
 * One node of a chain. It gets calls once its chain id is verified, and is verified again after its circuit breaker was
 * open.
 * @throws Error when the URL is invalid
 */
export function createUpstream(
  chainId: string,
  url: string,
  limits: UpstreamLimits,
  timers: Timers,
  onEvent: (event: RpcEvent) => void,
) {
  const endpoint = parseEndpoint(chainId, url)
  const health = createHealth(chainId, endpoint.host, limits, timers, onEvent)
  const queue = createNodeQueue(chainId, endpoint, limits, health, timers, onEvent)
  const identity = identityOf(chainId)
  const { host } = endpoint
  let isVerified = identity === undefined
  let wrongChainUntilMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function readiness(): Readiness {
    if (health.pausedForMs() > 0 || timers.now() < wrongChainUntilMs) return 'away'
    const state = health.breakerState()
    if (state === 'open') return 'away'
    return state === 'half-open' || !isVerified ? 'probe' : 'ready'
  }

  /** Reads the node's chain id; concurrent probes share one request. */
  function probe(): Promise<void> {
    probing ??= verifyChain().finally(() => {
      probing = undefined
    })
    return probing
  }

  async function verifyChain(): Promise<void> {
    const { method, params } = identity ?? fallbackCall
    const call: RpcRequest = { jsonrpc: '2.0', id: 1, method, params: [...params] }
    const result = await queue.call(call, probePolicy, new AbortController().signal)
    if (result.is === 'failed' || identity === undefined) return
    const actual = result.is === 'result' ? chainIdOf(chainId, identity, result.result) : undefined
    isVerified = actual === chainId
    if (isVerified) return
    // An error says less than another chain's id: the node may only be starting.
    wrongChainUntilMs = timers.now() + (actual === undefined ? limits.openMs : limits.wrongChainRetryMs)
    onEvent({ is: 'wrong-chain', chainId, host, ...(actual === undefined ? {} : { actual }) })
  }

  async function callOnceVerified(call: RpcRequest, policy: RpcCallPolicy, signal: AbortSignal) {
    await probe()
    return readiness() === 'ready' ? queue.call(call, policy, signal) : unavailable
  }

  return {
    host,
    readiness,
    probe,
    rank: health.rank,
    hedgeDelayMs: health.hedgeDelayMs,
    pausedForMs: health.pausedForMs,
    /** Resolves with the call's result at the node; never rejects. The reason of an abort is an `AbortReason`. */
    call: (call: RpcRequest, policy: RpcCallPolicy, signal: AbortSignal): Promise<RpcCallResult> => {
      const now = readiness()
      if (now === 'away') return Promise.resolve(unavailable)
      return now === 'ready' ? queue.call(call, policy, signal) : callOnceVerified(call, policy, signal)
    },
    status: (): UpstreamStatus => {
      const state =
        timers.now() < wrongChainUntilMs
          ? 'wrong-chain'
          : health.breakerState() !== 'closed'
            ? 'broken'
            : health.pausedForMs() > 0
              ? 'paused'
              : isVerified
                ? 'ready'
                : 'not-checked'
      return { chainId, host, state }
    },
    close: queue.close,
  }
}

/** Any call shows whether a node responds. */
const fallbackCall = { method: 'rpc_methods', params: [] }
const unavailable: RpcCallResult = { is: 'failed', reason: 'unavailable', sent: false }
