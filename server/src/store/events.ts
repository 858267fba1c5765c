import { randomUUID } from 'node:crypto'
import type { EventStore } from '../ports/stores/events.ts'
import type { Database } from './database.ts'

/** Rows per statement: SQLite binds at most 32,766 values. */
const batchSize = 500

/** Events for the operator to query; the server only writes and expires them. */
export function createEventStore({ write }: Database): EventStore {
  return {
    add: async (records, expiresAtMs) => {
      const rows = records.map(({ kind, projectKey, receivedAtMs, content }) => ({
        id: randomUUID(),
        kind,
        project_key: projectKey ?? null,
        received_at_ms: receivedAtMs,
        expires_at_ms: expiresAtMs,
        content: JSON.stringify(content),
      }))
      for (let from = 0; from < rows.length; from += batchSize)
        await write((db) =>
          db
            .insertInto('events')
            .values(rows.slice(from, from + batchSize))
            .execute(),
        )
    },
  }
}
