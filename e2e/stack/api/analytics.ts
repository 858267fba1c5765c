import { getAnalyticsConfig, postBatch } from '#shared/api/analytics.ts'
import type { createMount } from './mount.ts'

/** One event as it came, with the project id (tag included) it came for. */
type Kept = { readonly project: string; readonly event: unknown }

const keptLimit = 5_000

/** Analytics: whether a project wants events, and those that came, for tests to read. */
export function mountAnalytics(mount: ReturnType<typeof createMount>) {
  let kept: readonly Kept[] = []
  mount.get(getAnalyticsConfig, ({ project }) => ({ isAnalyticsEnabled: project.isAnalyticsEnabled }))
  mount.post(postBatch, ({ body, projectId }) => {
    kept = [...kept, ...body.map((event) => ({ project: projectId, event }))].slice(-keptLimit)
    return {}
  })
  return {
    /** Events of a project id, in the order they came. */
    events: (project: string) => kept.filter((one) => one.project === project).map(({ event }) => event),
  }
}
