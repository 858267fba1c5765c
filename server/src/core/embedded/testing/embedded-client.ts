import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as z from '../../../../../shared/zod.ts'
import { commonQuery } from '../../../testing/test-server.ts'

const nonceSchema = z.object({ nonce: z.string() })

/** Claims and header of a proof that a test changes. */
export type ProofChange = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

type CallOptions = {
  readonly body?: object
  readonly token?: string
  /** The proof to send, in place of a new one; null: none. */
  readonly proof?: string | null
  readonly change?: ProofChange
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A server, in this process or another one. */
type Server = {
  readonly app: {
    readonly request: (url: string, init?: RequestInit, env?: object) => Response | Promise<Response>
  }
}

/** What a server in this process reads of a connection from an address; the request's body has been read. */
const connectionFrom = (remoteAddress: string) => ({
  incoming: { socket: { remoteAddress }, readableEnded: true },
})

/**
 * A browser with a key of its own, which calls the endpoints of embedded wallets.
 * @param origin of the document that calls.
 * @param remoteAddress of the connection, for a server in this process. Absent: unknown, as all such clients are.
 */
export async function createEmbeddedClient(
  server: Server,
  origin = 'https://wallet.example',
  remoteAddress?: string,
) {
  const env = remoteAddress === undefined ? undefined : connectionFrom(remoteAddress)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const thumbprint = await calculateJwkThumbprint(jwk)

  async function nonce(): Promise<string> {
    const response = await server.app.request(`${origin}/embedded/v1/nonce?${commonQuery}`, {}, env)
    return z.parse(nonceSchema, await response.json()).nonce
  }

  /** A proof for a call. */
  async function proofFor(
    method: string,
    path: string,
    token?: string,
    { claims, header }: ProofChange = {},
  ): Promise<string> {
    const ath = token && createHash('sha256').update(token).digest('base64url')
    return new SignJWT({
      ...{ jti: crypto.randomUUID(), htm: method, htu: `${origin}/embedded/v1${path}` },
      ...{ iat: 1, nonce: await nonce(), ...(ath && { ath }) },
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
      .sign(privateKey)
  }

  async function call(
    method: string,
    path: string,
    { body, token, proof, change, headers, signal }: CallOptions = {},
  ): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
    const dpop = proof === undefined ? await proofFor(method, path, token, change) : proof
    const init = {
      method,
      headers: {
        host: new URL(origin).host,
        ...(dpop !== null && { dpop }),
        ...(token !== undefined && { authorization: `DPoP ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    const response = await server.app.request(`${origin}/embedded/v1${path}?${commonQuery}`, init, env)
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }

  return { jwk, privateKey, thumbprint, nonce, proofFor, call }
}

export type EmbeddedClient = Awaited<ReturnType<typeof createEmbeddedClient>>
