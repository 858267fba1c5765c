import * as z from 'zod/mini'
import { wireErrorSchema } from '../errors/wire-error.ts'

/** Messages of link v1, each strict (channel §6.1, §6.2). `docs/protocol.md` describes them. */

export const protocolVersion = 1
export const supportedVersions: readonly number[] = [protocolVersion]

/** Stands in an answer for the id of a request that has no readable one. */
export const noId = '0'.repeat(32)

const id32 = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const versions = z.array(z.int()).check(z.minLength(1), z.maxLength(16))
const sequence = z.int().check(z.gte(0))
const shortTexts = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))
const buildVersion = z.string().check(z.maxLength(32))

// Window phase: the only two posts that ever touch `window`.
export const helloSchema = z.strictObject({ t: z.literal('link:hello'), wid: id32, v: versions })
export const initSchema = z.strictObject({
  t: z.literal('link:init'),
  wid: id32,
  sid: id32,
  v: versions,
  sdk: buildVersion,
  caps: shortTexts,
})

// Port phase, `toWidget` and `toHost`.
export const requestSchema = z.strictObject({
  v: z.int(),
  sid: id32,
  id: id32,
  seq: sequence,
  method: z.string().check(z.maxLength(64)),
  params: z.unknown(),
  /** Epoch milliseconds after which the caller no longer waits. */
  deadline: z.optional(z.number()),
})
export const responseSchema = z.union([
  z.strictObject({ id: id32, ok: z.literal(true), result: z.unknown() }),
  z.strictObject({ id: id32, ok: z.literal(false), error: wireErrorSchema }),
])

// Port phase, `ctl`.
export const acceptSchema = z.strictObject({
  t: z.literal('accept'),
  sid: id32,
  v: z.int(),
  widget: buildVersion,
  caps: shortTexts,
})
export const rejectSchema = z.strictObject({ t: z.literal('reject'), sid: id32, error: wireErrorSchema })
export const eventSchema = z.strictObject({
  t: z.literal('evt'),
  sid: id32,
  seq: sequence,
  topic: z.string().check(z.maxLength(64)),
  payload: z.unknown(),
})
export const cancelSchema = z.strictObject({
  t: z.literal('cancel'),
  sid: id32,
  id: id32,
  reason: z.enum(['aborted', 'superseded', 'closed']),
})
export const pingSchema = z.strictObject({ t: z.literal('ping'), sid: id32, n: sequence })
export const pongSchema = z.strictObject({ t: z.literal('pong'), sid: id32, n: sequence })
export const byeSchema = z.strictObject({
  t: z.literal('bye'),
  sid: id32,
  reason: z.enum(['pagehide', 'closing', 'strike', 'upgrade']),
})
export const controlSchema = z.union([
  acceptSchema,
  rejectSchema,
  eventSchema,
  cancelSchema,
  pingSchema,
  pongSchema,
  byeSchema,
])

export type Hello = z.infer<typeof helloSchema>
export type Init = z.infer<typeof initSchema>
export type Request = z.infer<typeof requestSchema>
export type Response = z.infer<typeof responseSchema>
export type Control = z.infer<typeof controlSchema>
export type ByeReason = z.infer<typeof byeSchema>['reason']
