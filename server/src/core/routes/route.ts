import { commonQuery, type Endpoint, type PathParam } from '../../../../shared/api/endpoint.ts'
import * as z from '../../../../shared/zod.ts'
import type { Project } from '../../ports/stores/projects.ts'
import { type CachePolicy, entityTag, privateResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import { readJson } from '../json-text.ts'
import type { ChargedCall } from '../request-limits.ts'
import { createResponseCache, type RouteResponse } from '../response-cache.ts'

type Schema = z.core.$ZodType

/** A request before parsing. */
export type RawRequest = {
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Empty for a GET. */
  readonly bodyText: string
  readonly header: (name: string) => string | undefined
  /** Path without query. */
  readonly path: string
  /** Key of the client's network (`clientKey`). */
  readonly client: string
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal
  /** Charges a parsed call to its budgets; absent without rate limits. @throws HttpError */
  readonly charge?: (call: ChargedCall) => Promise<void>
}

/** A parsed call of one endpoint. */
export type Call<Path extends string = string, Query = unknown, Body = unknown> = {
  readonly param: (name: PathParam<Path>) => string
  readonly query: Query
  readonly body: Body
  readonly header: (name: string) => string | undefined
  readonly method: string
  readonly path: string
  readonly client: string
  readonly signal: AbortSignal
}

/** An endpoint of `shared/api` joined with its handler. */
export type Route = {
  readonly endpoint: Endpoint
  readonly cache: CachePolicy
  /** Whether each call names a project (`commonQuery`). */
  readonly needsProject: boolean
  /**
   * JSON of the response, validated against the endpoint's schema.
   * @throws HttpError
   * @throws ContractError when the response does not match the schema.
   */
  readonly handle: (request: RawRequest, projects: FindProject) => Promise<RouteResponse>
}

export type FindProject = (id: string) => Promise<Project | undefined>

/** A response does not match its endpoint's schema: a bug of the server. */
class ContractError extends Error {
  override readonly name = 'ContractError'
}

type BodyOf<B> = B extends Schema ? z.output<B> : undefined
type HandlerResult<R extends Schema> = Promise<z.input<R>> | z.input<R>

type RouteOptions<C, Data> = {
  /** Cost of a call in points of its budgets; 1 by default. */
  readonly cost?: (call: C) => number
  /** Serializes the response, if there is a cheaper way than `JSON.stringify`. */
  readonly write?: (data: Data) => string
}

/**
 * Joins an endpoint and its handler. The endpoint's schemas parse the request and validate the response.
 * @param cache which caches may reuse the response; the server itself caches responses of type `project` and `catalogue`.
 */
export function route<
  P extends string,
  Q extends Schema,
  R extends Schema,
  B extends Schema | undefined = undefined,
>(
  endpoint: Endpoint<P, Q, R, B>,
  cache: CachePolicy,
  handler: (call: Call<P, z.output<Q>, BodyOf<B>> & { readonly project: Project }) => HandlerResult<R>,
  { cost = () => 1, write = JSON.stringify }: RouteOptions<Call<P, z.output<Q>, BodyOf<B>>, z.input<R>> = {},
): Route {
  const responseCache = createResponseCache()
  return {
    endpoint,
    cache,
    needsProject: true,
    handle: async (request, projects) => {
      // A call of an unknown project is rejected before its body is parsed.
      const project = await requireProject(projects, request.query)
      const call = callOf(endpoint, request)
      const { params, header } = request
      await request.charge?.({
        ...{ project, params, header, query: call.query, body: call.body },
        cost: cost(call),
      })
      const owner = cache.is === 'catalogue' ? responseCache : cache.is === 'project' ? project : undefined
      const key = owner && keyOf(request)
      const cached = owner && key !== undefined ? responseCache.get(owner, key) : undefined
      if (cached !== undefined) return cached
      const text = serialized(endpoint, await handler(withProject(call, project)), write)
      if (cache.is === 'private') return { text }
      const response = { text, etag: await entityTag(text) }
      if (owner && key !== undefined) responseCache.set(owner, key, response)
      return response
    },
  }
}

/** A route that needs no project id. Its responses are private. */
export function openRoute<
  P extends string,
  Q extends Schema,
  R extends Schema,
  B extends Schema | undefined = undefined,
>(
  endpoint: Endpoint<P, Q, R, B>,
  handler: (call: Call<P, z.output<Q>, BodyOf<B>>) => HandlerResult<R>,
): Route {
  return {
    endpoint,
    cache: privateResponse,
    needsProject: false,
    handle: async (request) => ({
      text: serialized(endpoint, await handler(callOf(endpoint, request)), JSON.stringify),
    }),
  }
}

function callOf<P extends string, Q extends Schema, R extends Schema, B extends Schema | undefined>(
  endpoint: Endpoint<P, Q, R, B>,
  request: RawRequest,
): Call<P, z.output<Q>, BodyOf<B>> {
  const bodySchema = endpoint.body()
  // The content type is ignored: JSON-RPC is sent as text/plain to avoid a CORS preflight.
  const body = bodySchema === undefined ? undefined : parse(bodySchema, readJson(request.bodyText))
  return {
    param: (name) => request.params[name] ?? '',
    query: parse(endpoint.query(), request.query),
    // The endpoint's own schema has parsed it, which a conditional type cannot follow.
    body: body as BodyOf<B>,
    header: request.header,
    method: endpoint.method,
    get path() {
      return request.path
    },
    get client() {
      return request.client
    },
    // Creating a signal costs more than most responses: it is created only when read.
    get signal() {
      return request.signal
    },
  }
}

/** As a spread, but without reading its getters. */
function withProject<C extends Call>(call: C, project: Project): C & { readonly project: Project } {
  return Object.assign(call, { project })
}

/** The cache key of a response within its project: path and query without the parameters that every call has. */
function keyOf({ params, query }: RawRequest): string {
  const { projectId: _id, st: _type, sv: _version, ...ownQuery } = query
  return JSON.stringify([params, ownQuery])
}

/** JSON of a response. @throws ContractError */
function serialized<Data>(endpoint: Endpoint, data: Data, write: (data: Data) => string): string {
  const checked = z.safeParse(endpoint.response(), data)
  if (checked.success) return write(data)
  throw new ContractError(`The answer of ${endpoint.path} breaks its contract: ${issuesText(checked.error)}`)
}

function parse<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const parsed = z.safeParse(schema, input)
  if (!parsed.success) throw new HttpError(400, issuesText(parsed.error))
  return parsed.data
}

/** @throws HttpError 400 without the common query, 401 for an unknown project. */
export async function requireProject(
  projects: FindProject,
  query: Readonly<Record<string, string>>,
): Promise<Project> {
  const project = await projects(parse(commonQuery, query).projectId)
  if (project === undefined) throw new HttpError(401, 'Invalid project id')
  return project
}

function issuesText(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ')
}
