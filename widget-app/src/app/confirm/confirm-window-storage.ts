import { confirmLifetimeMs } from '#shared/config/limits.ts'
import { integer, matching, parseWire, strictObject } from '#shared/wire-schema.ts'

/** Storage that survives a reload of the confirm window, and nothing else: the tab's session storage. */
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
 * Stores the fragment of the window's URL for a reload, since it is removed from the address bar at once. Deleted when the
 * request ends, and after `confirmLifetimeMs`.
 */
export function createConfirmWindowStorage(storage: WindowStorage, now: () => number) {
  const clear = () => {
    try {
      storage.removeItem(key)
    } catch {
      // Storage that cannot be written contains nothing.
    }
  }
  return {
    /** The fragment of this load, or else of the previous load. */
    read: (fragment: string): { readonly fragment: string; readonly isResumed: boolean } => {
      const stored = readRecord(storage)
      const isResumed = fragment === '' && stored !== undefined && stored.until > now()
      if (!isResumed) clear()
      return isResumed ? { fragment: stored.fragment, isResumed } : { fragment, isResumed: false }
    },
    store: (fragment: string): void => {
      try {
        storage.setItem(key, JSON.stringify({ fragment, until: now() + confirmLifetimeMs }))
      } catch {
        // Without storage a reload has nothing to review, and the frame can open the window again.
      }
    },
    clear,
  }
}
