import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobCounts } from '../ports/jobs.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { createJobWorker, type JobHandler, retryDelayMs } from './job-worker.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const logger = () => {
  const lines: object[] = []
  const log = (fields: object, message: string) => {
    lines.push({ ...fields, message })
  }
  return { lines, debug: log, info: log, warn: log, error: log }
}

/** A promise with its resolve function. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((options) => {
    resolve = options
  })
  return { promise, resolve }
}

type WorkerOptions = Partial<Parameters<typeof createJobWorker>[0]>

function workerOf(handler: JobHandler, options: WorkerOptions = {}) {
  const log = logger()
  const runs: string[] = []
  const worker = createJobWorker({
    store: server.stores.jobs,
    handlers: { mail: handler },
    recurring: {},
    clock: server.now,
    logger: log,
    onRun: (kind, result) => runs.push(`${kind} ${result}`),
    ...options,
  })
  return { ...worker, log, runs }
}
const add = (payload: unknown, kind = 'mail') =>
  server.stores.jobs.add({ kind, payload, runAtMs: server.now() })

describe('job worker', () => {
  it('due jobs › run once each, across batches', async () => {
    const done: unknown[] = []
    const worker = workerOf(async (payload) => {
      done.push(payload)
    })
    for (let n = 0; n < 25; n += 1) await add(n)
    await worker.runDue()
    expect(new Set(done).size).toBe(25)
    expect(done).toHaveLength(25)
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 0, dead: 0 })
    await worker.runDue()
    expect(done).toHaveLength(25)
  })

  it('job without a handler here › stays for another replica', async () => {
    await add(1, 'later version')
    await workerOf(async () => undefined).runDue()
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 1, dead: 0 })
  })

  it('failing job › retried after 1 s, 2 s, 4 s …, dead after the twelfth attempt', async () => {
    let attempts = 0
    const worker = workerOf(async () => {
      attempts += 1
      throw new TypeError('secret of the payload')
    })
    await add('payload')
    const delays: number[] = []
    await worker.runDue()
    for (let attempt = 1; attempt < 12; attempt += 1) {
      const delay = retryDelayMs(attempt)
      delays.push(delay)
      server.advance(delay - 1)
      await worker.runDue()
      expect(attempts).toBe(attempt)
      server.advance(1)
      await worker.runDue()
      expect(attempts).toBe(attempt + 1)
    }
    expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    server.advance(86_400_000)
    await worker.runDue()
    expect(attempts).toBe(12)
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 0, dead: 1 })
    expect(worker.runs).toEqual([...Array(11).fill('mail failed'), 'mail dead'])
    expect(worker.log.lines.at(-1)).toMatchObject({ message: 'job dead', kind: 'mail', name: 'TypeError' })
    expect(JSON.stringify(worker.log.lines)).not.toContain('secret')
    server.advance(31 * 86_400_000)
    await server.stores.deleteExpired(server.now())
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 0, dead: 0 })
  })

  it('job that crashed its process each time › dead without another run', async () => {
    await add('poison')
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await server.stores.jobs.claim(['mail'], 1, server.now(), server.now() + 10)
      server.advance(10)
    }
    let isRun = false
    await workerOf(async () => {
      isRun = true
    }).runDue()
    expect(isRun).toBe(false)
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 0, dead: 1 })
  })

  it('recurring job › runs in one worker, again after its interval, even if it failed', async () => {
    let runs = 0
    const recurring = {
      sweep: {
        everyMs: 60_000,
        run: async () => {
          runs += 1
          if (runs % 2 === 0) throw new Error('The database is away')
        },
      },
    }
    const workers = [1, 2, 3].map(() => workerOf(async () => undefined, { recurring }))
    await server.stores.jobs.addRecurring('sweep', server.now())
    const runAll = () => Promise.all(workers.map((worker) => worker.runDue()))
    for (let minute = 1; minute < 30; minute += 1) {
      await runAll()
      await runAll()
      expect(runs).toBe(minute)
      server.advance(60_000)
    }
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 1, dead: 0 })
  })

  it('started worker › runs and counts jobs until it is stopped', async () => {
    const counted = deferred<JobCounts>()
    const isRunning = deferred<void>()
    const mayEnd = deferred<void>()
    let hasEnded = false
    const handler = async (payload: unknown) => {
      if (payload !== 'slow') return
      isRunning.resolve()
      await mayEnd.promise
      hasEnded = true
    }
    const worker = workerOf(handler, { pollMs: 1, onCounts: counted.resolve })
    await add('quick')
    worker.start()
    expect(await counted.promise).toEqual({ waiting: 0, dead: 0 })
    await add('slow')
    await isRunning.promise
    const stopping = worker.stop().then(() => hasEnded)
    mayEnd.resolve()
    expect(await stopping).toBe(true)
    await add('never')
    expect(await server.stores.jobs.counts()).toEqual({ waiting: 1, dead: 0 })
  })
})
