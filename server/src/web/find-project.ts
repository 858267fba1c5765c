import type { Context } from 'hono'
import type { FindProject } from '../core/routes/route.ts'
import type { ServerEnv } from './server-env.ts'

/** Finds projects and notes the one of the request, for its log line. */
export const notedProject =
  (c: Context<ServerEnv>, projects: FindProject): FindProject =>
  async (id) => {
    const project = await projects(id)
    if (project !== undefined) c.set('projectId', project.id)
    return project
  }
