import { Redis } from 'ioredis'
import type { Wakeups } from '../../ports/wakeups.ts'
import {
  createTopicListeners,
  defaultRecheckTimes,
  type RecheckTimes,
  topicKey,
  wakeupChannel,
} from './topic-listeners.ts'

const maxReconnectDelayMs = 1_000
const commandTimeoutMs = 1_000
/** TCP keep-alive: the kernel checks an idle connection after this time. */
const keepAliveMs = 10_000

type Options = {
  /** `redis://`, `rediss://`, or the path of a Unix socket. */
  readonly url: string
  readonly recheck?: RecheckTimes
  /** Called when a connection fails, with a code such as `ECONNREFUSED`. */
  readonly onError?: (code: string) => void
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

/** Wakeups over Redis publish and subscribe, for replicas that share one Redis. */
export function createRedisWakeups({ url, recheck = defaultRecheckTimes, onError }: Options): Wakeups {
  const connect = () => {
    const redis = new Redis(url, {
      keepAlive: keepAliveMs,
      commandTimeout: commandTimeoutMs,
      // Commands that wait for a connection are dropped when it fails: the store is read anyway.
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(attempt * 50, maxReconnectDelayMs),
    })
    redis.on('error', (error: unknown) => onError?.(codeOf(error)))
    return redis
  }
  let isSubscribed = false
  const listeners = createTopicListeners(() => (isSubscribed ? recheck.connectedMs : recheck.disconnectedMs))
  // A subscribed connection can send no other commands.
  const [subscriber, publisher] = [connect(), connect()]
  subscriber.on('ready', () => {
    subscriber.subscribe(wakeupChannel).then(
      () => {
        isSubscribed = true
        // Changes before the subscription were not announced here.
        listeners.wakeAll()
      },
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('close', () => {
    isSubscribed = false
    listeners.wakeAll()
  })
  subscriber.on('message', (_channel: string, key: string) => listeners.wake(key))
  return {
    listen: (topic) => listeners.listen(topicKey(topic)),
    notify: (topic) => {
      const key = topicKey(topic)
      listeners.wake(key)
      publisher.publish(wakeupChannel, key).catch(() => undefined)
    },
    endWaits: listeners.endWaits,
    close: async () => {
      listeners.endWaits()
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}
