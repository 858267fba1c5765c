const timeoutMs = 15_000
/** Maximum size of a body; the largest file of the SDK has about 60 KB. */
const bodyMaxBytes = 8 * 1024 * 1024

/** As the global `fetch`. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>

export type HttpResult =
  | {
      readonly is: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly text: string
    }
  /** No response; the reason is for the operator. */
  | { readonly is: 'failed'; readonly reason: string }

export type HttpRequest = {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends one request; never rejects, and follows no redirects. */
export type Send = (url: string, request?: HttpRequest) => Promise<HttpResult>

const unknownAuthority =
  'the TLS certificate is of an authority that Node does not know: give it a file with the authority’s certificate in NODE_EXTRA_CA_CERTS'

/** Sentences for codes of Node's network errors. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name has no address in DNS',
  EAI_AGAIN: 'DNS does not answer',
  ECONNREFUSED: 'nothing listens on this port',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the intermediate TLS certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
  EPROTO: 'the port does not speak TLS',
}

/** Why a request failed: the innermost known code, else the outermost message. */
export function failureReason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1_000} seconds`
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || typeof cause.code !== 'string') continue
    if (Object.hasOwn(reasons, cause.code)) return `${reasons[cause.code]} (${cause.code})`
    if (cause.code.startsWith('ERR_SSL')) return `TLS cannot be agreed (${cause.code})`
  }
  return error instanceof Error ? error.message : String(error)
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length
    if (length > bodyMaxBytes) {
      await reader?.cancel()
      throw new Error(`the answer has more than ${bodyMaxBytes} bytes`)
    }
    chunks.push(part.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Creates the function that sends the checks' requests. */
export const createSend =
  (fetch: Fetch): Send =>
  async (url, request = {}) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { ...request, redirect: 'manual', signal })
      const bytes = await readBody(response)
      const { status, headers } = response
      return { is: 'answered', status, headers, bytes, text: new TextDecoder().decode(bytes) }
    } catch (error) {
      return { is: 'failed', reason: failureReason(error) }
    }
  }

/** Why a response is not the expected one; undefined for a 200. */
export function statusProblem(result: HttpResult): string | undefined {
  if (result.is === 'failed') return `cannot be fetched: ${result.reason}`
  if (result.status === 200) return undefined
  const location = result.headers.get('location')
  return location === null
    ? `answers with status ${result.status}`
    : `answers with status ${result.status}, a redirect to ${location}`
}
