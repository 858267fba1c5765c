import { getAnalyticsConfig, postBatch } from '../../../shared/api/analytics.ts'
import { getAllowedOrigins, getProjectConfig } from '../../../shared/api/project.ts'
import type { EventSink } from '../ports/events.ts'
import { type Route, route } from './route.ts'

/** What a project has configured, and its analytics events. */
export function projectRoutes(events: EventSink): readonly Route[] {
  return [
    route(getProjectConfig, ({ project }) => ({ features: [...project.features] })),
    route(getAllowedOrigins, ({ project }) => ({ allowedOrigins: [...project.allowedOrigins] })),
    route(getAnalyticsConfig, ({ project }) => ({ isAnalyticsEnabled: project.isAnalyticsEnabled })),
    route(postBatch, async ({ body, project }) => {
      if (project.isAnalyticsEnabled) await events.add(project.key, body)
      return {}
    }),
  ]
}
