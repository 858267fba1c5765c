import * as z from '#shared/zod.ts'

const percentilesSchema = z.object({ p50Ms: z.number(), p99Ms: z.number() })

/** Report of the channel bench; times in milliseconds. */
export const channelMeasurementsSchema = z.object({
  /** Number of timed calls of each kind, alternating. */
  calls: z.number(),
  /** Comlink with zod/mini at both ends, one field in each direction. */
  bare: percentilesSchema,
  /** `wallet.request` through the whole channel. */
  channel: percentilesSchema,
  ratio: z.object({ p50: z.number(), p99: z.number() }),
  /** Calls started at once, over several rounds. */
  together: z.object({
    calls: z.number(),
    /** Calls of all rounds that did not succeed exactly once. */
    astray: z.number(),
    medianMs: z.number(),
    slowestMs: z.number(),
    bareMedianMs: z.number(),
  }),
})

export type Percentiles = z.infer<typeof percentilesSchema>
export type ChannelMeasurements = z.infer<typeof channelMeasurementsSchema>
