import { type Behaviour, respondWith, rpcError, type WireCall } from './test-node.ts'

const text =
  (body: string): Behaviour =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(body)
  }

/** A response to each call, which contains its first parameter. */
export const responsesTo = (calls: readonly WireCall[]) =>
  calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: `first ${params[0]}` }))

/** A fault of a node, and the server's status when no other node is left. */
type NodeFault = readonly [fault: string, behaviour: Behaviour, status: number]

/** Faults of any node, after which another one is called. */
export const nodeFaults: readonly NodeFault[] = [
  ['429 with Retry-After', ({ json }) => json({}, 429, { 'retry-after': '30' }), 503],
  ['500', ({ json }) => json({}, 500), 503],
  ['502 with HTML', ({ response }) => response.writeHead(502).end('<html>'), 503],
  ['401', ({ json }) => json({ error: 'key' }, 401), 503],
  ['cut connection', ({ response }) => response.destroy(), 503],
  [
    'cut connection in the body',
    ({ response }) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"jsonrpc":"2.0"', () => response.destroy())
    },
    503,
  ],
  ['wrong shape', ({ json }) => json({ hello: 'world' }), 502],
  [
    'list for an object, object for a list',
    ({ calls, isBatch, json }) => json(isBatch ? responsesTo(calls)[0] : responsesTo(calls)),
    502,
  ],
  ['JSON null', text('null'), 502],
  [
    'no result and no error',
    ({ calls, isBatch, json }) => {
      const responses = calls.map(({ id }) => ({ jsonrpc: '2.0', id }))
      json(isBatch ? responses : responses[0])
    },
    502,
  ],
  ['empty', text(''), 502],
  ['HTML', text('<!doctype html><p>Sign in'), 502],
  [
    'wrong ids',
    ({ calls, isBatch, json }) => {
      const responses = responsesTo(calls).map((rpcResponse) => ({
        ...rpcResponse,
        id: rpcResponse.id + 1_000,
      }))
      json(isBatch ? responses : responses[0])
    },
    502,
  ],
  [
    'huge body',
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`"${'x'.repeat(3_000_000)}"`)
    },
    502,
  ],
  [
    'endless body',
    ({ response }) => {
      response.writeHead(200)
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(write))
      }
      write()
    },
    502,
  ],
  ['redirect', ({ response }) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 503],
  ['node is behind', respondWith(() => rpcError(-32000, 'header not found')), 502],
  ['limit as a JSON-RPC error', respondWith(() => rpcError(-32005, 'daily request count exceeded')), 503],
]
