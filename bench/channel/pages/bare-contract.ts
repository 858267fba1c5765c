import * as z from 'zod/mini'

/** The baseline: comlink on one port, with one schema of one field each way, parsed at both ends; nothing else. */
export const bareParams = z.strictObject({ method: z.string() })
export const bareResult = z.strictObject({ result: z.string() })

export type BareServer = { request(params: unknown): unknown }
