import * as z from '#shared/zod.ts'

/** The baseline: comlink on one port, with a schema of one field in each direction, parsed at both ends. */
export const bareParams = z.strictObject({ method: z.string() })
export const bareResult = z.strictObject({ result: z.string() })

export type BareServer = { request(params: unknown): unknown }
