import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { readJson } from '#server/core/json-text.ts'
import { embedPath, isolatedEmbedPath } from '#shared/config/embed-path.ts'
import * as z from '#shared/zod.ts'
import type { RunningChain } from '../chains/running-chain.ts'

/** A fault that a test injects. It applies to requests whose path starts with `path`. */
export const faultSchema = z.strictObject({
  path: z.string().check(z.startsWith('/')),
  /** Match `path` exactly, not as a prefix. */
  exact: z._default(z.boolean(), false),
  method: z.optional(z.enum(['GET', 'POST', 'PUT'])),
  /** Only requests of this project id, tag included. */
  project: z.optional(z.string()),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  /** JSON body of a response with `status`; default a list of reasons. */
  body: z.optional(z.unknown()),
  /** Value of Retry-After: seconds or an HTTP date. */
  retryAfter: z.optional(z.union([z.number(), z.string()])),
  delayMs: z.optional(z.int().check(z.gte(0), z.lte(120_000))),
  /** Destroys the connection instead of responding. */
  drop: z.optional(z.boolean()),
  /** How many requests it applies to; default all. */
  times: z.optional(z.int().check(z.gte(1))),
})
export type Fault = z.input<typeof faultSchema>

/** One received request; the log has them in order of arrival. */
export const loggedRequestSchema = z.object({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  origin: z.nullable(z.string()),
  /** Text of a POST body, at most 8,192 characters. */
  body: z.nullable(z.string()),
  atMs: z.number(),
})
export type LoggedRequest = z.infer<typeof loggedRequestSchema>

const priceSchema = z.strictObject({
  symbol: z.string(),
  usd: z.string().check(z.regex(/^\d{1,9}(\.\d{1,8})?$/)),
})

const maxRequests = 20_000

/** Creates the endpoints and middleware of faults, request log and prices, in front of the unchanged server. */
export function createFaultControl(chains: readonly RunningChain[]) {
  let faults: { fault: z.output<typeof faultSchema>; remaining: number }[] = []
  let requestLog: LoggedRequest[] = []

  const middleware: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    const { path, method } = c.req
    if (path.startsWith('/__')) return next()
    const query = c.req.query()
    const body = method === 'POST' ? (await c.req.text()).slice(0, 8_192) : null
    requestLog.push({ method, path, query, origin: c.req.header('origin') ?? null, body, atMs: Date.now() })
    if (requestLog.length > maxRequests) requestLog = requestLog.slice(-maxRequests)

    const match = faults.find(({ fault }) => matchesFault(fault, path, method, query.projectId))
    if (match === undefined) return next()
    match.remaining -= 1
    faults = faults.filter(({ remaining }) => remaining > 0)
    const { delayMs, drop, status, retryAfter, body: responseBody } = match.fault
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (drop === true) {
      c.env.incoming.socket.destroy()
      return c.body(null, 500)
    }
    if (status === undefined) return next()
    const reasons = { reasons: [{ description: `Ordered by a test: ${status}` }] }
    return new Response(JSON.stringify(responseBody ?? reasons), {
      status,
      headers: {
        'content-type': 'application/json',
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      },
    })
  }

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/faults', async (c) => {
    const fault = faultSchema.safeParse(readJson(await c.req.text()))
    if (!fault.success) return c.json({ reasons: fault.error.issues }, 400)
    faults.push({ fault: fault.data, remaining: fault.data.times ?? Number.POSITIVE_INFINITY })
    return c.json({ faults: faults.length })
  })
  app.delete('/faults', (c) => {
    const project = c.req.query('project')
    faults = project === undefined ? [] : faults.filter(({ fault }) => fault.project !== project)
    return c.json({ faults: faults.length })
  })
  app.get('/requests', (c) => {
    const project = c.req.query('project')
    const requests =
      project === undefined ? requestLog : requestLog.filter((request) => isOfProject(request, project))
    return c.json({ requests })
  })
  app.delete('/requests', (c) => {
    const project = c.req.query('project')
    requestLog = project === undefined ? [] : requestLog.filter((request) => !isOfProject(request, project))
    return c.json({ requests: [] })
  })
  app.post('/price', async (c) => {
    const price = priceSchema.safeParse(readJson(await c.req.text()))
    if (!price.success) return c.json({ reasons: price.error.issues }, 400)
    await Promise.all(chains.map((chain) => chain.setPrice(price.data.symbol, price.data.usd)))
    return c.json(price.data)
  })
  return { app, middleware }
}

const isDocumentOf = (path: string, project: string) =>
  path === `${embedPath}${project}` || path === `${isolatedEmbedPath}${project}`

function isOfProject(request: LoggedRequest, project: string): boolean {
  return request.query.projectId === project || isDocumentOf(request.path, project)
}

function matchesFault(
  fault: z.output<typeof faultSchema>,
  path: string,
  method: string,
  project: string | undefined,
): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.project !== undefined && fault.project !== project && !isDocumentOf(path, fault.project))
    return false
  return fault.exact ? path === fault.path : path.startsWith(fault.path)
}
