import type { JobCounts, JobResult } from './jobs.ts'
import type { RpcEvent } from './rpc.ts'
import type { VendorEvent } from './vendor.ts'

/** `sampled`: dropped at random; `full`: the queue was full; `failed`: the sink did not write them. */
export type EventResult = 'written' | 'sampled' | 'full' | 'too-large' | 'failed'

/** Metrics for a monitoring system. Labels have few values: routes are patterns, hosts are those of the configuration. */
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
  readonly addRejection: (budget: string, is: 'limited' | 'unavailable') => void
  readonly addJobRun: (kind: string, result: JobResult) => void
  readonly setJobs: (counts: JobCounts) => void
  /** Analytics events and browser reports. */
  readonly addEvents: (kind: string, result: EventResult, count: number) => void
  /** All metrics in the text format that Prometheus scrapes (version 0.0.4). */
  readonly text: () => string
}
