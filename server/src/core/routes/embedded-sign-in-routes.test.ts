import { encodeAddress } from '@polkadot/util-crypto/address'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import type { SignInMessage } from '../../../../shared/channel/records/sign-in-session.ts'
import { signInText } from '../../../../shared/siwx/format-message.ts'
import { signInFormatOf } from '../../../../shared/siwx/sign-in-formats.ts'
import * as z from '../../../../shared/zod.ts'
import { secretHash } from '../../adapters/secret-hash/secret-hash.ts'
import { commonQuery, testProject } from '../../testing/test-server.ts'
import { auditEvent } from '../embedded/audit.ts'
import { noProof } from '../embedded/sessions.ts'
import { type EmbeddedWorld, openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const email = 'ada@example.org'
/** Every signature of a sign-in is valid: what the server states of the address does not depend on it. */
const parts = { signatures: { isSignedBy: async () => true } }

let world: EmbeddedWorld
let keys: WalletKeys
beforeEach(async () => {
  world = await openEmbeddedWorld({ parts })
  keys = await createWalletKeys()
  await world.server.stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>

/** A user whose wallet has these keys. */
async function createUser(address = email, of = keys): Promise<Opened> {
  const opened = await world.openVault(address)
  const { vault, vaultToken: token, account } = opened
  const created = await vault.call('POST', '/envelopes', { token, body: { kind: 'device' } })
  const { id } = z.parse(z.object({ id: z.string() }), created.body)
  const body = { accounts: of.accounts, signatures: await of.prove(account.userId, id) }
  expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(200)
  return opened
}

const auth = (method: string, path: string, init: RequestInit = {}, query = commonQuery) =>
  world.server.app.request(`/auth/v1${path}?${query}`, { method, ...init })

const nonceSchema = z.object({ nonce: z.string(), token: z.string() })
type Nonce = z.infer<typeof nonceSchema>
const nonce = async (query = commonQuery): Promise<Nonce> =>
  z.parse(nonceSchema, await (await auth('GET', '/nonce', {}, query)).json())

type Signer = { readonly chain: string; readonly address: string }
const evm = (): Signer => ({ chain: 'eip155:1', address: keys.accounts.eip155 })

const share = async (
  { frame, frameToken: token }: Pick<Opened, 'frame' | 'frameToken'>,
  { token: nonceToken }: Nonce,
  { chain, address }: Signer = evm(),
  sharedEmail = email,
) => {
  const body = { nonceToken, account: `${chain}:${address}`, email: sharedEmail }
  return (await frame.call('POST', '/shared-emails', { token, body })).status
}

async function signIn(
  issued: Nonce,
  { chain, address }: Signer = evm(),
  change: Partial<SignInMessage> = {},
  query = commonQuery,
) {
  const data: SignInMessage = {
    ...{ accountAddress: address, chainId: parseChainId(chain), domain: 'shop.example' },
    version: signInFormatOf(parseChainId(chain))?.version ?? '1',
    ...{ uri: 'https://shop.example/', nonce: issued.nonce },
    issuedAt: new Date(world.server.now()).toISOString(),
    ...change,
  }
  const body = JSON.stringify({ data, message: signInText(data), signature: '0x00' })
  const headers = { 'x-nonce-jwt': `Bearer ${issued.token}` }
  return auth('POST', '/authenticate', { headers, body }, query)
}

/** The address that the site gets of a sign-in. */
async function emailOf(...of: Parameters<typeof signIn>) {
  const response = await signIn(...of)
  expect(response.status).toBe(200)
  const { token } = z.parse(z.object({ token: z.string() }), await response.json())
  const me = await auth('GET', '/me', { headers: { authorization: `Bearer ${token}` } }, of[3])
  return z.parse(z.object({ email: z.nullable(z.string()) }), await me.json()).email
}

describe('shared e-mail address', () => {
  it('sign-in › user shares the proved address › session has it', async () => {
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued)).toBe(200)
    expect(await emailOf(issued)).toBe(email)
  })

  const polkadot = (prefix: number) => () => ({
    chain: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: encodeAddress(keys.accounts.polkadot, prefix),
  })
  it.each<[string, () => Signer]>([
    ['Solana', () => ({ chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: keys.accounts.solana })],
    ['Polkadot, prefix 0', polkadot(0)],
    ['Polkadot, prefix 42', polkadot(42)],
    ['Polkadot, prefix of two bytes', polkadot(255)],
  ])('sign-in › account on %s › session has the address', async (_, account) => {
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued, account())).toBe(200)
    expect(await emailOf(issued, account())).toBe(email)
  })

  it('sign-in › nothing shared › session has no address', async () => {
    await createUser()
    expect(await emailOf(await nonce())).toBeNull()
  })

  it('another user › shares for an account of this one › 403, no address', async () => {
    await createUser()
    const thief = await createUser('eve@example.org', await createWalletKeys())
    const issued = await nonce()
    expect(await share(thief, issued, evm(), 'eve@example.org')).toBe(403)
    expect(await emailOf(issued)).toBeNull()
  })

  it('address of another user › shared for the own account › 409, no address', async () => {
    await createUser('bob@example.org', await createWalletKeys())
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued, evm(), 'bob@example.org')).toBe(409)
    expect(await emailOf(issued)).toBeNull()
  })

  it('session token › sent with the key of another browser › 401, no address', async () => {
    const { frameToken } = await createUser()
    const issued = await nonce()
    expect(await share({ frame: await world.createClient(), frameToken }, issued)).toBe(401)
    expect(await emailOf(issued)).toBeNull()
  })

  it('vault › shares an address › 403', async () => {
    const { vault: frame, vaultToken: frameToken } = await createUser()
    expect(await share({ frame, frameToken }, await nonce())).toBe(403)
  })

  it('user without a wallet › 403', async () => {
    expect(await share(await world.openVault(), await nonce())).toBe(403)
  })

  it('user without an e-mail address › GitHub account of the same name › 409, no address', async () => {
    const { embeddedUsers, envelopes } = world.server.stores
    const [frame, frameToken, nowMs] = [await world.createClient(), 'ab'.repeat(32), world.server.now()]
    const audit = () => auditEvent('login', 'github', { client: 'c', nowMs })
    const end = { expiresAtMs: nowMs + 60_000, absoluteExpiresAtMs: nowMs + 60_000 }
    await embeddedUsers.logIn(
      { provider: 'github', subject: '7', name: email },
      { id: 'u1', walletId: 'w1' },
      {
        device: { id: 'd1', keyThumbprint: frame.thumbprint, kind: 'frame', site, name: 'Firefox' },
        ...{ tokenHash: secretHash(frameToken), proof: noProof, end, nowMs },
      },
      audit(),
    )
    const envelope = { id: 'e1', userId: 'u1', kind: 'recovery', deviceId: undefined } as const
    await envelopes.add({ ...envelope, passkeyId: undefined, sealedKey: 'k', createdAtMs: nowMs }, audit())
    await envelopes.complete({ userId: 'u1', id: 'e1', sealed: 's' }, keys.accounts, audit())
    const issued = await nonce()
    expect(await share({ frame, frameToken }, issued)).toBe(409)
    expect(await emailOf(issued)).toBeNull()
  })

  it.each([
    ['another site of the project', { domain: 'localhost:3000', uri: 'http://localhost:3000/' }],
    ['another network of the account', { chainId: parseChainId('eip155:10') }],
  ])('sign-in › %s › session has no address', async (_, change) => {
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued)).toBe(200)
    expect(await emailOf(issued, evm(), change)).toBeNull()
  })

  it('sign-in › another account signs › session has no address', async () => {
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued)).toBe(200)
    expect(
      await emailOf(issued, { ...evm(), address: '0x000000000000000000000000000000000000dEaD' }),
    ).toBeNull()
  })

  it('sign-in › another project › session has no address', async () => {
    const user = await createUser()
    const query = commonQuery.replace('demo', 'other')
    const issued = await nonce(query)
    expect(await share(user, issued)).toBe(200)
    expect(await emailOf(issued, evm(), {}, query)).toBeNull()
  })

  it('sign-in › another nonce › session has no address', async () => {
    const user = await createUser()
    expect(await share(user, await nonce())).toBe(200)
    expect(await emailOf(await nonce())).toBeNull()
  })

  it('sign-in › repeated with the same nonce › 401, one session has the address', async () => {
    const user = await createUser()
    const issued = await nonce()
    expect(await share(user, issued)).toBe(200)
    expect(await emailOf(issued)).toBe(email)
    expect((await signIn(issued)).status).toBe(401)
  })

  it('sign-in › 60 s after the address was shared › session has no address', async () => {
    const user = await createUser()
    const [inTime, late] = [await nonce(), await nonce()]
    expect([await share(user, inTime), await share(user, late)]).toEqual([200, 200])
    world.server.advance(59_999)
    expect(await emailOf(inTime)).toBe(email)
    world.server.advance(1)
    expect(await emailOf(late)).toBeNull()
  })

  it('site that the project no longer lists › 403', async () => {
    const user = await createUser()
    await world.server.stores.projects.change('demo-key', { allowedOrigins: [] })
    expect(await share(user, await nonce())).toBe(403)
  })
})
