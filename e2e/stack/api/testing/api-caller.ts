import { expect } from 'vitest'
import { type Endpoint, endpointUrl, type PathParam, type QueryValues } from '#shared/api/endpoint.ts'
import * as z from '#shared/zod.ts'

type Schema = z.core.$ZodType

/** Query parameters of the project `demo`, for every call. */
export const demoQuery = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }

/** Calls endpoints for the project `demo`, by POST if there is a body; expects status 200 and a valid response. */
export const createApiCaller =
  (base: () => string) =>
  async <P extends string, Q extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, R>,
    params: Record<PathParam<P>, string>,
    query: QueryValues<Q>,
    body?: unknown,
  ): Promise<z.output<R>> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(endpointUrl(base(), endpoint, params, query, demoQuery), init)
    expect(response.status).toBe(200)
    return z.parse(endpoint.response(), await response.json())
  }
