import { confirmLifetimeMs } from '#shared/config/limits.ts'
import { integer, matching, parseWire, strictObject } from '#shared/wire-schema.ts'

/** What outlives a reload of a confirm window's document, and nothing else: the tab's own session storage. */
export type WindowStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'drawbridge-confirm'
const recordSchema = () => strictObject({ fragment: matching(/^#[\w.-]{1,128}$/), until: integer(0) })

function readRecord(storage: WindowStorage) {
  try {
    const record = parseWire(recordSchema(), JSON.parse(storage.getItem(key) ?? ''))
    return record.success ? record.data : undefined
  } catch {
    return undefined
  }
}

/**
 * The fragment of a window's address, kept for a reload: it is taken out of the address bar at once. It is forgotten when the
 * request is over, and after `confirmLifetimeMs`.
 */
export function createConfirmWindowStorage(storage: WindowStorage, now: () => number) {
  const forget = () => {
    try {
      storage.removeItem(key)
    } catch {
      // Storage that cannot be written has kept nothing.
    }
  }
  return {
    /** The fragment of this load, or else of the load before it. */
    recall: (fragment: string): { readonly fragment: string; readonly isResumed: boolean } => {
      const kept = readRecord(storage)
      const isResumed = fragment === '' && kept !== undefined && kept.until > now()
      if (!isResumed) forget()
      return isResumed ? { fragment: kept.fragment, isResumed } : { fragment, isResumed: false }
    },
    keep: (fragment: string): void => {
      try {
        storage.setItem(key, JSON.stringify({ fragment, until: now() + confirmLifetimeMs }))
      } catch {
        // Without storage a reload has nothing to review, and the frame can open the window again.
      }
    },
    forget,
  }
}
