import { describe, expect, it } from 'vitest'
import type { Project, ProjectStore } from '../ports/stores/projects.ts'
import { cacheProjects, projectCacheMs } from './project-cache.ts'
import { testProject } from './testing/project-suite.ts'

/** A store with one row; a test controls when its reads resolve. */
function rowStore() {
  let row: Project | undefined = testProject()
  let reads = 0
  let gate: Promise<void> = Promise.resolve()
  const store: ProjectStore = {
    find: async (id) => {
      reads += 1
      // As in a database, a read sees the row at the time when it began.
      const rowAtStart = row
      await gate
      return rowAtStart?.id === id ? rowAtStart : undefined
    },
    list: async () => (row ? [row] : []),
    add: async (project) => {
      row = project
      return true
    },
    change: async (_, change) => {
      row = { ...testProject(), ...change }
      return true
    },
    rotate: async (_, id) => {
      row = { ...testProject(), id }
      return true
    },
  }
  return {
    store,
    reads: () => reads,
    /** Writes as another process would. */
    write: (project: Project | undefined) => {
      row = project
    },
    /** Delays reads until the returned function is called. */
    hold: () => {
      let release: () => void = () => undefined
      gate = new Promise<void>((resolve) => {
        release = resolve
      })
      return release
    },
  }
}

const nameOf = async (store: ProjectStore, nowMs: number, id = 'id-1') => (await store.find(id, nowMs))?.name

describe('project cache', () => {
  it('found within five seconds › read once, then again', async () => {
    const { store, reads, write } = rowStore()
    const cached = cacheProjects(store)
    expect(await nameOf(cached, 1_000)).toBe('Tidewater Coffee')
    write(testProject({ name: 'New' }))
    expect(await nameOf(cached, 1_000 + projectCacheMs - 1)).toBe('Tidewater Coffee')
    expect(reads()).toBe(1)
    expect(await nameOf(cached, 1_000 + projectCacheMs)).toBe('New')
  })

  it('deleted by another process › unknown after five seconds', async () => {
    const { store, write } = rowStore()
    const cached = cacheProjects(store)
    await nameOf(cached, 0)
    write(undefined)
    expect(await nameOf(cached, projectCacheMs)).toBeUndefined()
    write(testProject())
    expect(await nameOf(cached, projectCacheMs + 1)).toBeUndefined()
    expect(await nameOf(cached, projectCacheMs * 2)).toBe('Tidewater Coffee')
  })

  it('clock set back › read again', async () => {
    const { store, reads } = rowStore()
    const cached = cacheProjects(store)
    await nameOf(cached, 1_000_000)
    await nameOf(cached, 1)
    expect(reads()).toBe(2)
  })

  it.each<readonly [string, (cached: ProjectStore) => Promise<boolean>, string, string]>([
    ['changed', (cached) => cached.change('k1', { name: 'New' }), 'id-1', 'New'],
    ['rotated', (cached) => cached.rotate('k1', 'id-2', 0), 'id-2', 'Tidewater Coffee'],
    ['added', (cached) => cached.add(testProject({ id: 'id-3', name: 'New' })), 'id-3', 'New'],
  ])('%s through the cache › visible to the next read', async (_, change, id, name) => {
    const { store } = rowStore()
    const cached = cacheProjects(store)
    await nameOf(cached, 0)
    await nameOf(cached, 0, id)
    await change(cached)
    expect(await nameOf(cached, 0, id)).toBe(name)
    expect(await nameOf(cached, 0)).toBe(id === 'id-1' ? name : undefined)
  })

  it('changed during a read › the older result is not cached', async () => {
    const { store, hold } = rowStore()
    const cached = cacheProjects(store)
    const release = hold()
    const before = nameOf(cached, 0)
    await cached.change('k1', { name: 'New' })
    const after = nameOf(cached, 0)
    release()
    expect(await before).toBe('Tidewater Coffee')
    expect(await after).toBe('New')
    expect(await nameOf(cached, 1)).toBe('New')
  })

  it('a thousand finds at once › one read', async () => {
    const { store, reads } = rowStore()
    const cached = cacheProjects(store)
    await Promise.all(Array.from({ length: 1_000 }, () => cached.find('id-1', 0)))
    expect(reads()).toBe(1)
  })

  it('made-up ids › evict no project', async () => {
    const { store, reads } = rowStore()
    const cached = cacheProjects(store)
    await cached.find('id-1', 0)
    for (let n = 0; n < 20_000; n += 1) await cached.find(`made-up-${n}`, 0)
    const before = reads()
    await cached.find('id-1', 0)
    expect(reads()).toBe(before)
  })

  it('failed read › rejects, the next find reads again', async () => {
    const { store } = rowStore()
    let isFailing = true
    const cached = cacheProjects({
      ...store,
      find: (id, nowMs) => (isFailing ? Promise.reject(new Error('away')) : store.find(id, nowMs)),
    })
    await expect(cached.find('id-1', 0)).rejects.toThrow('away')
    isFailing = false
    expect(await nameOf(cached, 0)).toBe('Tidewater Coffee')
  })
})
