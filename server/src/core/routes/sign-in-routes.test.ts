import { isAddress, isHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import type { SignInMessage } from '../../../../shared/channel/records/sign-in-session.ts'
import { signInText } from '../../../../shared/siwx/format-message.ts'
import * as z from '../../../../shared/zod.ts'
import { commonQuery, openTestServer, type TestServer, testProject } from '../../testing/test-server.ts'

const account = privateKeyToAccount(generatePrivateKey())
const signatures = {
  isSignedBy: async (_chainId: string, address: string, message: string, signature: string) =>
    isAddress(address) && isHex(signature) && (await verifyMessage({ address, message, signature })),
}
let mails: { readonly to: string; readonly subject: string; readonly text: string }[] = []
let server: TestServer

beforeEach(async () => {
  mails = []
  server = await openTestServer({ signatures, mailer: { send: async (mail) => void mails.push(mail) } })
})
afterEach(() => server.close())

const call = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
  query = commonQuery,
) =>
  server.app.request(`/auth/v1${path}?${query}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const nonceSchema = z.object({ nonce: z.string(), token: z.string() })
const nonce = async (query = commonQuery) =>
  z.parse(nonceSchema, await (await call('GET', '/nonce', {}, undefined, query)).json())

const messageWith = (overrides: Partial<SignInMessage>): SignInMessage => ({
  accountAddress: account.address,
  chainId: parseChainId('eip155:1'),
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: 'missing0',
  issuedAt: new Date(server.now()).toISOString(),
  ...overrides,
})

async function signIn(
  overrides: Partial<SignInMessage> = {},
  {
    token,
    headers = {},
    text,
    query,
  }: {
    readonly token?: string
    readonly headers?: Record<string, string>
    readonly text?: string
    readonly query?: string
  } = {},
) {
  const issued = await nonce(query)
  const data = messageWith({ nonce: issued.nonce, ...overrides })
  const message = text ?? signInText(data)
  const signature = await account.signMessage({ message })
  const all = { 'x-nonce-jwt': `Bearer ${token ?? issued.token}`, ...headers }
  return call('POST', '/authenticate', all, { data, message, signature }, query)
}
const sessionOf = async (response: Response) =>
  z.parse(z.object({ token: z.string() }), await response.json()).token
const me = (token: string, query = commonQuery) =>
  call('GET', '/me', { authorization: `Bearer ${token}` }, undefined, query)

describe('session', () => {
  it('valid signature › session until sign-out', async () => {
    const token = await sessionOf(await signIn())
    expect(await (await me(token)).json()).toEqual({
      address: account.address,
      chainId: 'eip155:1',
      email: null,
    })
    expect((await call('POST', '/sign-out', { authorization: `Bearer ${token}` }, {})).status).toBe(200)
    expect((await me(token)).status).toBe(401)
  })

  it('message with expiration time › session ends then', async () => {
    const expirationTime = new Date(server.now() + 60_000).toISOString()
    const token = await sessionOf(await signIn({ expirationTime }))
    server.advance(59_999)
    expect((await me(token)).status).toBe(200)
    server.advance(1)
    expect((await me(token)).status).toBe(401)
  })

  it('message without expiration time › session ends after 30 days', async () => {
    const token = await sessionOf(await signIn())
    server.advance(30 * 24 * 60 * 60_000)
    expect((await me(token)).status).toBe(401)
  })

  it('session of another project › 401', async () => {
    await server.stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
    const token = await sessionOf(await signIn())
    expect((await me(token, commonQuery.replace('demo', 'other'))).status).toBe(401)
  })
})

describe('nonce', () => {
  it('used a second time › 401', async () => {
    const issued = await nonce()
    const overrides = { nonce: issued.nonce }
    expect((await signIn(overrides, { token: issued.token })).status).toBe(200)
    expect((await signIn(overrides, { token: issued.token })).status).toBe(401)
  })

  it('used 20 times at once › one session', async () => {
    const issued = await nonce()
    const tries = Array.from({ length: 20 }, () => signIn({ nonce: issued.nonce }, { token: issued.token }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('five minutes old › 401', async () => {
    const issued = await nonce()
    server.advance(300_000)
    expect((await signIn({ nonce: issued.nonce }, { token: issued.token })).status).toBe(401)
  })

  it.each([
    ['of another call', async () => ({ token: (await nonce()).token })],
    ['never issued', async () => ({ token: 'a'.repeat(64) })],
    [
      'of another project',
      async () => {
        await server.stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
        const issued = await nonce(commonQuery.replace('demo', 'other'))
        return issued
      },
    ],
  ])('token %s › 401', async (_, other) => {
    const { token, ...overrides } = { nonce: undefined, ...(await other()) }
    const data = overrides.nonce === undefined ? {} : { nonce: overrides.nonce }
    expect((await signIn(data, { token })).status).toBe(401)
  })
})

describe('message', () => {
  it.each([
    ['localhost:3000', 'http://localhost:3000/', 200],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/', 200],
    ['evil.example', 'https://evil.example/', 401],
    ['preview.pages.dev', 'https://preview.pages.dev/', 401],
    ['shop.example:8443', 'https://shop.example:8443/', 401],
  ])('domain %s › %i', async (domain, uri, status) => {
    expect((await signIn({ domain, uri })).status).toBe(status)
  })

  it('text that differs from its data › 400', async () => {
    const issued = await nonce()
    const text = signInText(messageWith({ nonce: issued.nonce, statement: 'Another' }))
    expect((await signIn({ nonce: issued.nonce }, { token: issued.token, text })).status).toBe(400)
  })

  it('signature of another account › 401', async () => {
    const other = privateKeyToAccount(generatePrivateKey())
    expect((await signIn({ accountAddress: other.address })).status).toBe(401)
  })

  it('not yet valid › 401', async () => {
    const notBefore = new Date(server.now() + 1).toISOString()
    expect((await signIn({ notBefore })).status).toBe(401)
  })
})

describe('code', () => {
  const [email, caip10] = ['anna@mail.example', `eip155:1:${account.address}`]
  const sent = async (
    headers: Record<string, string> = {},
    overrides: { account?: string; email?: string } = {},
  ) => {
    const answer = await (
      await call('POST', '/otp', headers, { email, account: caip10, ...overrides })
    ).json()
    const { uuid } = z.parse(z.object({ uuid: z.nullable(z.string()) }), answer)
    return { uuid: uuid ?? '', code: mails.at(-1)?.subject.slice(0, 6) ?? '' }
  }
  const put = async (uuid: string, code: string) =>
    (await call('PUT', '/otp', { 'x-otp': uuid }, { code })).status

  const confirmed = async (overrides: { account?: string } = {}) => {
    const { uuid, code } = await sent({}, overrides)
    expect(await put(uuid, code)).toBe(200)
    return uuid
  }
  const emailWith = async (uuid: string, overrides: Partial<SignInMessage> = {}) => {
    const token = await sessionOf(await signIn(overrides, { headers: { 'x-otp': uuid } }))
    return z.parse(z.object({ email: z.nullable(z.string()) }), await (await me(token)).json()).email
  }

  it('correct code › session has the address, the e-mail shows the account', async () => {
    const { uuid, code } = await sent()
    expect(mails).toMatchObject([
      {
        to: email,
        subject: `${code} is your code for Tidewater Coffee`,
        text: expect.stringContaining(`for the account ${account.address},`),
      },
    ])
    expect(await put(uuid, code)).toBe(200)
    expect(await emailWith(uuid)).toBe(email)
  })

  it('account in other letter case › same account', async () => {
    const uuid = await confirmed({ account: caip10.toLowerCase() })
    expect(await emailWith(uuid)).toBe(email)
  })

  it.each([
    ['another account', `eip155:1:${privateKeyToAccount(generatePrivateKey()).address}`],
    ['the same address on another chain', `eip155:10:${account.address}`],
  ])('code that %s has confirmed › session has no address', async (_, other) => {
    expect(await emailWith(await confirmed({ account: other }))).toBeNull()
  })

  it('invalid CAIP-10 id › 400, no e-mail', async () => {
    const response = await call('POST', '/otp', {}, { email, account: account.address })
    expect([response.status, mails]).toEqual([400, []])
  })

  it('id of a confirmed code › no new code, session has the address, for 90 days', async () => {
    const uuid = await confirmed()
    server.advance(90 * 24 * 60 * 60_000 - 1)
    expect((await sent({ 'x-otp': uuid })).uuid).toBe('')
    expect(await emailWith(uuid)).toBe(email)
    expect(mails).toHaveLength(1)
    server.advance(1)
    expect((await sent({ 'x-otp': uuid })).uuid).not.toBe('')
    expect(await emailWith(uuid)).toBeNull()
  })

  it('confirmed address without its code id › same response as for any address', async () => {
    const uuid = await confirmed()
    const requests = [
      await sent(),
      await sent({ 'x-otp': crypto.randomUUID() }),
      await sent({ 'x-otp': uuid }, { email: 'boris@mail.example' }),
      await sent({ 'x-otp': uuid }, { account: `eip155:10:${account.address}` }),
    ]
    for (const { uuid: another } of requests) expect(another).toMatch(/^[0-9a-f-]{36}$/)
    expect(mails).toHaveLength(5)
  })

  it('address not confirmed › session has none', async () => {
    const { uuid } = await sent()
    const token = await sessionOf(await signIn({}, { headers: { 'x-otp': uuid } }))
    expect(await (await me(token)).json()).toMatchObject({ email: null })
  })

  it('100 wrong codes at once › five are compared, the correct one is rejected', async () => {
    const { uuid, code } = await sent()
    const wrong = Array.from({ length: 100 }, (_, at) =>
      String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'),
    )
    const statuses = await Promise.all(wrong.map((one) => put(uuid, one)))
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(95)
    expect(await put(uuid, code)).toBe(429)
  })

  it('10 minutes later, or unknown › 404', async () => {
    const { uuid, code } = await sent()
    server.advance(599_999)
    expect(await put(uuid, code === '000000' ? '000001' : '000000')).toBe(400)
    server.advance(1)
    expect(await put(uuid, code)).toBe(404)
    expect(await put('no-such-uuid', code)).toBe(404)
  })

  it('database › stores neither code, its id, nonce token nor session token in clear', async () => {
    const { uuid, code } = await sent()
    const issued = await nonce()
    const session = await sessionOf(await signIn())
    const dump = await server.dump()
    // The rows are there, by what they state in clear.
    for (const stated of [email, issued.nonce, account.address]) expect(dump).toContain(stated)
    for (const secret of [uuid, issued.token, session]) {
      expect(secret).toMatch(/^[\w-]{32,}$/)
      expect(dump).not.toContain(secret)
    }
    expect(code).toMatch(/^\d{6}$/)
    // As a whole word: six digits can be part of a hash.
    expect(dump).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
    expect(await put(uuid, code)).toBe(200)
  })
})

it('no mail server › 501 with a reason', async () => {
  const without = await openTestServer({ signatures })
  const body = JSON.stringify({ email: 'anna@mail.example', account: 'eip155:1:0x0' })
  const response = await without.app.request(`/auth/v1/otp?${commonQuery}`, { method: 'POST', body })
  expect([response.status, await response.json()]).toEqual([
    501,
    { reasons: [{ description: 'This deployment has no mail server configured' }] },
  ])
  await without.close()
})
