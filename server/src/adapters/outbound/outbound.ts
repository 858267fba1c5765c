import type { LookupFunction } from 'node:net'
import { Agent, fetch, type Response } from 'undici'
import { parseUrl } from '../../../../shared/parse-url.ts'
import {
  type Outbound,
  type OutboundBytes,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../../ports/outbound.ts'
import { retryAfterMs } from '../../vendor-clients/retry-after.ts'
import { createAddressCheck } from './public-address.ts'
import { type Resolve, resolveByDns, resolveBySystem } from './resolve.ts'
import { checkUrl, type UrlRules } from './url-check.ts'

const connectTimeoutMs = 5_000
const connectionsPerOrigin = 8
const redirectLimit = 3
const userAgent = 'drawbridge'
const encodings = new Set(['', 'identity', 'gzip', 'deflate', 'br'])

export type OutboundConfig = {
  /** CIDR networks that connections are allowed to although they are not public. */
  readonly allowedPrivate?: readonly string[]
  /**
   * Exact origins that may use http, any port and a local hostname. Their addresses are checked like all others.
   * @example ['http://localhost:8545']
   */
  readonly allowedOrigins?: readonly string[]
  /** Ports of https URLs; 443 by default. */
  readonly ports?: readonly number[]
  /** Resolves hostnames that are not in `allowedOrigins`; DNS by default. */
  readonly resolve?: Resolve
}

type ReadRules = { readonly maxRedirects: number; readonly isAccepted: (status: number) => boolean }
type ReadResponse = OutboundBytes & { readonly status: number; readonly retryAfter: string | null }

/** The network error code of a failed fetch, which contains no hostname, e.g. `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_0-9]{1,64}$/.test(cause.code))
      return cause.code
  }
  return 'unknown'
}

/** The guard's own error if undici wrapped it, else a network error. */
function failureOf(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
  }
  return new OutboundError('network', `The host did not answer (${codeOf(error)})`)
}

/** Reads the body up to the limit. `content-length` counts compressed bytes, so only received bytes are counted. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new OutboundError('network', 'The answer is not bytes')
    length += chunk.length
    if (length > maxBytes) throw new OutboundError('too-large', `The answer exceeds ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function checkEncoding(response: Response): void {
  const encoding = (response.headers.get('content-encoding') ?? '').trim().toLowerCase()
  // Multiple encodings multiply: each layer of a nested bomb is decompressed before the limit applies.
  if (!encodings.has(encoding)) throw new OutboundError('encoding', 'The content encoding is not supported')
}

function parseJson(bytes: Uint8Array): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}

/** Accepts any status but redirects. */
const isAnyStatus = () => true
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Fetches URLs that the operator does not control (SSRF guard): https only, no credentials, allowlisted ports, redirects
 * only on request. Resolves a hostname once per connection; if any of its addresses is not public, the connection is
 * rejected, else it is made to these addresses only (DNS rebinding).
 * @throws Error with the invalid entry of the configuration.
 */
export function createOutbound({
  allowedPrivate = [],
  allowedOrigins = [],
  ports = [443],
  resolve = resolveByDns,
}: OutboundConfig): Outbound {
  for (const origin of allowedOrigins) {
    if (parseUrl(origin)?.origin !== origin || !/^https?:/.test(origin))
      throw new Error(`Not an http or https origin: ${origin}`)
  }
  const isAllowedAddress = createAddressCheck(allowedPrivate)
  const rules: UrlRules = {
    allowedOrigins: new Set(allowedOrigins),
    ports: new Set(ports),
    isAllowedAddress,
  }
  const listedNames = new Set(allowedOrigins.map((origin) => new URL(origin).hostname))

  const checkedAddresses = async (hostname: string) => {
    const addresses = await (listedNames.has(hostname) ? resolveBySystem : resolve)(hostname)
    if (addresses.length === 0) throw new OutboundError('address', 'The host name has no address')
    if (!addresses.every(({ address }) => isAllowedAddress(address)))
      throw new OutboundError('address', 'The address is not public')
    return [...addresses]
  }

  // Node calls this for each connection to a hostname; the socket connects to the returned addresses.
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    checkedAddresses(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (all === true) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: unknown) => callback(failureOf(error), []),
    )
  }

  const agent = new Agent({
    allowH2: false,
    connect: { lookup, timeout: connectTimeoutMs },
    connections: connectionsPerOrigin,
    pipelining: 1,
  })

  const send = (url: URL, request: OutboundRequest, signal: AbortSignal) =>
    fetch(url, {
      dispatcher: agent,
      method: request.method ?? 'GET',
      headers: {
        'user-agent': userAgent,
        ...(request.accept === undefined ? {} : { accept: request.accept.join(', ') }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal,
    })

  /** Fetches with checks; redirects are followed here and not by undici, which would not check them. */
  async function fetchChecked(
    text: string,
    request: OutboundRequest,
    signal: AbortSignal,
    { maxRedirects, isAccepted }: ReadRules,
  ) {
    let url = checkUrl(text, rules)
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(url, request, signal)
      const { status } = response
      const location = response.headers.get('location')
      const isRedirect = status >= 300 && status < 400
      if (!isRedirect && isAccepted(status)) return response
      await response.body?.cancel()
      if (!isRedirect) throw new OutboundError('status', `The host answered with status ${status}`, status)
      if (location === null || redirects >= maxRedirects)
        throw new OutboundError('redirect', 'The host answered with a redirect', status)
      url = checkUrl(location, rules, url)
    }
  }

  async function read(text: string, request: OutboundRequest, rules: ReadRules): Promise<ReadResponse> {
    // Aborts what is still running when the function ends, including the body of a rejected response.
    const end = new AbortController()
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const { signal: callerSignal } = request
    const signal = AbortSignal.any([
      end.signal,
      timeout,
      ...(callerSignal === undefined ? [] : [callerSignal]),
    ])
    try {
      signal.throwIfAborted()
      const response = await fetchChecked(text, request, signal, rules)
      checkEncoding(response)
      const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
      return {
        bytes: await readBody(response, request.maxBytes),
        mediaType: mediaType.trim().toLowerCase(),
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
      }
    } catch (error) {
      callerSignal?.throwIfAborted()
      if (timeout.aborted) throw new OutboundError('timeout', 'The host did not answer in time')
      throw failureOf(error)
    } finally {
      end.abort()
    }
  }

  const acceptingJson = (request: OutboundRequest): OutboundRequest => ({
    accept: ['application/json'],
    ...request,
  })

  return {
    fetchBytes: async (url, { maxRedirects = 0, ...options }) => {
      const limit = Math.min(maxRedirects, redirectLimit)
      const { bytes, mediaType } = await read(url, options, { maxRedirects: limit, isAccepted: isSuccess })
      return { bytes, mediaType }
    },
    fetchJson: async (url, request) => {
      const { bytes } = await read(url, acceptingJson(request), { maxRedirects: 0, isAccepted: isSuccess })
      const parsed = parseJson(bytes)
      if (parsed === undefined) throw new OutboundError('json', 'The answer is not JSON')
      return parsed.json
    },
    fetchResponse: async (url, request): Promise<OutboundResponse> => {
      const found = await read(url, acceptingJson(request), { maxRedirects: 0, isAccepted: isAnyStatus })
      return {
        status: found.status,
        json: parseJson(found.bytes)?.json,
        retryAfterMs: retryAfterMs(found.retryAfter, Date.now()),
      }
    },
    close: () => agent.destroy(),
  }
}
