import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eagerQueryAtom } from './eager-query.ts'
import { loadQueryEngineAtom, queryEngineAtom } from './query.ts'
import { atom, createStore } from './state.ts'

const start = Date.UTC(2026, 0, 1)
const lifetimeMs = 300_000

// query-core reads the time itself; its timers go on.
let nowMs = start
beforeEach(() => {
  nowMs = start
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Asked = {
  readonly key: string
  readonly signal: AbortSignal
  answer(outcome: string | Error): void
}

function world() {
  const store = createStore()
  const keyAtom = atom<string | undefined>('a')
  const noiseAtom = atom(0)
  const asked: Asked[] = []
  const query = eagerQueryAtom<string>((get) => {
    const key = get(keyAtom)
    get(noiseAtom)
    return {
      key: ['first', key],
      lifetimeMs,
      enabled: key !== undefined,
      load: (signal) =>
        new Promise((resolve, reject) => {
          const answer = (outcome: string | Error) =>
            outcome instanceof Error ? reject(outcome) : resolve(outcome)
          asked.push({ key: key ?? '', signal, answer })
        }),
    }
  })
  const isLibraryHere = () => store.get(queryEngineAtom) !== undefined
  return { store, query, keyAtom, noiseAtom, asked, isLibraryHere, mount: () => store.sub(query, () => {}) }
}

const ready = { is: 'ready', data: 'one', stale: false, updatedAt: start, failure: undefined }

async function answered() {
  const made = world()
  const stop = made.mount()
  made.asked[0]?.answer('one')
  await vi.waitFor(() => expect(made.store.get(made.query)).toEqual(ready))
  return { ...made, stop }
}

describe('firstQueryAtom', () => {
  it('behavior: it loads once it is mounted and enabled, without the query library', async () => {
    const { store, query, keyAtom, asked, mount, isLibraryHere } = world()
    store.set(keyAtom, undefined)
    expect(store.get(query)).toEqual({ is: 'loading' })
    mount()
    expect(asked).toEqual([])
    store.set(keyAtom, 'a')
    expect(asked).toHaveLength(1)
    expect(store.get(query)).toEqual({ is: 'loading' })
    asked[0]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
    expect(isLibraryHere()).toBe(false)
  })

  it('behavior: the library takes the answer over and asks nobody again within its lifetime', async () => {
    const { store, query, asked } = await answered()
    await store.set(loadQueryEngineAtom)
    expect(store.get(query)).toEqual(ready)
    expect(asked).toHaveLength(1)
  })

  it('behavior: the library waits for a load that is under way', async () => {
    const { store, query, asked, mount } = world()
    mount()
    await store.set(loadQueryEngineAtom)
    expect(store.get(query)).toEqual({ is: 'loading' })
    asked[0]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
    expect(asked).toHaveLength(1)
  })

  it('behavior: options that are made anew load nothing; others end the load that is under way', () => {
    const { store, keyAtom, noiseAtom, asked, mount } = world()
    mount()
    store.set(noiseAtom, 1)
    expect(asked).toHaveLength(1)
    store.set(keyAtom, 'b')
    expect(asked.map(({ key, signal }) => [key, signal.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('behavior: who leaves ends the load, and who comes back starts it anew', async () => {
    const { store, query, asked, mount } = world()
    mount()()
    expect(asked[0]?.signal.aborted).toBe(true)
    mount()
    asked[0]?.answer(new Error('aborted'))
    asked[1]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
  })

  it('behavior: who comes back to an answer within its lifetime sees it, and nothing is asked', async () => {
    const { store, query, asked, stop, mount, isLibraryHere } = await answered()
    stop()
    nowMs = start + lifetimeMs - 1
    mount()
    expect(store.get(query)).toEqual(ready)
    expect(asked).toHaveLength(1)
    expect(isLibraryHere()).toBe(false)
  })

  it.each(['comes back to the view', 'comes back to the page', 'is online again'])(
    'behavior: an old answer is asked for again when somebody %s',
    async (how) => {
      const { store, query, asked, stop, mount } = await answered()
      nowMs = start + lifetimeMs
      expect(asked).toHaveLength(1)
      if (how === 'is online again') dispatchEvent(new Event('online'))
      else if (how === 'comes back to the page') document.dispatchEvent(new Event('visibilitychange'))
      else {
        stop()
        mount()
      }
      await vi.waitFor(() => expect(asked).toHaveLength(2))
      expect(store.get(query)).toMatchObject({ is: 'ready', data: 'one', stale: true })
      asked[1]?.answer('two')
      await vi.waitFor(() => expect(store.get(query)).toMatchObject({ data: 'two', stale: false }))
    },
  )

  it('error: after a failure the library tries again, and tells of that one', async () => {
    const { store, query, asked, mount } = world()
    mount()
    asked[0]?.answer(new Error('down'))
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(store.get(query)).toEqual({ is: 'loading' })
    asked[1]?.answer(new Error('still down'))
    await vi.waitFor(() =>
      expect(store.get(query)).toMatchObject({ is: 'failed', error: { message: 'still down' } }),
    )
    expect(await Promise.race([store.set(query), Promise.resolve('asking')])).toBe('asking')
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    asked[2]?.answer('one')
    await vi.waitFor(() => expect(store.get(query)).toEqual(ready))
  })
})
