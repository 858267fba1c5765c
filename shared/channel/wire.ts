import * as z from 'zod/mini'
import { anyOf, integer, listOf, matching, oneOf, text } from '../bounded.ts'
import { wireErrorSchema } from '../errors/wire-error.ts'

/** Messages of link v1, each strict (channel §6.1, §6.2). `docs/protocol.md` describes them. */

export const protocolVersion = 1
export const supportedVersions: readonly number[] = [protocolVersion]

/** Stands in an answer for the id of a request that has no readable one. */
export const noId = '0'.repeat(32)

/** 128 random bits as hex digits: session, window, request and wallet ids. */
export const idSchema = matching(/^[0-9a-f]{32}$/)
const version = integer()
const versions = listOf(version, 16)
const sequence = integer(0)
const shortTexts = listOf(text(64), 64)
const buildVersion = text(32)

// Window phase: the only two posts that ever touch `window`.
export const helloSchema = z.strictObject({ t: oneOf('link:hello'), wid: idSchema, v: versions })
export const initSchema = z.strictObject({
  t: oneOf('link:init'),
  wid: idSchema,
  sid: idSchema,
  v: versions,
  sdk: buildVersion,
  caps: shortTexts,
})

// Port phase, `toWidget` and `toHost`.
export const requestSchema = z.strictObject({
  v: version,
  sid: idSchema,
  id: idSchema,
  seq: sequence,
  method: text(64),
  params: z.unknown(),
  /** Epoch milliseconds after which the caller no longer waits. */
  deadline: z.optional(integer()),
})
export const responseSchema = anyOf(
  z.strictObject({ id: idSchema, ok: oneOf(true), result: z.unknown() }),
  z.strictObject({ id: idSchema, ok: oneOf(false), error: wireErrorSchema }),
)

// Port phase, `ctl`.
export const acceptSchema = z.strictObject({
  t: oneOf('accept'),
  sid: idSchema,
  v: version,
  widget: buildVersion,
  caps: shortTexts,
})
export const rejectSchema = z.strictObject({ t: oneOf('reject'), sid: idSchema, error: wireErrorSchema })
export const eventSchema = z.strictObject({
  t: oneOf('evt'),
  sid: idSchema,
  seq: sequence,
  topic: text(64),
  payload: z.unknown(),
})
export const cancelSchema = z.strictObject({
  t: oneOf('cancel'),
  sid: idSchema,
  id: idSchema,
  reason: oneOf('aborted', 'superseded', 'closed'),
})
export const pingSchema = z.strictObject({ t: oneOf('ping'), sid: idSchema, n: sequence })
export const pongSchema = z.strictObject({ t: oneOf('pong'), sid: idSchema, n: sequence })
export const byeSchema = z.strictObject({
  t: oneOf('bye'),
  sid: idSchema,
  reason: oneOf('pagehide', 'closing', 'strike', 'upgrade'),
})
export const controlSchema = anyOf(
  acceptSchema,
  rejectSchema,
  eventSchema,
  cancelSchema,
  pingSchema,
  pongSchema,
  byeSchema,
)

export type Hello = z.infer<typeof helloSchema>
export type Init = z.infer<typeof initSchema>
export type Request = z.infer<typeof requestSchema>
export type Response = z.infer<typeof responseSchema>
export type Control = z.infer<typeof controlSchema>
export type ByeReason = z.infer<typeof byeSchema>['reason']
