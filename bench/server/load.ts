import { Agent, request } from 'node:http'

/** One request of a load. */
export type LoadRequest = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type LoadResult = {
  readonly perSecond: number
  /** Milliseconds; in an open loop from the time a request was due. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Requests without a status of 200. */
  readonly failed: number
}

/** Value below which a share of sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Sends one request and reads its response to the end. @returns its body; undefined without a status of 200. */
export function send(agent: Agent, base: URL, { method = 'GET', path, body, headers }: LoadRequest) {
  return new Promise<string | undefined>((resolve) => {
    const sent = request(
      { agent, host: base.hostname, port: base.port, method, path, headers: { ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : undefined),
        )
        response.on('error', () => resolve(undefined))
      },
    )
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}

function resultOf(durations: number[], failed: number, seconds: number): LoadResult {
  durations.sort((a, b) => a - b)
  return {
    perSecond: durations.length / seconds,
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
    failed,
  }
}

/** A step of a load: one request, or several that form one unit, such as a sign-in. Resolves with true on success. */
export type Step = (agent: Agent) => Promise<boolean>

/** Runs as many steps as possible: each worker starts its next step when its last one has ended. */
export async function closedLoop(step: Step, workers: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const durations: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  const runWorker = async () => {
    while (performance.now() < endsAt) {
      const at = performance.now()
      if (!(await step(agent))) failed += 1
      durations.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  agent.destroy()
  return resultOf(durations, failed, (performance.now() - startedAt) / 1_000)
}

/** Runs a fixed number of steps per second: a slow response does not delay the next request. */
export async function openLoop(step: Step, perSecond: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const durations: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const total = Math.floor(perSecond * seconds)
  const pending: Promise<void>[] = []
  let startedCount = 0
  await new Promise<void>((resolve) => {
    const tick = () => {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
      for (; startedCount < due; startedCount += 1) {
        const dueAt = startedAt + (startedCount / perSecond) * 1_000
        pending.push(
          step(agent).then((isDone) => {
            if (!isDone) failed += 1
            durations.push(performance.now() - dueAt)
          }),
        )
      }
      if (startedCount < total) setTimeout(tick, 1)
      else resolve()
    }
    tick()
  })
  await Promise.all(pending)
  agent.destroy()
  return resultOf(durations, failed, seconds)
}
