import type * as z from 'zod/mini'
import { partLimit } from '../config/limits.ts'
import { wireErrorSchema } from '../errors/wire-error.ts'
import {
  anyOf,
  anything,
  integer,
  listOf,
  matching,
  oneOf,
  optional,
  strictObject,
  text,
} from '../wire-schema.ts'

/**
 * Messages of link v1, each strict (docs/protocol.md#1-window-phase, docs/protocol.md#3-calls). `docs/protocol.md` describes
 * them.
 */

export const protocolVersion = 1
export const supportedVersions: readonly number[] = [protocolVersion]

/** The id in a response to a request without a readable id. */
export const noId = '0'.repeat(32)

/** 128 random bits as hex digits: session, window, request and wallet ids. */
export const idSchema = matching(/^[0-9a-f]{32}$/)
const version = integer()
const versions = listOf(version, 16)
const sequence = integer(0)
const shortTexts = listOf(text(64), 64)
const buildVersion = text(32)

// Window phase: the only two posts that use `window`.
export const helloSchema = strictObject({ t: oneOf('link:hello'), wid: idSchema, v: versions })
export const initSchema = /* @__PURE__ */ strictObject({
  t: oneOf('link:init'),
  wid: idSchema,
  sid: idSchema,
  v: versions,
  sdk: buildVersion,
  caps: shortTexts,
})

// Port phase, `toWidget` and `toHost`.
export const requestSchema = strictObject({
  v: version,
  sid: idSchema,
  id: idSchema,
  seq: sequence,
  method: text(64),
  params: anything,
  /** Epoch milliseconds after which the caller no longer waits. */
  deadline: optional(integer()),
})
export const responseSchema = anyOf(
  strictObject({ id: idSchema, ok: oneOf(true), result: anything }),
  strictObject({ id: idSchema, ok: oneOf(true), parts: integer(1, partLimit) }),
  strictObject({ id: idSchema, ok: oneOf(false), error: wireErrorSchema }),
)

// Port phase, `ctl`.
const acceptSchema = strictObject({
  t: oneOf('accept'),
  sid: idSchema,
  v: version,
  widget: buildVersion,
  caps: shortTexts,
})
const rejectSchema = strictObject({ t: oneOf('reject'), sid: idSchema, error: wireErrorSchema })
const eventSchema = strictObject({
  t: oneOf('evt'),
  sid: idSchema,
  seq: sequence,
  topic: text(64),
  payload: anything,
})
const cancelSchema = strictObject({
  t: oneOf('cancel'),
  sid: idSchema,
  id: idSchema,
  reason: oneOf('aborted', 'superseded', 'closed'),
})
const pingSchema = strictObject({ t: oneOf('ping'), sid: idSchema, n: sequence })
const pongSchema = strictObject({ t: oneOf('pong'), sid: idSchema, n: sequence })
export const byeSchema = strictObject({
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

/** The call that fetches one chunk of a result whose response had `parts`: the id of that request, and the chunk's index. */
export const partMethod = 'link.part'
export const partParamsSchema = strictObject({ of: idSchema, part: integer(0, partLimit - 1) })

/** An end with this capability reads results in chunks. */
export const partsCapability = 'parts'

export type Request = z.infer<typeof requestSchema>
export type Response = z.infer<typeof responseSchema>
export type Control = z.infer<typeof controlSchema>
export type ByeReason = z.infer<typeof byeSchema>['reason']
