import { integer, listOf, nonEmptyText, strictObject } from '#shared/wire-schema.ts'
import { createStoredList, type ListStorage } from './stored-list.ts'

/** Users of this browser that are remembered, the latest first. */
const usersMaxCount = 20
/** Time between two reminders, in milliseconds. */
const intervalMs = 24 * 60 * 60_000
const schema = listOf(strictObject({ userId: nonEmptyText(64), atMs: integer(0) }), usersMaxCount)

/** When the window last offered a user to keep a wallet that can be lost with its devices. Times are epoch milliseconds. */
export type KeepReminders = {
  /** True once a day, and if the clock was set back. */
  readonly isDue: (userId: string, nowMs: number) => boolean
  readonly set: (userId: string, nowMs: number) => void
}

/** Keeps the times in the storage of this browser; where the browser blocks it, the user is reminded after each signature. */
export function createKeepReminders(storage: ListStorage): KeepReminders {
  const times = createStoredList(storage, 'drawbridge-keep-reminders', schema)
  return {
    isDue: (userId, nowMs) => {
      const last = times.read().find((one) => one.userId === userId)?.atMs
      return last === undefined || nowMs < last || nowMs >= last + intervalMs
    },
    set: (userId, nowMs) => {
      const others = times.read().filter((one) => one.userId !== userId)
      times.write([{ userId, atMs: nowMs }, ...others].slice(0, usersMaxCount))
    },
  }
}
