import type { RecordStore } from '../../walletconnect-source.ts'
import { parseClientRecord } from './client-records.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The key of an entry in the SDK's lists: its topic or id. */
function keyOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined
  const key = entry.topic ?? entry.id
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

type Entries = ReadonlyMap<string, unknown>

function entriesOf(value: unknown): Entries | undefined {
  if (isRecord(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value)) return undefined
  const keys = value.map(keyOf)
  return keys.every((key) => key !== undefined) && new Set(keys).size === keys.length
    ? new Map(value.map((entry, at) => [keys[at] ?? '', entry]))
    : undefined
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * Merges the writes of two tabs: applies this tab's changes since `base` to the value that is stored now. The SDK writes
 * whole lists, so without this the last tab to write would delete a session, and its key, that another tab has just added.
 */
export function mergeRecord(base: unknown, stored: unknown, written: unknown): unknown {
  const [baseEntries, storedEntries, writtenEntries] = [base ?? written, stored, written].map(entriesOf)
  if (isSame(base, stored) || !baseEntries || !storedEntries || !writtenEntries) return written
  const start = base === undefined ? new Map<string, unknown>() : baseEntries
  const merged = new Map(storedEntries)
  for (const [key, entry] of writtenEntries) if (!isSame(start.get(key), entry)) merged.set(key, entry)
  for (const key of start.keys()) if (!writtenEntries.has(key)) merged.delete(key)
  return Array.isArray(written) ? [...merged.values()] : Object.fromEntries(merged)
}

const copyOf = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/**
 * The SDK's key-value storage on top of the widget's own store: the SDK opens no database, and every key has the widget's
 * prefix.
 */
export function clientStorage(store: RecordStore) {
  const lastRead = new Map<string, unknown>()
  const read = (key: string): unknown => parseClientRecord(key, copyOf(store.read()[key]))

  // The SDK asserts the type of what it reads; `parseClientRecord` validates it.
  function getItem<T>(key: string): Promise<T | undefined>
  async function getItem(key: string): Promise<unknown> {
    const value = read(key)
    lastRead.set(key, copyOf(value))
    return value
  }
  function getEntries<T>(): Promise<[string, T][]>
  async function getEntries(): Promise<[string, unknown][]> {
    return Object.keys(store.read()).map((key) => [key, read(key)])
  }

  return {
    getItem,
    getEntries,
    getKeys: async () => Object.keys(store.read()),
    setItem: async (key: string, value: unknown): Promise<void> => {
      const written = copyOf(value)
      store.update((records) => {
        const merged = mergeRecord(lastRead.get(key), records[key], written)
        return { ...records, [key]: merged }
      })
      lastRead.set(key, written)
    },
    removeItem: async (key: string): Promise<void> => {
      store.update(({ [key]: _removed, ...others }) => others)
      lastRead.delete(key)
    },
  }
}
