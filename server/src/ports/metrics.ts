import type { JobCounts, JobResult } from './jobs.ts'
import type { RpcEvent } from './rpc.ts'
import type { VendorEvent } from './vendor.ts'

/** `sampled`: left out by chance; `full`: the queue had no room; `failed`: the sink did not take them. */
export type EventResult = 'written' | 'sampled' | 'full' | 'too-large' | 'failed'

/** Counts for a monitoring system. Labels have few values: routes are patterns, hosts are those of the configuration. */
export type Metrics = {
  readonly addRequest: (request: {
    readonly method: string
    /** Pattern of the path; `*` for files. */
    readonly route: string
    readonly status: number
    readonly durationMs: number
  }) => void
  readonly addRpcEvent: (event: RpcEvent) => void
  readonly addVendorEvent: (event: VendorEvent) => void
  /** A request over a budget, or one that could not be counted. */
  readonly addRefusal: (budget: string, is: 'limited' | 'unavailable') => void
  readonly addJobRun: (kind: string, result: JobResult) => void
  readonly setJobs: (counts: JobCounts) => void
  /** Analytics events and reports of browsers. */
  readonly addEvents: (kind: string, result: EventResult, count: number) => void
  /** Everything in the text format that Prometheus scrapes (version 0.0.4). */
  readonly text: () => string
}
