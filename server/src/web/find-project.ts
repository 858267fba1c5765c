import type { Context } from 'hono'
import type { FindProject } from '../core/routes/route.ts'
import type { ServerEnv } from './server-env.ts'

/** Finds projects and stores the id of the request's project for the access log. */
export const recordProject =
  (c: Context<ServerEnv>, projects: FindProject): FindProject =>
  async (id) => {
    const project = await projects(id)
    if (project !== undefined) c.set('projectId', project.id)
    return project
  }
