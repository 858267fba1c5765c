import type { Project, ProjectStore } from '../../ports/stores/projects.ts'

/** Projects in memory, with the rules of `ProjectStore`. */
export function createMemoryProjects(first: readonly Project[] = []): ProjectStore {
  const byKey = new Map(first.map((project) => [project.key, project]))
  /** Keys and expiry times by former id. */
  const former = new Map<string, { readonly key: string; readonly untilMs: number }>()
  const byId = (id: string) => [...byKey.values()].find((project) => project.id === id)
  const isTaken = (id: string) => byId(id) !== undefined || former.has(id)
  return {
    find: async (id, nowMs) => {
      const old = former.get(id)
      return byId(id) ?? (old && old.untilMs > nowMs ? byKey.get(old.key) : undefined)
    },
    list: async () => [...byKey.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    add: async (project) => {
      if (isTaken(project.id)) return false
      byKey.set(project.key, project)
      return true
    },
    change: async (key, change) => {
      const project = byKey.get(key)
      if (project) byKey.set(key, { ...project, ...change })
      return project !== undefined
    },
    rotate: async (key, id, formerUntilMs) => {
      const project = byKey.get(key)
      if (!project || isTaken(id)) return false
      former.set(project.id, { key, untilMs: formerUntilMs })
      byKey.set(key, { ...project, id })
      return true
    },
  }
}
