import { parseRecords, postEvents } from './adapters/http-events/http-events.ts'
import { logEvents } from './adapters/log/json-log.ts'
import type { Config } from './config/config-schema.ts'
import { createEventQueue } from './core/event-queue.ts'
import type { JobHandler } from './core/job-worker.ts'
import type { Logger } from './ports/logger.ts'
import type { Metrics } from './ports/metrics.ts'
import type { EventSink, EventWriter } from './ports/stores/events.ts'
import type { Stores } from './ports/stores/stores.ts'

/** How long the last events may take to be written when the server stops. */
const closeMs = 5_000
/** Maximum number of stored batches that a URL has not accepted; later ones are dropped. */
const storedBatchesLimit = 1_000
const dayMs = 86_400_000

type SinkSettings = Pick<Config['reports'], 'sink' | 'url' | 'samplePercent'>

export type EventWriters = {
  readonly analytics: EventSink
  readonly reports: EventSink
  /** Handlers of jobs that retry posting to a URL. */
  readonly jobHandlers: Readonly<Record<string, JobHandler>>
  readonly close: () => Promise<void>
}

/** Creates the queues of analytics events and browser reports, each written to the configured sink. */
export function openEvents(config: Config, stores: Stores, logger: Logger, metrics?: Metrics): EventWriters {
  const jobHandlers: Record<string, JobHandler> = {}

  /** A batch that the URL does not accept becomes a job. */
  function httpWriter(url: string, jobKind: string): EventWriter {
    jobHandlers[jobKind] = (payload) => postEvents(url, parseRecords(payload))
    return async (records) => {
      try {
        await postEvents(url, records)
      } catch (error) {
        if ((await stores.jobs.counts()).waiting >= storedBatchesLimit) throw error
        await stores.jobs.add({ kind: jobKind, payload: records, runAtMs: Date.now() })
      }
    }
  }

  function writerOf({ sink, url }: SinkSettings, jobKind: string): EventWriter | undefined {
    if (sink === 'log') return logEvents(logger)
    if (sink === 'database')
      return (records) => stores.events.add(records, Date.now() + config.analytics.retentionDays * dayMs)
    return sink === 'http' && url !== undefined ? httpWriter(url, jobKind) : undefined
  }

  function openQueue(settings: SinkSettings, jobKind: string) {
    const write = writerOf(settings, jobKind)
    if (write === undefined) return { add: () => undefined, close: async () => undefined }
    const { samplePercent } = settings
    return createEventQueue({ write, samplePercent, ...(metrics && { onResult: metrics.addEvents }) })
  }

  const analytics = openQueue(config.analytics, 'post-analytics')
  const reports = openQueue(config.reports, 'post-reports')
  return {
    analytics,
    reports,
    jobHandlers,
    close: async () => {
      await Promise.all([analytics.close(closeMs), reports.close(closeMs)])
    },
  }
}
