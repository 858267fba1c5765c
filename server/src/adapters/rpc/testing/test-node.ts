import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from '../../../../../shared/zod.ts'
import { readRequestBody } from '../../../testing/request-body.ts'

const wireCall = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const wireBody = z.union([wireCall, z.array(wireCall)])
export type WireCall = z.infer<typeof wireCall>

/** One request that a node received. */
export type Exchange = {
  readonly calls: readonly WireCall[]
  readonly isBatch: boolean
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sends JSON. */
  readonly json: (body: unknown, status?: number, headers?: Record<string, string>) => void
  /** Resolves when the client closes the connection before it has the whole response. */
  readonly cut: Promise<void>
}

export type Behaviour = (exchange: Exchange) => void

/** Responds to each call with `resultOf(call)`; an `Error` becomes a JSON-RPC error with its `cause` as `{ code, data }`. */
export const respondWith =
  (resultOf: (call: WireCall) => unknown): Behaviour =>
  ({ calls, isBatch, json }) => {
    const responses = calls.map((call) => {
      const result = resultOf(call)
      if (!(result instanceof Error)) return { jsonrpc: '2.0', id: call.id, result }
      return { jsonrpc: '2.0', id: call.id, error: { message: result.message, ...Object(result.cause) } }
    })
    json(isBatch ? responses : responses[0])
  }

export const rpcError = (code: number, message: string, data?: unknown) =>
  new Error(message, { cause: { code, ...(data === undefined ? {} : { data }) } })

const identityMethods = ['eth_chainId', 'getGenesisHash', 'chain_getBlockHash', 'rpc_methods']

export type TestNode = Awaited<ReturnType<typeof startTestNode>>

/**
 * A real HTTP server on a free port with the given behaviour. Probes for the chain's identity are answered with `identity`
 * and not listed in `exchanges`.
 */
export async function startTestNode(first: Behaviour, identity: unknown = '0x1') {
  let behaviour = first
  let isIdentityProbe: Behaviour = respondWith(() => identity)
  const exchanges: Exchange[] = []
  const probes: Exchange[] = []
  const arrivals: (() => void)[] = []

  const server = createServer(async (request, response) => {
    const text = await readRequestBody(request)
    if (text === undefined) return
    const body = z.parse(wireBody, JSON.parse(text))
    const calls = Array.isArray(body) ? body : [body]
    const exchange: Exchange = {
      calls,
      isBatch: Array.isArray(body),
      request,
      response,
      json: (jsonBody, status = 200, headers = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(jsonBody))
      },
      cut: new Promise((resolve) => response.on('close', () => !response.writableFinished && resolve())),
    }
    const isProbe = calls.length === 1 && identityMethods.includes(calls[0]?.method ?? '')
    if (isProbe) {
      probes.push(exchange)
      isIdentityProbe(exchange)
    } else {
      exchanges.push(exchange)
      behaviour(exchange)
    }
    for (const arrive of arrivals.splice(0)) arrive()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test node has no port')

  return {
    url: `http://127.0.0.1:${address.port}/v2/secret-key-0123456789?apikey=hidden-query-key`,
    host: `127.0.0.1:${address.port}`,
    exchanges,
    probes,
    /** Methods of all calls, in the order of arrival. */
    methods: () => exchanges.flatMap(({ calls }) => calls.map(({ method }) => method)),
    behave: (next: Behaviour) => {
      behaviour = next
    },
    prove: (next: Behaviour) => {
      isIdentityProbe = next
    },
    /** Resolves once `condition` returns true, which is checked with each request that arrives. */
    until: async (condition: () => boolean) => {
      while (!condition()) await new Promise<void>((resolve) => arrivals.push(resolve))
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
