import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

const parameter = z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean() })
const content = z.record(z.string(), z.object({ schema: z.optional(z.record(z.string(), z.unknown())) }))
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter),
  requestBody: z.optional(z.object({ content })),
  responses: z.object({ 200: z.object({ content }), 429: z.unknown(), default: z.unknown() }),
})
const document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

let server: TestServer
let api: z.output<typeof document>

beforeAll(async () => {
  server = await openTestServer()
  api = z.parse(document, await (await server.app.request('/openapi.json')).json())
})
afterAll(() => server.close())

const operationAt = (method: string, path: string) => api.paths[path]?.[method]
const parametersOf = (method: string, path: string) =>
  operationAt(method, path)?.parameters.map((one) => `${one.in} ${one.name}${one.required ? '' : '?'}`)

describe('OpenAPI document', () => {
  it('every route of the server › listed', () => {
    const routes = server.app.routes.filter(
      ({ method, path }) =>
        method !== 'ALL' &&
        !/^\/(?:livez|readyz|openapi\.json|widget\.config\.json|csp-reports|embed\b.*|sdk\/\*|index\.html|confirm\.html|\*)?$/.test(
          path,
        ),
    )
    const expected = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`))
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual([...expected].toSorted())
    expect(described.length).toBeGreaterThan(30)
  })

  it('each listed endpoint of shared/api › has parameters, body and response', async () => {
    const endpointShape = z.object({
      method: z.enum(['GET', 'POST', 'PUT']),
      path: z.string().check(z.startsWith('/')),
    })
    const files = readdirSync('shared/api').filter((file) => /^[a-z-]+\.ts$/.test(file))
    const modules: unknown[] = await Promise.all(
      files.map((file) => import(/* @vite-ignore */ `../../../../shared/api/${file}`)),
    )
    const endpoints = modules
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
      .flatMap((value) => endpointShape.safeParse(value).data ?? [])
    let found = 0
    for (const { method, path } of endpoints) {
      const described = operationAt(method.toLowerCase(), path.replace(/:(\w+)/g, '{$1}'))
      if (described === undefined) continue
      found += 1
      const inPath = described.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect([path, inPath]).toEqual([path, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)])
      expect([path, described.requestBody !== undefined]).toEqual([path, method !== 'GET'])
      expect(Object.keys(described.responses[200].content)).toHaveLength(1)
    }
    expect(found).toBeGreaterThan(30)
  })

  it('parameters › those of the path, the query, and every call', () => {
    const common = ['query projectId', 'query st', 'query sv']
    expect(parametersOf('get', '/v1/account/{address}/balance')).toEqual([
      ...['path address', 'query currency?', 'query chainId?', 'query forceUpdate?'],
      ...common,
    ])
    expect(parametersOf('post', '/v1')).toEqual(['query chainId', ...common])
    expect(parametersOf('get', '/v1/mailbox/{id}')).toEqual(['path id', 'query direction', 'query after'])
  })

  it('bodies and responses › have the schemas of their endpoints', () => {
    const schemaOf = (given: z.output<typeof content> | undefined) => given?.['application/json']?.schema
    const otp = operationAt('post', '/auth/v1/otp')
    expect(schemaOf(otp?.requestBody?.content)).toMatchObject({
      type: 'object',
      required: ['email', 'account'],
      properties: { email: { type: 'string', minLength: 3, maxLength: 254 } },
    })
    expect(schemaOf(otp?.responses[200].content)).toMatchObject({ required: ['uuid'] })
    const history = operationAt('get', '/v1/account/{address}/history')
    // JSON Schema cannot express its check, and `next` may be absent.
    expect(schemaOf(history?.responses[200].content)).toMatchObject({
      required: ['data'],
      properties: { data: { description: expect.stringContaining('shared/api') } },
    })
    const imageOperation = operationAt('get', '/public/getTokenImage/{id}')
    expect(imageOperation?.responses[200].content).toEqual({ 'image/*': {} })
  })

  it('operations › have unique ids', () => {
    const ids = Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})
