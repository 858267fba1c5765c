import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { readRequestBody } from '../../../../testing/request-body.ts'
import { listenLocally } from './listen-locally.ts'

/** How an id_token differs from a valid one. */
export type Forgery = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Partial<JWTHeaderParameters>
  /** The key that signs it: that of the provider, another one, or the client's secret. */
  readonly key?: 'own' | 'other' | 'secret' | 'none'
  /** Replaces the token; null: there is none. */
  readonly token?: string | null
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A server at Google's paths, whose id_tokens a test forges. It accepts any code and any client. */
export async function startForgingServer({
  clientId,
  clientSecret,
}: {
  readonly clientId: string
  readonly clientSecret: string
}) {
  const own = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  let nonce = ''
  let forgery: Forgery = {}
  const server = await listenLocally((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const send = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/o/oauth2/v2/auth') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'code')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
    } else if (url.pathname === '/oauth2/v3/certs') {
      void exportJWK(own.publicKey).then((jwk) =>
        send({ keys: [{ ...jwk, kid: 'k1', alg: 'RS256', use: 'sig' }] }),
      )
    } else {
      void readRequestBody(request).then(async () => {
        const id_token = await tokenOf(forgery)
        send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, ...(id_token && { id_token }) })
      })
    }
  })

  async function tokenOf({ claims, header, key = 'own', token }: Forgery): Promise<string | null> {
    if (token !== undefined) return token
    const now = Math.floor(Date.now() / 1_000)
    const payload = {
      ...{ iss: server.origin, aud: clientId, sub: '117', email: 'ada@example.org', nonce },
      ...{ iat: now, exp: now + 60, ...claims },
    }
    if (key === 'none') return `${encode({ alg: 'none' })}.${encode(payload)}.`
    const signer =
      key === 'secret' ? new TextEncoder().encode(clientSecret.padEnd(32)) : { own, other }[key].privateKey
    const alg = key === 'secret' ? 'HS256' : 'RS256'
    return new SignJWT(payload).setProtectedHeader({ alg, kid: 'k1', ...header }).sign(signer)
  }

  return {
    ...server,
    /** Chooses the next id_tokens. */
    forge: (next: Forgery) => {
      forgery = next
    },
  }
}
