import { describe, expect, it } from 'vitest'
import { getEmbeddedAccount, postLoginAttempt, postVaultTicket } from '#shared/api/embedded-wallet.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import { fakeClock } from '../fake-clock.ts'
import { httpStatusOf } from '../http.ts'
import { createDpopClient } from './dpop-client.ts'
import { createKeyStore } from './key-store.ts'
import { readProof, sha256Of } from './testing/read-proof.ts'

const token = 'ab'.repeat(32)
const ticket = { ticket: 'cd'.repeat(32) }

type WorldOptions = { readonly baseUrl?: string; readonly retriesAtOnce?: boolean }
type Answer = { readonly status?: number; readonly body?: unknown; readonly nonce?: string } | Error

/** A clock by which waits before retries are over at once, and requests never time out. */
const eagerClock: Clock = {
  now: () => 0,
  after: (ms, run) => {
    if (ms < rpcTimeoutMs) setImmediate(run)
    return () => undefined
  },
}

/** A client of a server that gives the nonces `n1`, `n2`, … and answers calls in order. */
function world(
  answers: readonly Answer[],
  { baseUrl = 'https://api.example/base', retriesAtOnce = false }: WorldOptions = {},
) {
  const clock = fakeClock()
  const calls: { readonly url: string; readonly headers: Headers; readonly body: unknown }[] = []
  let nonceCount = 0
  let api = { baseUrl, common: { projectId: 'p', st: 's', sv: 'v' } }
  const client = createDpopClient({
    fetch: async (input, init) => {
      const url = String(input)
      if (url.includes('/embedded/v1/nonce')) {
        nonceCount += 1
        return Response.json({ nonce: `n${nonceCount}`, lifetimeSeconds: 300 })
      }
      const answer = answers[calls.length] ?? new Error('one call too many')
      calls.push({ url, headers: new Headers(init?.headers), body: init?.body })
      if (answer instanceof Error) throw answer
      const { status = 200, body = ticket, nonce } = answer
      return Response.json(body, { status, headers: nonce === undefined ? {} : { 'dpop-nonce': nonce } })
    },
    clock: retriesAtOnce ? eagerClock : clock,
    api: () => api,
    keys: createKeyStore('keys', () => undefined),
    pageOrigin: 'https://widget.example',
  })
  const proofs = () => Promise.all(calls.map(({ headers }) => readProof(headers.get('dpop') ?? '')))
  const requestTicket = () => client.call(postVaultTicket, { params: {}, query: {}, body: {} }, { token })
  return {
    ...{ client, calls, clock, proofs, requestTicket },
    nonceCount: () => nonceCount,
    setBaseUrl: (next: string) => {
      api = { ...api, baseUrl: next }
    },
  }
}

describe('createDpopClient', () => {
  it('call of a session › proof states call, nonce and token', async () => {
    const { client, calls, proofs, requestTicket, clock } = world([{}])
    expect(await requestTicket()).toEqual(ticket)
    const [proof] = await proofs()
    expect(proof?.claims).toMatchObject({
      htm: 'POST',
      htu: 'https://api.example/base/embedded/v1/tickets',
      iat: Math.floor(clock.now() / 1_000),
      nonce: 'n1',
      ath: await sha256Of(token),
    })
    expect(calls[0]?.headers.get('authorization')).toBe(`DPoP ${token}`)
    const { jwk } = proof ?? {}
    const canonical = `{"crv":"P-256","kty":"EC","x":"${jwk?.x}","y":"${jwk?.y}"}`
    expect(await client.thumbprint()).toBe(await sha256Of(canonical))
    expect(await client.isKeyPersistent()).toBe(false)
  })

  it('call without a session › no token in the proof', async () => {
    const { client, calls, proofs } = world([{ status: 400 }])
    const attempt = client.call(postLoginAttempt, {
      params: { id: 'code/1' },
      query: {},
      body: { code: '123456', site: 'https://shop.example' },
    })
    await expect(attempt).rejects.toSatisfy((error) => httpStatusOf(error) === 400)
    expect((await proofs())[0]?.claims).not.toHaveProperty('ath')
    expect(calls[0]?.headers.has('authorization')).toBe(false)
    expect(calls[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('API on the page’s origin › proof names that origin', async () => {
    const { proofs, requestTicket } = world([{}], { baseUrl: '' })
    await requestTicket()
    expect((await proofs())[0]?.claims.htu).toBe('https://widget.example/embedded/v1/tickets')
  })

  it('nonce › cached for its lifetime', async () => {
    const { requestTicket, nonceCount, clock } = world([{}, {}, {}])
    await requestTicket()
    await clock.advance(299_999)
    await requestTicket()
    expect(nonceCount()).toBe(1)
    await clock.advance(1)
    await requestTicket()
    expect(nonceCount()).toBe(2)
  })

  it('nonce in a response › used for the next call', async () => {
    const { requestTicket, proofs, nonceCount } = world([{ nonce: 'fresh' }, {}])
    await requestTicket()
    await requestTicket()
    expect((await proofs()).map(({ claims }) => claims.nonce)).toEqual(['n1', 'fresh'])
    expect(nonceCount()).toBe(1)
  })

  it('API of another host › gets a nonce of its own', async () => {
    const { requestTicket, nonceCount, setBaseUrl } = world([{}, {}])
    await requestTicket()
    setBaseUrl('https://other.example')
    await requestTicket()
    expect(nonceCount()).toBe(2)
  })

  it('401 with a new nonce › repeated once, with another proof', async () => {
    const { requestTicket, calls, proofs } = world([{ status: 401, nonce: 'fresh' }, {}])
    expect(await requestTicket()).toEqual(ticket)
    const [first, second] = await proofs()
    expect(second?.claims.nonce).toBe('fresh')
    expect(second?.claims.jti).not.toBe(first?.claims.jti)
    expect(calls[1]?.body).toBe(calls[0]?.body)
  })

  it('401 twice › fails', async () => {
    const { requestTicket, calls } = world([
      { status: 401, nonce: 'a' },
      { status: 401, nonce: 'b' },
    ])
    await expect(requestTicket()).rejects.toSatisfy((error) => httpStatusOf(error) === 401)
    expect(calls).toHaveLength(2)
  })

  it('401 without a nonce › not repeated', async () => {
    const { requestTicket, calls } = world([{ status: 401 }])
    await expect(requestTicket()).rejects.toSatisfy((error) => httpStatusOf(error) === 401)
    expect(calls).toHaveLength(1)
  })

  it('retry after a network error › another proof', async () => {
    const account = { userId: 'u'.repeat(16), walletId: 'w'.repeat(16), identities: [], passkeys: [] }
    const { client, proofs } = world(
      [new TypeError('Failed to fetch'), { body: { ...account, envelopes: [] } }],
      { retriesAtOnce: true },
    )
    const reading = client.call(getEmbeddedAccount, { params: {}, query: {} }, { token })
    expect(await reading).toMatchObject({ userId: account.userId })
    const [first, second] = await proofs()
    expect(second?.claims.jti).not.toBe(first?.claims.jti)
  })
})
