import { sql } from 'kysely'
import type { MailboxDirection } from '../../../shared/api/mailbox.ts'
import * as z from '../../../shared/zod.ts'
import type { MailboxStore } from '../ports/stores/mailboxes.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

const lengthSchema = z.object({ length: z.int() })
const messageSchema = z.object({ sequence: z.int(), sealed: z.string() })

/** Column with the time until when the reader of a direction is known to be waiting. */
const readerColumn = (direction: MailboxDirection) =>
  direction === 'to-window' ? 'window_reads_until_ms' : 'frame_reads_until_ms'

/** Mailboxes of the confirm window. */
export function createMailboxStore({ kind, read, write, transact }: Database): MailboxStore {
  return {
    open: (id, expiresAtMs, nowMs) =>
      transact(async (db) => {
        await db.deleteFrom('mailboxes').where('id', '=', id).where('expires_at_ms', '<=', nowMs).execute()
        await db
          .insertInto('mailboxes')
          .values({
            id,
            expires_at_ms: expiresAtMs,
            window_reads_until_ms: null,
            frame_reads_until_ms: null,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }),
    post: (id, direction, { sequence, sealed }, maxLength, nowMs) =>
      transact(async (db) => {
        // Messages of one mailbox are posted one at a time, so that their sum cannot exceed the limit.
        const mailbox = await db
          .selectFrom('mailboxes')
          .select('id')
          .where('id', '=', id)
          .where('expires_at_ms', '>', nowMs)
          .$if(kind === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (mailbox === undefined) return 'unknown'
        const messages = db
          .selectFrom('mailbox_messages')
          .where('mailbox_id', '=', id)
          .where('direction', '=', direction)
        const existing = await messages.selectAll().where('sequence', '=', sequence).executeTakeFirst()
        if (existing !== undefined)
          return parseRow('mailbox_messages', existing).sealed === sealed ? 'stored' : 'taken'
        const sum = await messages
          .select(sql<number>`cast(coalesce(sum(length(sealed)), 0) as bigint)`.as('length'))
          .executeTakeFirst()
        if (z.parse(lengthSchema, sum).length + sealed.length > maxLength) return 'full'
        await db
          .insertInto('mailbox_messages')
          .values({ mailbox_id: id, direction, sequence, sealed })
          .execute()
        return 'stored'
      }),
    after: async (id, direction, sequence, nowMs) => {
      const rows = await read
        .selectFrom('mailboxes')
        .leftJoin('mailbox_messages as message', (join) =>
          join
            .onRef('message.mailbox_id', '=', 'mailboxes.id')
            .on('message.direction', '=', direction)
            .on('message.sequence', '>', sequence),
        )
        .select(['message.sequence', 'message.sealed'])
        .where('mailboxes.id', '=', id)
        .where('mailboxes.expires_at_ms', '>', nowMs)
        .orderBy('message.sequence')
        .execute()
      if (rows.length === 0) return undefined
      return rows.filter((row) => row.sequence !== null).map((row) => z.parse(messageSchema, row))
    },
    recordReader: async (id, direction, untilMs) => {
      const readUntil = { [readerColumn(direction)]: untilMs }
      await write((db) => db.updateTable('mailboxes').set(readUntil).where('id', '=', id).execute())
    },
    readerWaitsUntil: async (id, direction) => {
      const found = await read.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst()
      return found && (parseRow('mailboxes', found)[readerColumn(direction)] ?? undefined)
    },
  }
}
