import type * as z from 'zod/mini'
import { getDpopNonce } from '#shared/api/embedded-wallet.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { nonEmptyText, parseWire } from '#shared/wire-schema.ts'
import { type ApiBase, fetchEndpoint, type RequestInput } from '../http.ts'
import { createDpopProof, keyThumbprint } from './dpop-proof.ts'
import type { KeyStore } from './key-store.ts'

type Schema = z.core.$ZodType

export type DpopPorts = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** The API at the time of a call. */
  readonly api: () => ApiBase
  readonly keys: KeyStore
  /** Origin of the document, which a relative API URL refers to. */
  readonly pageOrigin: string
}

export type DpopClient = {
  /**
   * Calls an endpoint with a proof of possession, of a session if there is a token. Each attempt has a proof of its own; a
   * call that the server rejects with a new nonce is repeated once.
   * @throws as `fetchEndpoint`, also for the call that gets a nonce.
   */
  readonly call: <P extends string, Q extends Schema, R extends Schema, B extends Schema | undefined>(
    endpoint: Endpoint<P, Q, R, B>,
    input: RequestInput<P, Q, B>,
    session?: { readonly token: string },
  ) => Promise<z.output<R>>
  /** Thumbprint of the browser's key (RFC 7638). */
  readonly thumbprint: () => Promise<string>
  /** Whether the key, and with it the sessions that are bound to it, survives the page. */
  readonly isKeyPersistent: () => Promise<boolean>
}

type Nonce = {
  readonly baseUrl: string
  readonly value: string
  readonly lifetimeMs: number
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

const nonceHeader = nonEmptyText(512)

/** A client of endpoints that need a proof of possession (RFC 9449) with a nonce of their server. */
export function createDpopClient({ fetch, clock, api, keys, pageOrigin }: DpopPorts): DpopClient {
  let nonce: Nonce | undefined

  const keepNonce = (baseUrl: string, value: string, lifetimeMs: number): Nonce => {
    nonce = { baseUrl, value, lifetimeMs, expiresAtMs: clock.now() + lifetimeMs }
    return nonce
  }

  async function currentNonce(base: ApiBase, signal: AbortSignal | undefined): Promise<Nonce> {
    if (nonce?.baseUrl === base.baseUrl && clock.now() < nonce.expiresAtMs) return nonce
    const fetched = await fetchEndpoint({ fetch, clock }, base, getDpopNonce, {
      params: {},
      query: {},
      signal,
    })
    return keepNonce(base.baseUrl, fetched.nonce, fetched.lifetimeSeconds * 1_000)
  }

  /** Adds a proof to each request, because a proof counts once: so retries have their own. */
  const provingFetch =
    (baseUrl: string, first: Nonce, token: string | undefined): typeof globalThis.fetch =>
    async (input, init) => {
      const { pair } = await keys.load()
      let latest = first
      const send = async () => {
        const call = { method: init?.method ?? 'GET', url: new URL(String(input), pageOrigin) }
        const proof = await createDpopProof(pair, {
          ...call,
          ...{ nonce: latest.value, token, nowMs: clock.now() },
        })
        const headers = new Headers(init?.headers)
        headers.set('dpop', proof)
        if (token !== undefined) headers.set('authorization', `DPoP ${token}`)
        const response = await fetch(input, { ...init, headers })
        const renewed = parseWire(nonceHeader, response.headers.get('dpop-nonce'))
        if (renewed.success) latest = keepNonce(baseUrl, renewed.data, latest.lifetimeMs)
        return { response, isRenewed: renewed.success }
      }
      const { response, isRenewed } = await send()
      return response.status === 401 && isRenewed ? (await send()).response : response
    }

  return {
    call: async (endpoint, input, session) => {
      const base = api()
      const first = await currentNonce(base, input.signal)
      // The key is loaded here too, so that its failure is not reported as one of the network.
      await keys.load()
      const proving = provingFetch(base.baseUrl, first, session?.token)
      return fetchEndpoint({ fetch: proving, clock }, base, endpoint, input)
    },
    thumbprint: async () => keyThumbprint((await keys.load()).pair),
    isKeyPersistent: async () => (await keys.load()).isPersistent,
  }
}
