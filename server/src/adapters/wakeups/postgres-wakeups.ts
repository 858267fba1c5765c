import pg from 'pg'
import type { Wakeups } from '../../ports/wakeups.ts'
import {
  createTopicListeners,
  defaultRecheckTimes,
  type RecheckTimes,
  topicKey,
  wakeupChannel,
} from './topic-listeners.ts'

const connectTimeoutMs = 5_000
const [minReconnectDelayMs, maxReconnectDelayMs] = [50, 1_000]
/** TCP keep-alive: the kernel checks an idle connection after this time. */
const keepAliveMs = 10_000

type Options = {
  /** `postgres://user:password@host:port/database`; a pooler must use session pooling. */
  readonly url: string
  readonly recheck?: RecheckTimes
  /** Called when the connection fails or is lost. */
  readonly onError?: (code: string) => void
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

/** Wakeups over `LISTEN` and `NOTIFY` on a connection of their own, for replicas without Redis. */
export function createPostgresWakeups({ url, recheck = defaultRecheckTimes, onError }: Options): Wakeups {
  let client: pg.Client | undefined
  let delayMs = minReconnectDelayMs
  let reconnecting: NodeJS.Timeout | undefined
  let isClosed = false
  const listeners = createTopicListeners(() =>
    client === undefined ? recheck.disconnectedMs : recheck.connectedMs,
  )

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      application_name: 'drawbridge wakeups',
    })
    next.on('notification', ({ payload = '' }) => listeners.wake(payload))
    next.on('error', (error) => onError?.(codeOf(error)))
    const isEnded = new Promise<void>((resolve) => next.once('end', () => resolve()))
    try {
      await next.connect()
      await next.query(`LISTEN ${wakeupChannel}`)
    } catch (error) {
      onError?.(codeOf(error))
      next.end().catch(() => undefined)
      reconnect()
      return
    }
    if (isClosed) {
      await next.end()
      return
    }
    client = next
    delayMs = minReconnectDelayMs
    // Changes before the subscription were not announced here.
    listeners.wakeAll()
    await isEnded
    client = undefined
    listeners.wakeAll()
    reconnect()
  }

  function reconnect(): void {
    if (isClosed) return
    reconnecting = setTimeout(() => {
      connecting = connect()
    }, delayMs)
    delayMs = Math.min(delayMs * 2, maxReconnectDelayMs)
  }

  let connecting = connect()
  return {
    listen: (topic) => listeners.listen(topicKey(topic)),
    notify: (topic) => {
      const key = topicKey(topic)
      listeners.wake(key)
      client?.query('SELECT pg_notify($1, $2)', [wakeupChannel, key]).catch(() => undefined)
    },
    endWaits: listeners.endWaits,
    close: async () => {
      isClosed = true
      listeners.endWaits()
      clearTimeout(reconnecting)
      await client?.end()
      await connecting
    },
  }
}
