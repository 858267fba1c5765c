import type * as z from 'zod/mini'
import { mailboxMessageLimit, mailboxSealedMaxLength } from '../config/limits.ts'
import { integer, listOf, matching, oneOf, openObject, optional, strictObject } from '../wire-schema.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/** Reader of a message: the confirm window, or the frame that opened it. */
const mailboxDirection = oneOf('to-window', 'to-frame')
export type MailboxDirection = z.infer<typeof mailboxDirection>

/** Id of a mailbox: 128 random bits in base64url. */
export const mailboxIdSchema = matching(/^[\w-]{22}$/)

/** Ciphertext in base64url; the server cannot read it. */
const sealedText = matching(new RegExp(`^[\\w-]{1,${mailboxSealedMaxLength}}$`))
/** Counts from 1 in each direction. */
const sequence = integer(1, mailboxMessageLimit)

const mailboxMessage = openObject({ sequence, sealed: sealedText })

/**
 * Stores a message. The frame's first message creates the mailbox, which lasts for `confirmLifetimeMs`. The same message may
 * be posted twice. 404: no such mailbox; 409: the number has another message; 413: the direction is full
 * (`mailboxTotalMaxLength`).
 */
export const postMailboxMessage = postEndpoint(
  '/v1/mailbox/:id',
  noQuery,
  () => strictObject({ direction: mailboxDirection, sequence, sealed: sealedText }),
  () => openObject({}),
)

/**
 * Messages of a direction after a number, in order. If there are none, the server waits for one, at most `mailboxWaitMs`,
 * and then returns none. `peerIdleMs`: time since the reader of the other direction last requested messages, 0 while it
 * waits for some; absent if it never has. 404: no such mailbox after 3 s, or expired.
 */
export const getMailboxMessages = getEndpoint(
  '/v1/mailbox/:id',
  () => openObject({ direction: mailboxDirection, after: matching(/^\d{1,2}$/) }),
  () =>
    openObject({ messages: listOf(mailboxMessage, mailboxMessageLimit), peerIdleMs: optional(integer(0)) }),
)
