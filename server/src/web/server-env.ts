import type { HttpBindings } from '@hono/node-server'

/** What the Node server and our middleware give to each handler. */
export type ServerEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Of a known project. */
    projectId?: string
    /** Whether the response has its id and CORS headers already. */
    isComplete?: true
  }
}
