import { commonQuery, type Endpoint } from '../../../../shared/api/endpoint.ts'
import { parseWire } from '../../../../shared/wire-schema.ts'
import * as z from '../../../../shared/zod.ts'
import type { Route } from './route.ts'
import { schemaMembers } from './schema-members.ts'

type Json = { readonly [key: string]: unknown }
type Schema = z.core.$ZodType

/** Description of a part of a message whose check JSON Schema cannot express. */
const customCheckText = 'Checked by the server; its form is in shared/api.'

const isCustom = (schema: Schema): boolean => schema._zod.def.type === 'custom'

/** JSON Schema (draft 2020-12) of a request or response, as far as JSON Schema can express it. */
function jsonSchemaOf(schema: Schema): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isCustom(zodSchema)) jsonSchema.description ??= customCheckText
      if (!(zodSchema instanceof z.core.$ZodObject) || jsonSchema.required === undefined) return
      const { shape } = zodSchema._zod.def
      const required = jsonSchema.required.filter((name) => {
        const member = shape[name]
        return member === undefined || !isCustom(member) || !parseWire(member, undefined).success
      })
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  })
  return json
}

/** As `jsonSchemaOf`; a schema that cannot be converted accepts anything in the document. */
function schemaOrAny(schema: Schema): Json {
  try {
    return jsonSchemaOf(schema)
  } catch {
    return { description: customCheckText }
  }
}

const parameter = (where: 'path' | 'query', name: string, required: boolean, schema: Json): Json => ({
  ...{ name, in: where, required, schema },
})

function queryParameters(schema: Schema): readonly Json[] {
  if (schema instanceof z.core.$ZodObject) {
    const { properties = {}, required = [] } = z.parse(objectSchema, schemaOrAny(schema))
    return Object.entries(properties).map(([name, member]) =>
      parameter('query', name, required.includes(name), member),
    )
  }
  return schemaMembers(schema).map(({ name, isRequired }) =>
    parameter('query', name, isRequired, { type: 'string' }),
  )
}

const objectSchema = z.object({
  properties: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  required: z.optional(z.array(z.string())),
})

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) =>
    parameter('path', name, true, { type: 'string' }),
  )

const pathOf = (path: string): string => path.replace(/:([a-zA-Z]+)/g, '{$1}')

const operationId = ({ method, path }: Endpoint): string =>
  `${method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next: string = '') => next.toUpperCase())}`

const errorResponses: Json = {
  '429': { $ref: '#/components/responses/Limited' },
  '503': { $ref: '#/components/responses/Limited' },
  default: { $ref: '#/components/responses/Refused' },
}

function operation(endpoint: Endpoint, query: readonly Json[], content: Json): Json {
  const body = endpoint.body()
  return {
    operationId: operationId(endpoint),
    parameters: [...pathParameters(endpoint.path), ...query],
    ...(body && { requestBody: { required: true, content: jsonContent(schemaOrAny(body)) } }),
    responses: { '200': { description: 'The answer', content }, ...errorResponses },
  }
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

const errorSchema: Json = {
  type: 'object',
  required: ['reasons'],
  properties: {
    reasons: {
      type: 'array',
      items: { type: 'object', required: ['description'], properties: { description: { type: 'string' } } },
    },
  },
}
const retryAfter: Json = {
  'Retry-After': { description: 'Seconds until a request is worth it', schema: { type: 'integer' } },
}

/**
 * The API as an OpenAPI 3.1 document, created from the endpoints' schemas.
 * @param imageEndpoints endpoints that return an image. They accept a project id, but signed references need none.
 */
export function openApiDocument(routes: readonly Route[], imageEndpoints: readonly Endpoint[]): Json {
  const common = queryParameters(commonQuery)
  const paths: Record<string, Record<string, Json>> = {}
  const add = (endpoint: Endpoint, described: Json) => {
    const path = pathOf(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
  }
  for (const { endpoint, needsProject } of routes) {
    const query = [...queryParameters(endpoint.query()), ...(needsProject ? common : [])]
    add(endpoint, operation(endpoint, query, jsonContent(schemaOrAny(endpoint.response()))))
  }
  for (const endpoint of imageEndpoints) {
    const optional = common.map((one) => ({ ...one, required: false }))
    add(endpoint, operation(endpoint, optional, { 'image/*': {} }))
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Drawbridge API', version: '1' },
    paths,
    components: {
      responses: {
        Refused: { description: 'Why the call is refused', content: jsonContent(errorSchema) },
        Limited: {
          description: 'Over a budget (429), or not available now (503)',
          headers: retryAfter,
          content: jsonContent(errorSchema),
        },
      },
    },
  }
}
