import * as z from '#shared/zod.ts'
import { commonQuery, type Endpoint } from '../../shared/api/endpoint.ts'
import { projectFiles, root } from '../project-files.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Json } from './json-value.ts'

const apiFile = /^shared\/api\/[\w-]+(?<!\.test)\.ts$/

const endpointShape = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string().check(z.startsWith('/')),
  query: z.custom<Endpoint['query']>((value) => typeof value === 'function'),
  body: z.custom<Endpoint['body']>((value) => typeof value === 'function'),
  response: z.custom<Endpoint['response']>((value) => typeof value === 'function'),
})

async function endpointsOf(path: string): Promise<readonly Endpoint[]> {
  const exported: object = await import(/* @vite-ignore */ `${root}${path}`)
  return Object.values(exported).flatMap((value: unknown) => {
    const endpoint = z.safeParse(endpointShape, value)
    return endpoint.success ? [endpoint.data] : []
  })
}

const allEndpoints = (await Promise.all(projectFiles(apiFile).map(({ path }) => endpointsOf(path)))).flat()

function describeEndpoint({ query, body, response }: Endpoint): Json {
  const bodySchema = body()
  return {
    query: jsonSchemaOf(query()),
    ...(bodySchema === undefined ? {} : { body: jsonSchemaOf(bodySchema) }),
    response: jsonSchemaOf(response()),
  }
}

const names = [...new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`))].toSorted()

/** Every endpoint of `shared/api`: its query, body and response. Several may share a path. */
export const endpoints: Json = {
  everyQuery: jsonSchemaOf(commonQuery),
  calls: Object.fromEntries(
    names.map((name) => [
      name,
      allEndpoints.filter(({ method, path }) => `${method} ${path}` === name).map(describeEndpoint),
    ]),
  ),
}
