import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spendingLimitMaxMs } from '../../../../shared/api/embedded-spending.ts'
import * as z from '../../../../shared/zod.ts'
import { createEmbeddedClient, type EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import {
  type EmbeddedWorld,
  vaultHeaders as headers,
  openEmbeddedWorld,
  site,
  vaultOrigin,
} from '../embedded/testing/embedded-world.ts'
import { createSoftwareAuthenticator } from '../embedded/testing/software-authenticator.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const email = 'ada@example.org'
const asset = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const hourMs = 3_600_000

const idSchema = z.looseObject({ id: z.string() })
const setSchema = z.object({ id: z.string(), serverKey: z.string(), expiresAtMs: z.number() })
const challengeSchema = z.looseObject({ challenge: z.string() })
const devicesSchema = z.object({
  devices: z.array(z.looseObject({ id: z.string(), kind: z.string(), isCurrent: z.boolean() })),
})

let world: EmbeddedWorld
let keys: WalletKeys
/** The vault's frame on the site, which has no session. */
let payer: EmbeddedClient
beforeEach(async () => {
  world = await openEmbeddedWorld()
  keys = await createWalletKeys()
  payer = await world.createClient()
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>

const post = ({ vault, vaultToken: token }: Opened, path: string, body: object = {}) =>
  vault.call('POST', path, { token, body, headers })

/** A user with a wallet, whose proofs by code and by keys have ended. */
async function createWallet(address = email, of = keys): Promise<Opened> {
  const opened = await world.openVault(address)
  const { vault, vaultToken: token, account } = opened
  const { id } = z.parse(idSchema, (await post(opened, '/envelopes', { kind: 'device' })).body)
  const body = { accounts: of.accounts, signatures: await of.prove(account.userId, id) }
  expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(200)
  world.server.advance(300_000)
  return opened
}

const requestOf = (change: object = {}) => ({
  ...{ site, keyThumbprint: payer.thumbprint, asset, maximum: '100', lifetimeMs: hourMs, ...change },
})
const request = (opened: Opened, change: object = {}) => post(opened, '/spending-limits', requestOf(change))
const set = async (opened: Opened, change: object = {}) => {
  const { status, body } = await request(opened, change)
  expect(status).toBe(200)
  return z.parse(setSchema, body)
}

let claims = 0
/** Claims by the payer, with a new id. */
const claim = (
  id: string,
  amount = '30',
  change: { readonly claimId?: string; readonly by?: EmbeddedClient } = {},
) => {
  claims += 1
  const { claimId = `claim-${String(claims).padStart(10, '0')}`, by = payer } = change
  return by.call('POST', `/spending-limits/${id}/claims`, { body: { claimId, amount }, headers })
}
const read = (id: string, by = payer) => by.call('GET', `/spending-limits/${id}`, { headers })
const list = async ({ vault, vaultToken: token }: Opened) =>
  Object((await vault.call('GET', '/spending-limits', { token })).body).limits
const currentDevice = async ({ vault, vaultToken: token }: Opened) => {
  const { body } = await vault.call('GET', '/devices', { token })
  return z.parse(devicesSchema, body).devices.find(({ isCurrent }) => isCurrent)?.id ?? ''
}

/** Adds a passkey to the user, and lets the proofs end that it needed. */
async function addPasskey(opened: Opened) {
  const authenticator = createSoftwareAuthenticator({ origin: vaultOrigin, rpId: 'wallet.example' })
  const challengeFor = async (purpose: string) =>
    z.parse(challengeSchema, (await post(opened, '/passkeys/challenge', { purpose })).body).challenge
  await world.stepUp(opened.vault, opened.vaultToken)
  await world.proveWallet(opened.vault, opened.vaultToken, opened.account.userId, keys)
  const registration = authenticator.register(await challengeFor('register'))
  expect((await post(opened, '/passkeys', { registration, name: 'Chrome' })).status).toBe(200)
  world.server.advance(900_000)
  return async () => {
    const assertion = authenticator.assert(await challengeFor('assert'))
    expect((await post(opened, '/passkeys/assertion', { assertion })).status).toBe(200)
  }
}

describe('setting a limit', () => {
  it('session of the vault › gets the server key; every session of the user lists the limit', async () => {
    const opened = await createWallet()
    const { id, expiresAtMs } = await set(opened)
    expect(expiresAtMs).toBe(world.server.now() + hourMs)
    const limit = {
      ...{ id, site, asset, maximum: '100', claimed: '0', deviceName: 'Unknown browser', expiresAtMs },
      createdAtMs: world.server.now(),
    }
    expect(await list(opened)).toEqual([{ ...limit, isOwn: true }])
    const { frame, frameToken: token } = opened
    const { body } = await frame.call('GET', '/spending-limits', { token })
    expect(body).toEqual({ limits: [{ ...limit, isOwn: false }] })
    expect(await list(await world.openVault('eve@example.org'))).toEqual([])
    world.server.advance(hourMs)
    expect(await list(opened)).toEqual([])
  })

  it('session of the widget › 403, also from the vault’s origin', async () => {
    const { frame, frameToken: token } = await createWallet()
    for (const stated of [headers, {}]) {
      const call = { token, body: requestOf(), headers: stated }
      expect((await frame.call('POST', '/spending-limits', call)).status).toBe(403)
    }
  })

  it('session of the vault, call of another origin › 403', async () => {
    const { vault, vaultToken: token } = await createWallet()
    for (const origin of ['https://wallet.example', site, 'null', undefined]) {
      const call = { token, body: requestOf(), headers: origin === undefined ? {} : { origin } }
      expect((await vault.call('POST', '/spending-limits', call)).status).toBe(403)
    }
  })

  it('site that the project does not list › 403', async () => {
    const opened = await createWallet()
    for (const other of ['https://evil.example', `${site}/path`])
      expect((await request(opened, { site: other })).status).toBe(403)
    expect(await list(opened)).toEqual([])
  })

  it('wallet without accounts › 404', async () => {
    expect((await request(await world.openVault())).status).toBe(404)
  })

  it('amounts and times out of range, text that is no asset › 400', async () => {
    const opened = await createWallet()
    for (const change of [
      ...['0', '01', '-1', '1.5', '0x10', '', (2n ** 256n).toString()].map((maximum) => ({ maximum })),
      ...[59_999, spendingLimitMaxMs + 1, 60_000.5].map((lifetimeMs) => ({ lifetimeMs })),
      ...['', 'eip155:1', 'ETH'].map((text) => ({ asset: text })),
      { keyThumbprint: 'short' },
    ])
      expect([change, (await request(opened, change)).status]).toEqual([change, 400])
    const longest = { maximum: (2n ** 256n - 1n).toString(), lifetimeMs: spendingLimitMaxMs }
    await set(opened, longest)
  })

  it('user with a passkey › only within 15 minutes of an assertion, or with the wallet’s keys', async () => {
    const opened = await createWallet()
    const assert = await addPasskey(opened)
    expect((await request(opened)).status).toBe(403)
    await assert()
    world.server.advance(899_999)
    expect((await request(opened)).status).toBe(200)
    world.server.advance(1)
    expect((await request(opened)).status).toBe(403)
    await world.proveWallet(opened.vault, opened.vaultToken, opened.account.userId, keys)
    expect((await request(opened)).status).toBe(200)
  })

  it('again for the same key and asset › the former limit and its server key are gone', async () => {
    const opened = await createWallet()
    const former = await set(opened)
    expect((await claim(former.id, '100')).status).toBe(200)
    const next = await set(opened)
    expect(next.serverKey).not.toBe(former.serverKey)
    expect((await claim(former.id)).status).toBe(404)
    expect(await claim(next.id, '100')).toMatchObject({ status: 200, body: { serverKey: next.serverKey } })
    expect(await list(opened)).toHaveLength(1)
  })

  it('another user for the same key and asset › the limit stays', async () => {
    const { id } = await set(await createWallet())
    const eve = await createWallet('eve@example.org', await createWalletKeys())
    const other = await set(eve)
    expect((await claim(id)).status).toBe(200)
    expect(await claim(other.id)).toMatchObject({ status: 200, body: { claimed: '30' } })
  })

  it('20 an hour, then 429', async () => {
    const opened = await createWallet()
    for (let n = 0; n < 20; n++) await set(opened)
    expect((await request(opened)).status).toBe(429)
  })

  it('100 that have not expired › one more only in place of another', async () => {
    const opened = await createWallet()
    const assetOf = (n: number) => ({
      asset: `eip155:${n + 1_000}/slip44:60`,
      lifetimeMs: spendingLimitMaxMs,
    })
    for (let n = 0; n < 100; n++) {
      if (n % 20 === 0) world.server.advance(hourMs)
      await set(opened, assetOf(n))
    }
    world.server.advance(hourMs)
    expect((await request(opened, assetOf(100))).status).toBe(429)
    expect((await request(opened, assetOf(7))).status).toBe(200)
    expect(await list(opened)).toHaveLength(100)
  })
})

describe('claims', () => {
  it('by the frame’s key › release the server key, and add up to the limit', async () => {
    const opened = await createWallet()
    const { id, serverKey, expiresAtMs } = await set(opened)
    expect(await claim(id, '60')).toMatchObject({ status: 200, body: { serverKey, claimed: '60' } })
    expect((await claim(id, '41')).status).toBe(403)
    expect(await claim(id, '40')).toMatchObject({ status: 200, body: { serverKey, claimed: '100' } })
    const refused = await claim(id, '1')
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toContain(serverKey)
    const nowMs = world.server.now()
    expect(await read(id)).toMatchObject({ status: 200, body: { claimed: '100', expiresAtMs, nowMs } })
    expect(await list(opened)).toMatchObject([{ claimed: '100' }])
  })

  it('20 at once › never exceed the limit together', async () => {
    const { id } = await set(await createWallet())
    const results = await Promise.all(Array.from({ length: 20 }, () => claim(id, '30')))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(17).fill(403)])
    expect(await read(id)).toMatchObject({ body: { claimed: '90' } })
  })

  it('latest claim repeated › counts once; under its id another amount › 400', async () => {
    const { id, serverKey } = await set(await createWallet())
    const claimId = 'claim-with-one-id'
    for (let n = 0; n < 3; n++)
      expect(await claim(id, '30', { claimId })).toMatchObject({
        status: 200,
        body: { serverKey, claimed: '30' },
      })
    for (const amount of ['31', '1', '1000']) expect((await claim(id, amount, { claimId })).status).toBe(400)
    expect(await read(id)).toMatchObject({ body: { claimed: '30' } })
  })

  it('another key, of the user’s other devices too › 404, no key, nothing counted', async () => {
    const opened = await createWallet()
    const { id, serverKey } = await set(opened)
    for (const by of [await world.createClient(), opened.vault, opened.frame]) {
      const refused = await claim(id, '1', { by })
      expect(refused.status).toBe(404)
      expect(JSON.stringify(refused.body)).not.toContain(serverKey)
      expect((await read(id, by)).status).toBe(404)
    }
    expect((await claim('unknown-limit-id')).status).toBe(404)
    expect(await read(id)).toMatchObject({ body: { claimed: '0' } })
  })

  it.each([
    ['the widget', { origin: 'https://wallet.example' }],
    ['a site', { origin: site }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no browser', {}],
  ])('call of %s with the frame’s key › 403, nothing counted', async (_, stated) => {
    const { id } = await set(await createWallet())
    const body = { claimId: 'claim-of-another', amount: '1' }
    const path = `/spending-limits/${id}`
    expect((await payer.call('POST', `${path}/claims`, { body, headers: stated })).status).toBe(403)
    expect((await payer.call('GET', path, { headers: stated })).status).toBe(403)
    expect(await read(id)).toMatchObject({ status: 200, body: { claimed: '0' } })
  })

  it('GET on the vault’s own host › browsers state no origin there; a POST without one › 403', async () => {
    payer = await createEmbeddedClient(world.server, vaultOrigin)
    const { id } = await set(await createWallet())
    expect((await payer.call('GET', `/spending-limits/${id}`)).status).toBe(200)
    const foreign = { headers: { origin: 'https://wallet.example' } }
    expect((await payer.call('GET', `/spending-limits/${id}`, foreign)).status).toBe(403)
    const body = { claimId: 'claim-without-origin', amount: '1' }
    expect((await payer.call('POST', `/spending-limits/${id}/claims`, { body })).status).toBe(403)
  })

  it('without a proof, or with one of another call › 401', async () => {
    const { id } = await set(await createWallet())
    const path = `/spending-limits/${id}/claims`
    const body = { claimId: 'claim-without-proof', amount: '1' }
    const used = await payer.proofFor('POST', path)
    expect((await payer.call('POST', path, { body, headers, proof: used })).status).toBe(200)
    for (const proof of [null, used, await payer.proofFor('GET', `/spending-limits/${id}`)])
      expect((await payer.call('POST', path, { body, headers, proof })).status).toBe(401)
  })

  it('amounts that are not above zero, or no number › 400', async () => {
    const { id } = await set(await createWallet())
    for (const amount of ['0', '-1', '00', '1e3', ' 1', '', (2n ** 256n).toString()])
      expect((await claim(id, amount)).status).toBe(400)
    expect(await read(id)).toMatchObject({ body: { claimed: '0' } })
  })

  it('after it expired › 404', async () => {
    const { id } = await set(await createWallet())
    world.server.advance(hourMs - 1)
    expect((await claim(id)).status).toBe(200)
    world.server.advance(1)
    expect([(await claim(id)).status, (await read(id)).status]).toEqual([404, 404])
  })

  it('600 an hour of a user, over all limits, then 429', async () => {
    const opened = await createWallet()
    const [one, other] = [await set(opened), await set(opened, { asset: 'eip155:1/slip44:60' })]
    // The route counts before it claims; the counter is the user's.
    const { counters } = world.server.stores
    for (let n = 0; n < 599; n++)
      await counters.count(`spending claims of ${opened.account.userId}`, 600, hourMs, world.server.now())
    expect((await claim(one.id, '1')).status).toBe(200)
    expect([(await claim(one.id, '1')).status, (await claim(other.id, '1')).status]).toEqual([429, 429])
    world.server.advance(hourMs - 1)
    expect((await read(one.id)).status).toBe(200)
  })
})

describe('end of a limit', () => {
  const statusOf = async (id: string) => [(await claim(id)).status, (await read(id)).status]

  it('revoked by any session of the user › its server key is gone', async () => {
    const opened = await createWallet()
    const [one, other] = [await set(opened), await set(opened, { asset: 'eip155:1/slip44:60' })]
    const eve = await world.openVault('eve@example.org')
    const path = `/spending-limits/${one.id}/revoke`
    expect((await post(eve, path)).status).toBe(404)
    expect((await claim(one.id)).status).toBe(200)
    const { frame, frameToken: token } = opened
    expect((await frame.call('POST', path, { token, body: {} })).status).toBe(200)
    expect(await statusOf(one.id)).toEqual([404, 404])
    expect((await post(opened, path)).status).toBe(404)
    expect((await post(opened, `/spending-limits/${other.id}/revoke`)).status).toBe(200)
    expect(await list(opened)).toEqual([])
    expect((await payer.call('POST', path, { body: {}, headers })).status).toBe(401)
  })

  it('the device that has set it revoked › ends', async () => {
    const opened = await createWallet()
    const { id } = await set(opened)
    expect((await post(opened, `/devices/${await currentDevice(opened)}/revoke`)).status).toBe(200)
    expect(await statusOf(id)).toEqual([404, 404])
  })

  it('another device revoked › stays', async () => {
    const opened = await createWallet()
    const { id } = await set(opened)
    const other = await world.openVault(email)
    expect((await post(other, `/devices/${await currentDevice(other)}/revoke`)).status).toBe(200)
    expect(await statusOf(id)).toEqual([200, 200])
  })

  it('log out on its site › ends there', async () => {
    const opened = await createWallet()
    const { id } = await set(opened)
    const { frame, frameToken: token } = opened
    expect((await frame.call('POST', '/sign-out', { token, body: {} })).status).toBe(200)
    expect(await statusOf(id)).toEqual([404, 404])
  })

  it('session opened by mistake ends on its site › stays', async () => {
    const opened = await createWallet()
    const { id } = await set(opened)
    const { frame, frameToken: token } = opened
    const body = { keepsSpendingLimits: true }
    expect((await frame.call('POST', '/sign-out', { token, body })).status).toBe(200)
    expect((await frame.call('GET', '/account', { token })).status).toBe(401)
    expect(await statusOf(id)).toEqual([200, 200])
  })

  it('user deleted › ends', async () => {
    const opened = await createWallet()
    const { id } = await set(opened)
    await world.stepUp(opened.vault, opened.vaultToken)
    await world.proveWallet(opened.vault, opened.vaultToken, opened.account.userId, keys)
    expect((await post(opened, '/delete', { confirm: 'delete' })).status).toBe(200)
    expect(await statusOf(id)).toEqual([404, 404])
  })
})

it('database › contains no server key of a limit; the log has each change once, without secrets', async () => {
  const opened = await createWallet()
  const { id, serverKey } = await set(opened)
  const claimId = 'claim-in-the-log'
  for (let n = 0; n < 2; n++) await claim(id, '30', { claimId })
  await claim(id, '1000')
  const before = await world.server.dump()
  expect(before).toContain('"sealed_key":"v1.a.')
  await post(opened, `/spending-limits/${id}/revoke`)
  const after = await world.server.dump()
  for (const dump of [before, after]) expect(dump).not.toContain(serverKey)
  const events = [...after.matchAll(/"event":"(spending[\w-]+)","[^}]*"subject":"([\w-]+)"/g)]
  expect(events.map(([, event, subject]) => [event, subject]).toSorted()).toEqual([
    ['spending-claimed', id],
    ['spending-limit-revoked', id],
    ['spending-limit-set', id],
  ])
})
