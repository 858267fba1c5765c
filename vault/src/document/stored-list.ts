import { parseWire, type Wire } from '#shared/wire-schema.ts'

export type ListStorage = () => Pick<Storage, 'getItem' | 'setItem'>

/** A list in the storage of this browser. */
export type StoredList<Item> = {
  /** Empty where the browser blocks storage, or what it has does not parse. */
  readonly read: () => readonly Item[]
  /** Does nothing where the browser blocks it. */
  readonly write: (items: readonly Item[]) => void
}

export const createStoredList = <Item>(
  storage: ListStorage,
  key: string,
  schema: Wire<readonly Item[]>,
): StoredList<Item> => ({
  read: () => {
    try {
      const parsed = parseWire(schema, JSON.parse(storage().getItem(key) ?? '[]'))
      return parsed.success ? parsed.data : []
    } catch {
      return []
    }
  },
  write: (items) => {
    try {
      storage().setItem(key, JSON.stringify(items))
    } catch {
      // The callers count on no item.
    }
  },
})
