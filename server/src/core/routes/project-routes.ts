import { getAnalyticsConfig, postBatch } from '../../../../shared/api/analytics.ts'
import { getAllowedOrigins, getProjectConfig } from '../../../../shared/api/project.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EventSink } from '../../ports/stores/events.ts'
import { privateResponse, projectResponse } from '../cache-policy.ts'
import { type Route, route } from './route.ts'

/**
 * The configuration of a project, and its analytics events.
 * @param unavailable ids of remote features that this deployment has no adapter for: they are off in every project.
 */
export function projectRoutes(
  events: EventSink,
  unavailable: readonly string[],
  clock: Clock,
): readonly Route[] {
  return [
    route(getProjectConfig, projectResponse, ({ project }) => ({
      features: project.features.map((feature) => ({
        ...feature,
        isEnabled: feature.isEnabled && !unavailable.includes(feature.id),
      })),
    })),
    route(getAllowedOrigins, projectResponse, ({ project }) => ({
      allowedOrigins: [...project.allowedOrigins],
    })),
    route(getAnalyticsConfig, projectResponse, ({ project }) => ({
      isAnalyticsEnabled: project.isAnalyticsEnabled,
    })),
    route(postBatch, privateResponse, ({ body, project }) => {
      const receivedAtMs = clock()
      if (project.isAnalyticsEnabled)
        events.add(
          body.map((content) => ({ kind: 'analytics', projectKey: project.key, receivedAtMs, content })),
        )
      return {}
    }),
  ]
}
