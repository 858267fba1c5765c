import type { HttpBindings } from '@hono/node-server'

/** What the Node server and the middleware pass to each handler. */
export type ServerEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Of a known project. */
    projectId?: string
    /** Whether the response already has its id and CORS headers. */
    isComplete?: true
  }
}
