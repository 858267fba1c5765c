import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eagerQueryAtom } from './eager-query.ts'
import { loadQueryEngineAtom, queryEngineAtom } from './query.ts'
import { atom, createStore } from './state.ts'

const start = Date.UTC(2026, 0, 1)
const lifetimeMs = 300_000

// query-core reads the time itself; its timers are real.
let nowMs = start
beforeEach(() => {
  nowMs = start
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Load = {
  readonly key: string
  readonly signal: AbortSignal
  answer(outcome: string | Error): void
}

function world() {
  const store = createStore()
  const keyAtom = atom<string | undefined>('a')
  const noiseAtom = atom(0)
  const loads: Load[] = []
  const query = eagerQueryAtom<string>((get) => {
    const key = get(keyAtom)
    get(noiseAtom)
    return {
      key: ['first', key],
      staleTimeMs: lifetimeMs,
      enabled: key !== undefined,
      load: (signal) =>
        new Promise((resolve, reject) => {
          const answer = (outcome: string | Error) =>
            outcome instanceof Error ? reject(outcome) : resolve(outcome)
          loads.push({ key: key ?? '', signal, answer })
        }),
    }
  })
  const isLibraryLoaded = () => store.get(queryEngineAtom) !== undefined
  return { store, query, keyAtom, noiseAtom, loads, isLibraryLoaded, mount: () => store.sub(query, () => {}) }
}

const ready = { is: 'ready', data: 'one', stale: false, updatedAt: start, failure: undefined }

async function answered() {
  const made = world()
  const stop = made.mount()
  made.loads[0]?.answer('one')
  await vi.waitFor(() => expect(made.store.get(made.query)).toEqual(ready))
  return { ...made, stop }
}

describe('eagerQueryAtom', () => {
  it('mounted and enabled › loads once, without the query library', async () => {
    const { store, query, keyAtom, loads, mount, isLibraryLoaded } = world()
    store.set(keyAtom, undefined)
    expect(store.get(query)).toEqual({ is: 'loading' })
    mount()
    expect(loads).toEqual([])
    store.set(keyAtom, 'a')
    expect(loads).toHaveLength(1)
    expect(store.get(query)).toEqual({ is: 'loading' })
    loads[0]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
    expect(isLibraryLoaded()).toBe(false)
  })

  it('library loaded › takes over the result, no refetch within the stale time', async () => {
    const { store, query, loads } = await answered()
    await store.set(loadQueryEngineAtom)
    expect(store.get(query)).toEqual(ready)
    expect(loads).toHaveLength(1)
  })

  it('library loaded during a load › waits for it', async () => {
    const { store, query, loads, mount } = world()
    mount()
    await store.set(loadQueryEngineAtom)
    expect(store.get(query)).toEqual({ is: 'loading' })
    loads[0]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
    expect(loads).toHaveLength(1)
  })

  it('equal options › load nothing; other options abort the load in flight', () => {
    const { store, keyAtom, noiseAtom, loads, mount } = world()
    mount()
    store.set(noiseAtom, 1)
    expect(loads).toHaveLength(1)
    store.set(keyAtom, 'b')
    expect(loads.map(({ key, signal }) => [key, signal.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('unmounted › aborts the load; mounted again › starts a new one', async () => {
    const { store, query, loads, mount } = world()
    mount()()
    expect(loads[0]?.signal.aborted).toBe(true)
    mount()
    loads[0]?.answer(new Error('aborted'))
    loads[1]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
  })

  it('mounted again within the stale time › shows the result without a load', async () => {
    const { store, query, loads, stop, mount, isLibraryLoaded } = await answered()
    stop()
    nowMs = start + lifetimeMs - 1
    mount()
    expect(store.get(query)).toEqual(ready)
    expect(loads).toHaveLength(1)
    expect(isLibraryLoaded()).toBe(false)
  })

  it.each(['comes back to the view', 'comes back to the page', 'is online again'])(
    'stale result, user %s › refetched',
    async (how) => {
      const { store, query, loads, stop, mount } = await answered()
      nowMs = start + lifetimeMs
      expect(loads).toHaveLength(1)
      if (how === 'is online again') dispatchEvent(new Event('online'))
      else if (how === 'comes back to the page') document.dispatchEvent(new Event('visibilitychange'))
      else {
        stop()
        mount()
      }
      await vi.waitFor(() => expect(loads).toHaveLength(2))
      expect(store.get(query)).toMatchObject({ is: 'ready', data: 'one', stale: true })
      loads[1]?.answer('two')
      await vi.waitFor(() => expect(store.get(query)).toMatchObject({ data: 'two', stale: false }))
    },
  )

  it('load failed › the library retries, and reports its failure', async () => {
    const { store, query, loads, mount } = world()
    mount()
    loads[0]?.answer(new Error('down'))
    await vi.waitFor(() => expect(loads).toHaveLength(2))
    expect(store.get(query)).toEqual({ is: 'loading' })
    loads[1]?.answer(new Error('still down'))
    await vi.waitFor(() =>
      expect(store.get(query)).toMatchObject({ is: 'failed', error: { message: 'still down' } }),
    )
    expect(await Promise.race([store.set(query), Promise.resolve('asking')])).toBe('asking')
    await vi.waitFor(() => expect(loads).toHaveLength(3))
    loads[2]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
  })
})
