import * as z from 'zod/mini'
import type { RecordStore } from '../walletconnect-source.ts'

/** What the widget keeps of a session besides what the SDK keeps. */
const noteSchema = () =>
  z.object({
    /** Namespaces that were disconnected while others stayed. */
    left: z.array(z.string()),
    /** Chains that the wallet agreed to switch to, beyond those that were proposed. */
    asked: z.optional(z.array(z.string())),
    /** Of the catalogue's wallet, known when it was paired. */
    rdns: z.optional(z.string()),
    icon: z.optional(z.string()),
    /** Which of several sessions with wallets of one name, from 2 on. */
    ordinal: z.optional(z.int()),
    /** What opens its app on its own phone. */
    app: z.optional(z.string()),
  })

export type SessionNote = z.output<ReturnType<typeof noteSchema>>

const notesKey = 'drawbridge//notes'
const notesSchema = () => z.record(z.string(), noteSchema())
const blank: SessionNote = { left: [] }

export type SessionNotes = {
  of(topic: string): SessionNote
  set(topic: string, note: SessionNote): void
  /** Forgets the notes of all other sessions. */
  keepOnly(topics: readonly string[]): void
}

/** Notes on sessions, beside the SDK's records. */
export function sessionNotes(store: RecordStore): SessionNotes {
  const read = (records: Readonly<Record<string, unknown>>) =>
    notesSchema().safeParse(records[notesKey]).data ?? {}
  const update = (change: (notes: Record<string, SessionNote>) => Record<string, SessionNote>) =>
    store.update((records) => ({ ...records, [notesKey]: change(read(records)) }))
  return {
    of: (topic) => read(store.read())[topic] ?? blank,
    set: (topic, note) => update((notes) => ({ ...notes, [topic]: note })),
    keepOnly: (topics) => {
      const gone = Object.keys(read(store.read())).some((topic) => !topics.includes(topic))
      if (!gone) return
      update((notes) => Object.fromEntries(Object.entries(notes).filter(([topic]) => topics.includes(topic))))
    },
  }
}
