import type * as z from 'zod/mini'
import { anything, finite, integer, openObject, parseWire } from '#shared/wire-schema.ts'
import { atom, atomFamily, type Getter, type Store, type WritableAtom } from './state.ts'

/** Text by key: a port for `localStorage`. Never throws once wrapped by `resilientArea`. */
export type StorageArea = {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  /** Reports the key that another page of this origin changed, or null for all of them. */
  watch?(onChange: (key: string | null) => void): () => void
}

export type StorageFailure = 'storage/quota' | 'storage/invalid'

/** Ports of stored atoms: the area, the time in epoch milliseconds, and a listener for problems. */
export type StoragePorts = {
  readonly area: StorageArea
  readonly now: () => number
  readonly report: (problem: StorageFailure, key: string) => void
}

/** Storage for the lifetime of the page. */
export function memoryArea(initial: Readonly<Record<string, string>> = {}): StorageArea {
  const texts = new Map(Object.entries(initial))
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => {
      texts.set(key, text)
    },
    remove: (key) => {
      texts.delete(key)
    },
  }
}

/** The part of `window` that storage uses. */
export type StoragePage = {
  readonly localStorage: Storage
  addEventListener?(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener?(type: 'storage', listener: (event: StorageEvent) => void): void
}

/** The page's `localStorage`, or memory if reading the property itself throws (sandboxed frame, blocked cookies). */
export function browserArea(page: StoragePage): StorageArea {
  let local: Storage
  try {
    local = page.localStorage
  } catch {
    return memoryArea()
  }
  return {
    get: (key) => local.getItem(key),
    set: (key, text) => local.setItem(key, text),
    remove: (key) => local.removeItem(key),
    watch: (onChange) => {
      const listen = (event: StorageEvent) => {
        if (event.storageArea === local) onChange(event.key)
      }
      page.addEventListener?.('storage', listen)
      return () => page.removeEventListener?.('storage', listen)
    },
  }
}

/** Stores in memory what the area rejects (quota, private mode), and reports each rejected key once. */
function resilientArea(area: StorageArea, report: (key: string) => void): StorageArea {
  const inMemory = new Map<string, string | null>()
  const reported = new Set<string>()
  const attempt = (key: string, text: string | null, apply: () => void) => {
    try {
      apply()
      inMemory.delete(key)
    } catch {
      inMemory.set(key, text)
      if (!reported.has(key)) {
        reported.add(key)
        report(key)
      }
    }
  }
  return {
    get: (key) => {
      const stored = inMemory.get(key)
      if (stored !== undefined) return stored
      try {
        return area.get(key)
      } catch {
        return null
      }
    },
    set: (key, text) => attempt(key, text, () => area.set(key, text)),
    remove: (key) => attempt(key, null, () => area.remove(key)),
    ...(area.watch ? { watch: area.watch } : {}),
  }
}

const portsAtom = atom<StoragePorts>({ area: memoryArea(), now: () => 0, report: () => undefined })
const revisionAtom = atomFamily((_key: string) => atom(0))

/**
 * Connects a store to its storage and watches other pages of the origin; returns the function that ends the watch.
 * Call once, before the first stored atom is read.
 */
export function startStorage(store: Store, ports: StoragePorts): () => void {
  const area = resilientArea(ports.area, (key) => ports.report('storage/quota', key))
  store.set(portsAtom, { ...ports, area })
  const bump = (key: string) => store.set(revisionAtom(key), (revision) => revision + 1)
  return (
    area.watch?.((key) => {
      if (key !== null) bump(key)
      else for (const knownKey of revisionAtom.getParams()) bump(knownKey)
    }) ?? (() => undefined)
  )
}

const recordSchema = openObject({ v: integer(1, 1), at: finite(), data: anything })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read<T>(ports: StoragePorts, key: string, schema: () => z.core.$ZodType<T>, fallback: T): T {
  const text = ports.area.get(key)
  if (text === null) return fallback
  const record = parseWire(recordSchema, parseJson(text))
  const data = record.success ? parseWire(schema(), record.data.data) : undefined
  if (data?.success) return data.data
  // Deleted, so that the next read finds nothing and the problem is reported once. Reporting sets atoms: not inside a read.
  ports.area.remove(key)
  queueMicrotask(() => ports.report('storage/invalid', key))
  return fallback
}

// Base units exceed the range of JSON numbers; schemas parse the text with `bigintText`.
const encode = (at: number, data: unknown): string =>
  JSON.stringify({ v: 1, at, data }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** Whether a record is stored under a key, valid or not. */
export const hasRecordAtom = (key: (get: Getter) => string) =>
  atom((get) => {
    const at = key(get)
    get(revisionAtom(at))
    return get(portsAtom).area.get(at) !== null
  })

export type Update<T> = T | ((previous: T) => T)
export type StoredAtom<T> = WritableAtom<T, [Update<T>], void>

/**
 * An atom whose value is stored as `{v, at, data}` and parsed on read; invalid data counts as `fallback`, is deleted
 * and reported once. `key` may depend on other atoms, so that records are scoped. A zod schema is created for each
 * read and not cached: reads are rare, and most keys are empty.
 */
export function storedAtom<T extends object | string | number | boolean | undefined>(
  key: (get: Getter) => string,
  schema: () => z.core.$ZodType<T>,
  fallback: T,
): StoredAtom<T> {
  const valueAtom = atom((get) => {
    const at = key(get)
    get(revisionAtom(at))
    return read(get(portsAtom), at, schema, fallback)
  })
  return atom(
    (get) => get(valueAtom),
    (get, set, update: Update<T>) => {
      const at = key(get)
      const ports = get(portsAtom)
      // Read again: another tab may have written since the last event reached this one.
      const next = typeof update === 'function' ? update(read(ports, at, schema, fallback)) : update
      if (next === undefined) ports.area.remove(at)
      else ports.area.set(at, encode(ports.now(), next))
      set(revisionAtom(at), (revision) => revision + 1)
    },
  )
}
