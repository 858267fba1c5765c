/** The functions of `widget-app/src/lib/storage.ts`; each created stored atom is recorded (`load-sources.ts`). */
import type * as z from 'zod/mini'
import type { Getter } from '../../widget-app/src/lib/state.ts'
import * as real from '../../widget-app/src/lib/storage.ts'

/** Every stored record of the widget, with the arguments of its atom. */
export const storedRecords: {
  readonly key: (get: Getter) => string
  readonly schema: () => z.core.$ZodType
  readonly fallback: unknown
}[] = []

export const storedAtom: typeof real.storedAtom = (key, schema, fallback) => {
  storedRecords.push({ key, schema, fallback })
  return real.storedAtom(key, schema, fallback)
}

export const memoryArea = real.memoryArea
export const browserArea = real.browserArea
export const startStorage = real.startStorage
export const hasRecordAtom = real.hasRecordAtom
