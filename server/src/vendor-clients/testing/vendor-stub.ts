import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createOutbound } from '../../adapters/outbound/outbound.ts'
import { readRequestBody } from '../../testing/request-body.ts'

/** A request that the stub received. */
export type StubRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Responds to one request, or never does. */
export type StubHandler = (request: StubRequest, response: ServerResponse) => void

export const respondWithJson =
  (json: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): StubHandler =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(json))

const respondWithText =
  (text: string, status = 200, type = 'text/html'): StubHandler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(text)

/** More JSON than any client reads, as long as the client reads. */
const respondEndlessly: StubHandler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('["')
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

/** Never responds. */
const silent: StubHandler = () => undefined

/** Sends headers and one byte, and nothing more. */
export const stalled: StubHandler = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{')

/** Timeout of a client whose vendor responds, so that a slow machine does not turn a response into a timeout. */
export const longTimeoutMs = 60_000

/** Timeout of a client for this behaviour, in milliseconds: short if the test waits for it. */
export const timeoutMsFor = (handler: StubHandler): number =>
  handler === silent || handler === stalled ? 300 : longTimeoutMs

/** A fault of a vendor, and the server's status for it. */
export type VendorFault = readonly [fault: string, answer: StubHandler, status: number]

/** Faults of any vendor. */
export const vendorFaults: readonly VendorFault[] = [
  ['429', respondWithJson({ error: 'Too many requests' }, 429, { 'retry-after': '7' }), 503],
  ['429 without a time', respondWithText('slow down', 429), 503],
  ['500', respondWithJson({ error: 'Internal error' }, 500), 503],
  ['502 in HTML', respondWithText('<h1>Bad gateway</h1>', 502), 503],
  ['503 in HTML', respondWithText('<h1>Maintenance</h1>', 503), 503],
  ['503 with a time', respondWithJson({}, 503, { 'retry-after': '30' }), 503],
  ['time-out', silent, 503],
  ['cut connection', (_, response) => void response.destroy(), 503],
  ['redirect', (_, response) => void response.writeHead(302, { location: '/' }).end(), 503],
  ['endless answer', respondEndlessly, 503],
  ['401', respondWithJson({ error: 'Unauthorized' }, 401), 502],
  ['403 in HTML', respondWithText('<h1>Forbidden</h1>', 403), 502],
  ['404 in HTML', respondWithText('<h1>Not found</h1>', 404), 502],
  ['wrong shape', respondWithJson({ data: [] }), 502],
  ['list', respondWithJson([]), 502],
  ['null', respondWithJson(null), 502],
  ['text', respondWithJson('ok'), 502],
  ['empty', respondWithText('', 200, 'application/json'), 502],
  ['cut JSON', respondWithText('{"a":[', 200, 'application/json'), 502],
  ['HTML', respondWithText('<!doctype html><title>Vendor</title>'), 502],
]

/** A vendor's API as a real HTTP server on a free port, and an `Outbound` that reaches it. */
export async function startVendorStub(first: StubHandler) {
  let handler = first
  const requests: StubRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await readRequestBody(request)
    if (body === undefined) return
    const url = new URL(request.url ?? '', 'http://stub')
    const received = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body,
    }
    requests.push(received)
    handler(received, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const outbound = createOutbound({ allowedPrivate: ['127.0.0.0/8'], allowedOrigins: [origin] })
  return {
    origin,
    outbound,
    requests,
    answerWith: (next: StubHandler) => {
      handler = next
    },
    close: async () => {
      await outbound.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
