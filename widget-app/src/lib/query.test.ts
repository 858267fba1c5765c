import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadQueryEngineAtom, queryAtom, refetchQueriesAtom, watchFailuresAtom } from './query.ts'
import type { QueryResult } from './query-result.ts'
import { atom, createStore } from './state.ts'

// query-core reads the time itself, so the platform's clock is faked here.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})
afterEach(() => {
  vi.useRealTimers()
})

async function world(responses: readonly (string | Error)[], gapMs = 30_000) {
  const store = createStore()
  // Loaded beforehand: a real import takes real time, which does not advance here.
  await store.set(loadQueryEngineAtom)
  let calls = 0
  const keyAtom = atom('a')
  const query = queryAtom<string>((get) => ({
    key: ['thing', get(keyAtom)],
    staleTimeMs: 15_000,
    retryGapMs: gapMs,
    enabled: get(keyAtom) !== 'off',
    load: async () => {
      const answer = responses[calls] ?? new Error('one call too many')
      calls += 1
      if (answer instanceof Error) throw answer
      return answer
    },
  }))
  const results: QueryResult<string>['is'][] = []
  const mount = () => store.sub(query, () => results.push(store.get(query).is))
  return { store, query, keyAtom, mount, results, calls: () => calls }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('queryAtom', () => {
  it('not mounted › loads nothing', async () => {
    const { store, query, calls } = await world(['one'])
    expect(store.get(query)).toEqual({ is: 'loading' })
    await pass(10)
    expect(calls()).toBe(0)
  })

  it('several subscribers › one load within the stale time', async () => {
    const { store, query, mount, calls } = await world(['one', 'two'])
    const stop = mount()
    mount()
    await pass(0)
    expect(store.get(query)).toEqual({
      is: 'ready',
      data: 'one',
      stale: false,
      updatedAt: Date.UTC(2026, 0, 1),
      failure: undefined,
    })
    stop()
    mount()
    await pass(14_000)
    expect(calls()).toBe(1)
  })

  it('stale result › stays while the new one loads', async () => {
    const { store, query, mount, calls, results } = await world(['one', 'two'])
    const stop = mount()
    await pass(0)
    stop()
    await pass(15_001)
    results.length = 0
    mount()
    expect(store.get(query)).toMatchObject({ is: 'ready', data: 'one', stale: true })
    await pass(0)
    expect(store.get(query)).toMatchObject({ is: 'ready', data: 'two', stale: false })
    expect(calls()).toBe(2)
    expect(results.every((is) => is === 'ready')).toBe(true)
  })

  it('load failed › reports when a retry is allowed, and none happens before', async () => {
    const { store, query, mount, calls } = await world([new Error('down'), 'two'])
    const stop = mount()
    await pass(0)
    const retryAt = Date.UTC(2026, 0, 1) + 30_000
    expect(store.get(query)).toMatchObject({ is: 'failed', retryAt })
    await pass(29_999)
    expect(await store.set(query)).toEqual({ is: 'refused', retryAt })
    await store.set(refetchQueriesAtom, 'thing')
    stop()
    mount()
    await pass(0)
    expect(calls()).toBe(1)
    await pass(1)
    expect(await store.set(query)).toEqual({ is: 'started' })
    expect(store.get(query)).toMatchObject({ is: 'ready', data: 'two' })
  })

  it('refetch failed › the previous result stays', async () => {
    const { store, query, mount } = await world(['one', new Error('down')])
    mount()
    await pass(0)
    expect(await store.set(query)).toEqual({ is: 'started' })
    expect(store.get(query)).toMatchObject({
      is: 'ready',
      data: 'one',
      failure: { retryAt: Date.now() + 30_000 },
    })
  })

  it('refetch in flight › reported, and another refetch waits for it', async () => {
    const { store, query, mount, calls } = await world(['one', 'two'])
    mount()
    await pass(0)
    expect(store.get(query)).not.toHaveProperty('isFetching')
    const both = [store.set(query), store.set(query)]
    await store.set(loadQueryEngineAtom)
    expect(store.get(query)).toMatchObject({ is: 'ready', data: 'one', isFetching: true })
    await pass(0)
    expect(await Promise.all(both)).toEqual([{ is: 'started' }, { is: 'started' }])
    expect(store.get(query)).toMatchObject({ data: 'two' })
    expect(store.get(query)).not.toHaveProperty('isFetching')
    expect(calls()).toBe(2)
  })

  it('other options › another load; disabled › no load', async () => {
    const { store, query, keyAtom, mount, calls } = await world(['one', 'two'])
    mount()
    await pass(0)
    store.set(keyAtom, 'b')
    await pass(0)
    expect(store.get(query)).toMatchObject({ data: 'two' })
    store.set(keyAtom, 'off')
    await pass(0)
    expect(await store.set(query)).toEqual({ is: 'disabled' })
    expect(calls()).toBe(2)
  })

  it('watchFailuresAtom › reports failures by key', async () => {
    const { store, mount } = await world([new Error('down')])
    const keys: unknown[] = []
    store.set(watchFailuresAtom, (key) => keys.push(key))
    mount()
    await pass(0)
    expect(keys).toEqual([['thing', 'a']])
  })

  it('watchFailuresAtom › library still loading › reports a load that fails at once', async () => {
    vi.useRealTimers()
    const store = createStore()
    const query = queryAtom<string>(() => ({
      key: ['thing'],
      staleTimeMs: 15_000,
      retryGapMs: 30_000,
      load: () => Promise.reject(new Error('down')),
    }))
    store.sub(query, () => {})
    const keys: unknown[] = []
    const stop = store.set(watchFailuresAtom, (key) => keys.push(key))
    await vi.waitUntil(() => store.get(query).is === 'failed')
    expect(keys).toEqual([['thing']])
    stop()
    await store.set(query).catch(() => undefined)
    expect(keys).toHaveLength(1)
  })
})
