import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { atom, createStore } from './state.ts'
import { browserArea, memoryArea, type StorageArea, startStorage, storedAtom } from './storage.ts'
import { bigintText } from './text/bigint-schema.ts'

const schema = () => z.object({ names: z.array(z.string()), amount: z.optional(bigintText()) })
type Data = z.output<ReturnType<typeof schema>>
const fallback: Data = { names: [] }

function world(area: StorageArea) {
  const store = createStore()
  const reports: string[] = []
  const stop = startStorage(store, {
    area,
    now: () => 7,
    report: (problem, key) => reports.push(`${problem} ${key}`),
  })
  return { store, reports, stop }
}

const throwing = (
  what: Partial<Record<'get' | 'set' | 'remove', true>>,
  area = memoryArea(),
): StorageArea => {
  const fault = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  return {
    get: what.get ? fault : area.get,
    set: what.set ? fault : area.set,
    remove: what.remove ? fault : area.remove,
  }
}

const record = (data: unknown) => JSON.stringify({ v: 1, at: 1, data })

describe('storedAtom', () => {
  const namesAtom = storedAtom<Data>(() => 'names', schema, fallback)

  it('value › written with version and time, and read back by another store', () => {
    const area = memoryArea()
    world(area).store.set(namesAtom, { names: ['a'], amount: 2n ** 80n })
    expect(JSON.parse(area.get('names') ?? '')).toEqual({
      v: 1,
      at: 7,
      data: { names: ['a'], amount: '1208925819614629174706176' },
    })
    expect(world(area).store.get(namesAtom)).toEqual({ names: ['a'], amount: 2n ** 80n })
  })

  it.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ v: 2, at: 1, data: { names: [] } })],
    ['no record', JSON.stringify({ names: ['a'] })],
    ['data of another shape', record({ names: 'a' })],
    ['null', 'null'],
  ])('%s › deleted, reported once, and counts as absent', async (_, text) => {
    const area = memoryArea({ names: text })
    const { store, reports } = world(area)
    expect(store.get(namesAtom)).toBe(fallback)
    expect(area.get('names')).toBeNull()
    store.set(namesAtom, (previous) => ({ names: [...previous.names, 'b'] }))
    await Promise.resolve()
    expect(reports).toEqual(['storage/invalid names'])
    expect(store.get(namesAtom)).toEqual({ names: ['b'] })
  })

  it('storage full › the value stays in memory, reported once', () => {
    const { store, reports } = world(throwing({ set: true }))
    store.set(namesAtom, { names: ['a'] })
    store.set(namesAtom, (previous) => ({ names: [...previous.names, 'b'] }))
    expect(store.get(namesAtom)).toEqual({ names: ['a', 'b'] })
    expect(reports).toEqual(['storage/quota names'])
  })

  it('storage that throws always › works like memory', () => {
    const { store } = world(throwing({ get: true, set: true, remove: true }))
    expect(store.get(namesAtom)).toBe(fallback)
    store.set(namesAtom, { names: ['a'] })
    expect(store.get(namesAtom)).toEqual({ names: ['a'] })
  })

  it('value that cannot be deleted › counts as deleted', () => {
    const optionalAtom = storedAtom<Data | undefined>(
      () => 'names',
      () => z.optional(schema()),
      undefined,
    )
    const { store } = world(throwing({ remove: true }, memoryArea({ names: record({ names: ['a'] }) })))
    expect(store.get(optionalAtom)).toEqual({ names: ['a'] })
    store.set(optionalAtom, undefined)
    expect(store.get(optionalAtom)).toBeUndefined()
  })

  it('another tab writes › value arrives, and an update starts from it', () => {
    const area = memoryArea()
    let notify: (key: string | null) => void = () => undefined
    const watched: StorageArea = {
      ...area,
      watch: (onChange) => {
        notify = onChange
        return () => {
          notify = () => undefined
        }
      },
    }
    const { store } = world(watched)
    expect(store.get(namesAtom)).toBe(fallback)
    area.set('names', record({ names: ['other tab'] }))
    notify('names')
    expect(store.get(namesAtom)).toEqual({ names: ['other tab'] })
    area.set('names', record({ names: ['unheard'] }))
    store.set(namesAtom, (previous) => ({ names: [...previous.names, 'own'] }))
    expect(store.get(namesAtom)).toEqual({ names: ['unheard', 'own'] })
    area.remove('names')
    notify(null)
    expect(store.get(namesAtom)).toBe(fallback)
  })

  it('key › follows the atoms it depends on', () => {
    const scopeAtom = atom('one')
    const scopedAtom = storedAtom<Data>((get) => `names/${get(scopeAtom)}`, schema, fallback)
    const { store } = world(memoryArea())
    store.set(scopedAtom, { names: ['a'] })
    store.set(scopeAtom, 'two')
    expect(store.get(scopedAtom)).toBe(fallback)
    store.set(scopeAtom, 'one')
    expect(store.get(scopedAtom)).toEqual({ names: ['a'] })
  })
})

describe('browserArea', () => {
  it('localStorage throws SecurityError › memory', () => {
    const page = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    const area = browserArea(page)
    area.set('a', '1')
    expect(area.get('a')).toBe('1')
  })
})
