import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'

export type HttpResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Not decompressed. */
  readonly body: Buffer
}

export type RequestOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** PEM of the only trusted authority. */
  readonly ca?: string
  /** Address to connect to, instead of the one of the host name. */
  readonly address?: string
  /** Address to connect from; Linux has all of 127.0.0.0/8. */
  readonly localAddress?: string
}

/** Sends one request over a separate connection, and verifies TLS. @throws Error as of `node:https` */
export function request(
  url: string,
  { body, ca, address, localAddress, method = 'GET', headers = {} }: RequestOptions = {},
): Promise<HttpResponse> {
  const { hostname, host, port, pathname, search, protocol } = new URL(url)
  const options = {
    // An IPv4 address: a name may resolve to IPv6, where there is no second loopback address.
    ...{
      host: address ?? (hostname === 'localhost' ? '127.0.0.1' : hostname),
      port,
      path: `${pathname}${search}`,
    },
    ...{ servername: hostname, method, agent: false as const },
    headers: { host, ...headers },
    ...(ca !== undefined && { ca }),
    ...(localAddress !== undefined && { localAddress }),
  }
  return new Promise((resolve, reject) => {
    const send: typeof requestHttp = protocol === 'https:' ? requestHttps : requestHttp
    const sent = send(options, (response) => {
      buffer(response).then(
        (responseBody) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: responseBody }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
