import type * as z from 'zod/mini'
import { anything, custom, nonEmptyText, openObject } from '../wire-schema.ts'

type Schema = z.core.$ZodType

/**
 * One API call as data: the widget builds requests from it, the server routes and validates by it. Schemas are created when
 * a value is parsed: a zod schema uses half a kilobyte per field, and most visitors make few of the calls.
 */
export type Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Response extends Schema = Schema,
  Body extends Schema | undefined = Schema | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Absolute path; `:name` marks one path parameter. */
  readonly path: Path
  /** Parameters of this endpoint only; `commonQuery` is always added. */
  readonly query: () => Query
  readonly body: () => Body
  /** `imageResponse` if the body is an image and not JSON. */
  readonly response: () => Response
}

/** Query of every call (SPEC §7): project id, SDK type and SDK version. */
export const commonQuery = /* @__PURE__ */ openObject({
  projectId: nonEmptyText(128),
  st: nonEmptyText(32),
  sv: nonEmptyText(64),
})
export type CommonQuery = z.infer<typeof commonQuery>

const emptyQuery = openObject({})

/** Query of an endpoint without parameters. */
export const noQuery = () => emptyQuery

/** Response of an endpoint without a result: empty, or any JSON. */
export const noResponse = () => anything

/** For responses that are images and never parsed as JSON. */
export const imageResponse = () => custom<never>(() => false)

/** Declares a GET endpoint. */
export function getEndpoint<P extends string, Q extends Schema, R extends Schema>(
  path: P,
  query: () => Q,
  response: () => R,
): Endpoint<P, Q, R, undefined> {
  return { method: 'GET', path, query, body: () => undefined, response }
}

/** Declares a POST endpoint with a JSON body. */
export function postEndpoint<P extends string, Q extends Schema, B extends Schema, R extends Schema>(
  path: P,
  query: () => Q,
  body: () => B,
  response: () => R,
): Endpoint<P, Q, R, B> {
  return { method: 'POST', path, query, body, response }
}

/** Declares a PUT endpoint with a JSON body. */
export function putEndpoint<P extends string, Q extends Schema, B extends Schema, R extends Schema>(
  path: P,
  query: () => Q,
  body: () => B,
  response: () => R,
): Endpoint<P, Q, R, B> {
  return { method: 'PUT', path, query, body, response }
}

/** Names after `:` in a path, e.g. `PathParam<'/v1/account/:address/balance'>` is `'address'`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type QueryValue = string | number | boolean | readonly string[]

/** Values of a query: the schema's keys; lists become comma-separated, undefined is omitted. */
export type QueryValues<Query extends Schema> = {
  readonly [K in keyof z.input<Query>]: QueryValue | Extract<z.input<Query>[K], undefined>
}

/**
 * Absolute or host-relative URL of a call.
 * `base` is an origin with optional path, or '' for the same origin; a trailing slash in it is ignored.
 * @example endpointUrl('', getBalance, { address }, { currency: 'usd' }, common)
 */
export function endpointUrl<P extends string, Q extends Schema>(
  base: string,
  endpoint: Endpoint<P, Q>,
  params: Readonly<Record<PathParam<P>, string>>,
  query: QueryValues<Q>,
  common: CommonQuery,
): string {
  const paramValues = new Map<string, string>(Object.entries(params))
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(paramValues.get(name) ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<QueryValue | undefined>({ ...query, ...common })) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `${base.replace(/\/+$/, '')}${path}?${search}`
}
