import * as z from '#shared/zod.ts'
import type { RecordStore } from '../walletconnect-source.ts'

/** What the widget stores of a session in addition to the SDK's records. */
const noteSchema = () =>
  z.object({
    /** Namespaces that were disconnected while others stayed connected. */
    left: z.array(z.string()),
    /** Chains that the wallet accepted a switch to, in addition to the proposed ones. */
    asked: z.optional(z.array(z.string())),
    /** From the catalogue entry of the wallet that was chosen for pairing. */
    rdns: z.optional(z.string()),
    icon: z.optional(z.string()),
    /** Number among several sessions with wallets of the same name, from 2 on. */
    ordinal: z.optional(z.int()),
    /** The deep link that opens the wallet app on the same phone. */
    app: z.optional(z.string()),
  })

export type SessionNote = z.output<ReturnType<typeof noteSchema>>

const notesKey = 'drawbridge//notes'
const notesSchema = () => z.record(z.string(), noteSchema())
const emptyNote: SessionNote = { left: [] }

export type SessionNotes = {
  get(topic: string): SessionNote
  set(topic: string, note: SessionNote): void
  /** Deletes the notes of all other sessions. */
  retainOnly(topics: readonly string[]): void
}

/** The widget's notes on sessions, stored next to the SDK's records. */
export function sessionNotes(store: RecordStore): SessionNotes {
  const read = (records: Readonly<Record<string, unknown>>) =>
    notesSchema().safeParse(records[notesKey]).data ?? {}
  const update = (change: (notes: Record<string, SessionNote>) => Record<string, SessionNote>) =>
    store.update((records) => ({ ...records, [notesKey]: change(read(records)) }))
  return {
    get: (topic) => read(store.read())[topic] ?? emptyNote,
    set: (topic, note) => update((notes) => ({ ...notes, [topic]: note })),
    retainOnly: (topics) => {
      const hasOthers = Object.keys(read(store.read())).some((topic) => !topics.includes(topic))
      if (!hasOthers) return
      update((notes) => Object.fromEntries(Object.entries(notes).filter(([topic]) => topics.includes(topic))))
    },
  }
}
