import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { commonQuery, type Endpoint, type PathParam } from '#shared/api/endpoint.ts'
import { findProject, type Project } from './projects.ts'

type Schema = z.core.$ZodType
type App = Hono<{ Bindings: HttpBindings }>

/** A refusal with an HTTP status; the description goes to the caller as `{ reasons: [{ description }] }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 401 | 404 | 409 | 413 | 429

  constructor(status: 400 | 401 | 404 | 409 | 413 | 429, description: string) {
    super(description)
    this.status = status
  }
}

/** A parsed call of one endpoint. */
export type Call<Path extends string, Query, Body> = {
  readonly param: (name: PathParam<Path>) => string
  readonly query: Query
  readonly body: Body
  readonly project: Project
  /** As the caller gave it, with its tag. */
  readonly projectId: string
  readonly header: (name: string) => string | undefined
}

/** Puts the endpoints of `shared/api` on a server; both what comes in and what goes out is checked by their schemas. */
export function createMount(app: App, projects: ReadonlyMap<string, Project>) {
  function callOf<P extends string, Q extends Schema, B>(
    c: Context,
    endpoint: Endpoint<P, Q>,
    body: B,
  ): Call<P, z.output<Q>, B> {
    const project = requireProject(projects, c.req.query())
    const query = z.safeParse(endpoint.query(), c.req.query())
    if (!query.success) throw new Refusal(400, issuesText(query.error))
    return {
      param: (name) => c.req.param(name) ?? '',
      query: query.data,
      body,
      project,
      projectId: c.req.query('projectId') ?? '',
      header: (name) => c.req.header(name),
    }
  }

  const withBody = <P extends string, Q extends Schema, B extends Schema, R extends Schema>(
    c: Context,
    endpoint: Endpoint<P, Q, R, B>,
    answer: (call: Call<P, z.output<Q>, z.output<B>>) => Promise<z.input<R>> | z.input<R>,
  ) =>
    replied(c, endpoint.response(), async () => {
      // The content type is not looked at: JSON-RPC comes as text/plain to avoid a CORS preflight.
      const body = z.safeParse(endpoint.body(), readJson(await c.req.text()))
      if (!body.success) throw new Refusal(400, issuesText(body.error))
      return answer(callOf(c, endpoint, body.data))
    })

  return {
    get<P extends string, Q extends Schema, R extends Schema>(
      endpoint: Endpoint<P, Q, R, undefined>,
      answer: (call: Call<P, z.output<Q>, undefined>) => Promise<z.input<R>> | z.input<R>,
    ): void {
      app.get(endpoint.path, (c) =>
        replied(c, endpoint.response(), async () => answer(callOf(c, endpoint, undefined))),
      )
    },
    put<P extends string, Q extends Schema, B extends Schema, R extends Schema>(
      endpoint: Endpoint<P, Q, R, B>,
      answer: (call: Call<P, z.output<Q>, z.output<B>>) => Promise<z.input<R>> | z.input<R>,
    ): void {
      app.put(endpoint.path, (c) => withBody(c, endpoint, answer))
    },
    post<P extends string, Q extends Schema, B extends Schema, R extends Schema>(
      endpoint: Endpoint<P, Q, R, B>,
      answer: (call: Call<P, z.output<Q>, z.output<B>>) => Promise<z.input<R>> | z.input<R>,
    ): void {
      app.post(endpoint.path, (c) => withBody(c, endpoint, answer))
    },
  }
}

/** JSON of a text, or undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws Refusal 400 without the common query, 401 for an unknown project. */
export function requireProject(
  projects: ReadonlyMap<string, Project>,
  query: Record<string, string>,
): Project {
  const common = z.safeParse(commonQuery, query)
  if (!common.success) throw new Refusal(400, issuesText(common.error))
  const project = findProject(projects, common.data.projectId)
  if (project === undefined) throw new Refusal(401, 'Invalid project id')
  return project
}

/** Runs a handler; a refusal becomes its status, an answer that breaks its own contract a 500 that says so. */
async function replied(c: Context, schema: Schema, answer: () => Promise<unknown>): Promise<Response> {
  c.header('cache-control', 'no-store')
  try {
    const data = await answer()
    const checked = z.safeParse(schema, data)
    if (checked.success) return c.json(data)
    const description = `The answer of ${c.req.path} breaks its contract: ${issuesText(checked.error)}`
    console.error(description)
    return c.json({ reasons: [{ description }] }, 500)
  } catch (error) {
    return refused(c, error)
  }
}

/** The JSON of a refusal; anything else that was thrown is a 500. */
export function refused(c: Context, error: unknown): Response {
  if (error instanceof Refusal) return c.json({ reasons: [{ description: error.message }] }, error.status)
  console.error(error)
  return c.json({ reasons: [{ description: 'Internal error of the local world' }] }, 500)
}

function issuesText(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ')
}
