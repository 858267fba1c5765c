import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createOutbound } from '../../adapters/outbound/outbound.ts'

/** A request that the stub got. */
export type StubRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request; never answering is one way to answer. */
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

/** Ways in which a vendor fails, and the status with which the server answers then. */
export const vendorFaults: readonly (readonly [fault: string, answer: StubAnswer, status: number])[] = [
  ['429', answerJson({ error: 'Too many requests' }, 429, { 'retry-after': '7' }), 503],
  ['429 without a time', answerText('slow down', 429), 503],
  ['500', answerJson({ error: 'Internal error' }, 500), 503],
  ['503 in HTML', answerText('<h1>Maintenance</h1>', 503), 503],
  ['time-out', () => undefined, 503],
  ['cut connection', (_, response) => void response.destroy(), 503],
  ['redirect', (_, response) => void response.writeHead(302, { location: '/' }).end(), 503],
  ['401', answerJson({ error: 'Unauthorized' }, 401), 502],
  ['404 in HTML', answerText('<h1>Not found</h1>', 404), 502],
  ['wrong shape', answerJson({ data: [] }), 502],
  ['list', answerJson([]), 502],
  ['null', answerJson(null), 502],
  ['empty', answerText('', 200, 'application/json'), 502],
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
