import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createOutbound } from '../../adapters/outbound/outbound.ts'

/** A request that the stub received. */
export type StubRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Responds to one request, or never does. */
export type StubAnswer = (request: StubRequest, response: ServerResponse) => void

export const answerJson =
  (json: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): StubAnswer =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(json))

const answerText =
  (text: string, status = 200, type = 'text/html'): StubAnswer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(text)

/** More JSON than any client reads, as long as the client reads. */
const answerEndlessly: StubAnswer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('["')
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

/** Never responds. */
const silent: StubAnswer = () => undefined

/** Sends headers and one byte, and nothing more. */
export const stalled: StubAnswer = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{')

/** Timeout of a client whose vendor responds, so that a slow machine does not turn a response into a timeout. */
export const patientMs = 60_000

/** Timeout of a client for this behaviour, in milliseconds: short if the test waits for it. */
export const timeoutMsFor = (answer: StubAnswer): number =>
  answer === silent || answer === stalled ? 300 : patientMs

/** A fault of a vendor, and the server's status for it. */
export type VendorFault = readonly [fault: string, answer: StubAnswer, status: number]

/** Faults of any vendor. */
export const vendorFaults: readonly VendorFault[] = [
  ['429', answerJson({ error: 'Too many requests' }, 429, { 'retry-after': '7' }), 503],
  ['429 without a time', answerText('slow down', 429), 503],
  ['500', answerJson({ error: 'Internal error' }, 500), 503],
  ['502 in HTML', answerText('<h1>Bad gateway</h1>', 502), 503],
  ['503 in HTML', answerText('<h1>Maintenance</h1>', 503), 503],
  ['503 with a time', answerJson({}, 503, { 'retry-after': '30' }), 503],
  ['time-out', silent, 503],
  ['cut connection', (_, response) => void response.destroy(), 503],
  ['redirect', (_, response) => void response.writeHead(302, { location: '/' }).end(), 503],
  ['endless answer', answerEndlessly, 503],
  ['401', answerJson({ error: 'Unauthorized' }, 401), 502],
  ['403 in HTML', answerText('<h1>Forbidden</h1>', 403), 502],
  ['404 in HTML', answerText('<h1>Not found</h1>', 404), 502],
  ['wrong shape', answerJson({ data: [] }), 502],
  ['list', answerJson([]), 502],
  ['null', answerJson(null), 502],
  ['text', answerJson('ok'), 502],
  ['empty', answerText('', 200, 'application/json'), 502],
  ['cut JSON', answerText('{"a":[', 200, 'application/json'), 502],
  ['HTML', answerText('<!doctype html><title>Vendor</title>'), 502],
]

/** A vendor's API as a real HTTP server on a free port, and an `Outbound` that reaches it. */
export async function startVendorStub(first: StubAnswer) {
  let answer = first
  const requests: StubRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '', 'http://stub')
    const got = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body,
    }
    requests.push(got)
    answer(got, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const outbound = createOutbound({ allowedPrivate: ['127.0.0.0/8'], allowedOrigins: [origin] })
  return {
    origin,
    outbound,
    requests,
    answerWith: (next: StubAnswer) => {
      answer = next
    },
    close: async () => {
      await outbound.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
