import type { Hono } from 'hono'
import type { ServerEnv } from '#server/web/server-env.ts'

type Handler = Hono<ServerEnv>['routes'][number]

/** Method and path; the names of parameters do not count. Middleware, which is for all methods, has no name. */
const nameOf = ({ method, path }: Handler): readonly string[] =>
  method === 'ALL' ? [] : [`${method} ${path.replace(/:\w+/g, ':')}`]

/**
 * Mounts the server behind the middleware and the own pages of the world.
 * @throws Error when the world answers an endpoint of the server, which the server would then never be asked.
 */
export function mountServer(app: Hono<ServerEnv>, server: Hono<ServerEnv>): void {
  const served = new Set(server.routes.flatMap(nameOf))
  const taken = app.routes.flatMap(nameOf).filter((name) => served.has(name))
  if (taken.length > 0) throw new Error(`The local world answers ${taken.join(', ')} of the server`)
  app.route('/', server)
}
