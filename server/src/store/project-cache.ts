import { LRUCache } from 'lru-cache'
import type { Project, ProjectStore } from '../ports/stores/projects.ts'

/** A change made by another process takes effect within this time. */
export const projectCacheMs = 5_000

const maxProjects = 10_000
/** Limit of ids without a project, which any caller can make up: they do not evict projects. */
const maxUnknownIds = 1_000

type CachedProject = { readonly project: Project | undefined; readonly readAtMs: number }

/**
 * A project store whose `find` reads each id at most once per `projectCacheMs`. The next `find` sees changes made through
 * this store; changes made by another process, and the end of a former id, apply up to `projectCacheMs` late. The list is
 * read from the store each time. A failed read is not cached.
 */
export function cacheProjects(store: ProjectStore): ProjectStore {
  const known = new LRUCache<string, CachedProject>({ max: maxProjects })
  const unknown = new LRUCache<string, CachedProject>({ max: maxUnknownIds })
  const reads = new Map<string, Promise<Project | undefined>>()

  /** A read that began before a change may have missed it: no later caller joins it, and its result is not cached. */
  function invalidate(): void {
    known.clear()
    unknown.clear()
    reads.clear()
  }

  async function read(id: string, nowMs: number): Promise<Project | undefined> {
    const reading = store.find(id, nowMs)
    reads.set(id, reading)
    const isCurrent = () => reads.get(id) === reading
    try {
      const project = await reading
      if (isCurrent()) {
        known.delete(id)
        unknown.delete(id)
        const entries = project === undefined ? unknown : known
        entries.set(id, { project, readAtMs: nowMs })
      }
      return project
    } finally {
      if (isCurrent()) reads.delete(id)
    }
  }

  async function invalidatingAfter<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change()
    } finally {
      invalidate()
    }
  }

  return {
    find: (id, nowMs) => {
      const found = known.get(id) ?? unknown.get(id)
      const ageMs = found === undefined ? Number.NaN : nowMs - found.readAtMs
      // The age is negative when the clock was set back.
      if (found !== undefined && ageMs >= 0 && ageMs < projectCacheMs) return Promise.resolve(found.project)
      return reads.get(id) ?? read(id, nowMs)
    },
    list: store.list,
    add: (project) => invalidatingAfter(() => store.add(project)),
    change: (key, change) => invalidatingAfter(() => store.change(key, change)),
    rotate: (key, id, formerUntilMs) => invalidatingAfter(() => store.rotate(key, id, formerUntilMs)),
  }
}
