import type * as z from 'zod/mini'
import { recordId } from '#shared/api/embedded-account.ts'
import { anyOf, flag, matching, nonEmptyText, oneOf, optional, strictObject } from '#shared/wire-schema.ts'
import { spendingRecordSchema } from '../wallet/spending-records.ts'

/**
 * Messages between the vault's window and its frame on the site, which have one origin and two partitions of storage. The browser
 * delivers them to and from that origin only, so that no page, and no script in the widget, reads or sends them.
 */

/** What the window posts to the frame, with a MessagePort. */
export const limitPortSchema = strictObject({ drawbridge: oneOf('spending-limit') })

/** The frame's first message. */
const ready = strictObject({
  is: oneOf('ready'),
  /** Origin of the page, as the browser states it to the frame. */
  site: nonEmptyText(300),
  /** RFC 7638 thumbprint of the frame's key, which claims of the limit are proved by. */
  keyThumbprint: matching(/^[\w-]{43}$/),
  /** Whether key and records survive the page. */
  isPersistent: flag,
})
export type ReadyFrame = z.infer<typeof ready>
/** The browser has written the limit to the frame's storage. */
const stored = strictObject({ is: oneOf('stored'), limitId: recordId })
/** The limit is not stored; without its id: the frame can store none, or cannot parse the message. */
const failed = strictObject({ is: oneOf('failed'), limitId: optional(recordId) })

export const fromFrameSchema = anyOf(ready, stored, failed)
export type FromFrame = z.infer<typeof fromFrameSchema>
/** From window to frame: the limit to store. */
export const toFrameSchema = strictObject({ is: oneOf('store'), record: spendingRecordSchema })
