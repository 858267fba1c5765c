import * as z from 'zod/mini'

const percentilesSchema = z.object({ p50Ms: z.number(), p99Ms: z.number() })

/** What the channel bench reports; times in milliseconds. */
export const channelFiguresSchema = z.object({
  /** How many calls of each kind were timed, in turn. */
  calls: z.number(),
  /** Comlink with zod/mini at both ends, one field each way. */
  bare: percentilesSchema,
  /** `wallet.request` through the whole channel. */
  channel: percentilesSchema,
  ratio: z.object({ p50: z.number(), p99: z.number() }),
  /** Calls started in one go, over several rounds. */
  together: z.object({
    calls: z.number(),
    settledOnce: z.boolean(),
    medianMs: z.number(),
    slowestMs: z.number(),
    bareMedianMs: z.number(),
  }),
})

export type Percentiles = z.infer<typeof percentilesSchema>
export type ChannelFigures = z.infer<typeof channelFiguresSchema>

/** The bounds which the channel has to keep. */
export const channelBounds = { p50Ratio: 1.7, p99Ratio: 2.5, togetherMs: 450 } as const

/** Each bound with what was measured, and whether it holds within `slack` (1 is exact, 2 for noisy machines). */
export const judgeChannel = (figures: ChannelFigures, slack = 1) =>
  [
    { name: 'channel call p50 / bare comlink', bound: channelBounds.p50Ratio, measured: figures.ratio.p50 },
    { name: 'channel call p99 / bare comlink', bound: channelBounds.p99Ratio, measured: figures.ratio.p99 },
    {
      name: '1,000 calls together, ms',
      bound: channelBounds.togetherMs,
      measured: figures.together.medianMs,
    },
  ].map((row) => ({ ...row, holds: row.measured <= row.bound * slack }))
