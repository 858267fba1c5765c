import type { Hono } from 'hono'
import type { ServerEnv } from '#server/web/server-env.ts'

type Handler = Hono<ServerEnv>['routes'][number]

/** Method and path, without names of parameters. Empty for middleware, which has the method ALL. */
const routeKeys = ({ method, path }: Handler): readonly string[] =>
  method === 'ALL' ? [] : [`${method} ${path.replace(/:\w+/g, ':')}`]

/**
 * Mounts the server behind the middleware and pages of the world.
 * @throws Error when the world has a route of the server, which would then hide the server's.
 */
export function mountServer(app: Hono<ServerEnv>, server: Hono<ServerEnv>): void {
  const serverRoutes = new Set(server.routes.flatMap(routeKeys))
  const conflicts = app.routes.flatMap(routeKeys).filter((name) => serverRoutes.has(name))
  if (conflicts.length > 0) throw new Error(`The local world answers ${conflicts.join(', ')} of the server`)
  app.route('/', server)
}
