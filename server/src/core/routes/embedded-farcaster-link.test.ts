import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { farcasterReadIntervalMs } from '../embedded/farcaster.ts'
import { stepUpLifetimeMs } from '../embedded/sessions.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { site } from '../embedded/testing/embedded-world.ts'
import {
  createFarcasterAccount,
  createMemoryRegistries,
  type FarcasterWorld,
  openFarcasterWorld,
} from '../embedded/testing/farcaster-world.ts'
import { createWalletKeys } from '../embedded/testing/wallet-keys.ts'

const idSchema = z.object({ id: z.string() })
const begunSchema = z.looseObject({ id: z.string(), url: z.string() })
const loginSchema = z.object({ account: z.looseObject({ userId: z.string() }) })

let registries: ReturnType<typeof createMemoryRegistries>
let world: FarcasterWorld
let client: EmbeddedClient
const ada = createFarcasterAccount(3_621, 'ada')

beforeEach(async () => {
  registries = createMemoryRegistries()
  registries.setOwner(ada.fid, ada.address)
  world = await openFarcasterWorld(registries.rpc)
  client = await world.createClient()
})
afterEach(() => world.close())

const requestLink = (token: string, of = client) =>
  of.call('POST', '/identities/farcaster', { token, body: { site } })

/** Begins a link, which must succeed. */
const beginLink = async (token: string) => z.parse(begunSchema, (await requestLink(token)).body)

function readLink(token: string, id: string, of = client) {
  world.server.advance(farcasterReadIntervalMs)
  return of.call('GET', `/identities/farcaster/${id}`, { token })
}

async function logIn(account = ada) {
  const browser = await world.createClient()
  const { id, url } = await world.begin(browser)
  await world.phone.approve(url, account)
  return z.parse(loginSchema, (await world.poll(browser, id)).body).account
}

describe('link of a Farcaster account', () => {
  it('phone approves › the account logs in the user', async () => {
    const { token, account } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    expect(await readLink(token, id)).toMatchObject({ status: 200, body: { is: 'waiting' } })
    await world.phone.approve(url, ada)
    expect(await readLink(token, id)).toMatchObject({
      status: 200,
      body: {
        is: 'completed',
        account: { identities: [{ provider: 'email' }, { provider: 'farcaster', name: 'ada' }] },
      },
    })
    expect((await logIn()).userId).toBe(account.userId)
    expect(await world.server.dump()).toMatch(/"event":"identity-linked",.*"subject":"farcaster"/)
  })

  it('linked › the user’s e-mail address gets a notice', async () => {
    const { token } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada)
    await readLink(token, id)
    expect(world.mails.at(-1)).toMatchObject({
      to: 'ada@example.org',
      subject: 'An account was added to your wallet',
      text: expect.stringContaining('An account of Farcaster'),
    })
  })

  it('phone signs another message › failed, not linked', async () => {
    const { token, account } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada, { domain: 'shop.example' })
    expect(await readLink(token, id)).toMatchObject({ body: { is: 'failed', reason: 'invalid-message' } })
    expect((await logIn()).userId).not.toBe(account.userId)
  })

  it('account of another user › 409, nothing changed', async () => {
    const { userId } = await logIn()
    const { token } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada)
    expect(await readLink(token, id)).toMatchObject({ status: 409 })
    expect((await logIn()).userId).toBe(userId)
  })

  it('5 minutes after the login › neither begins nor completes a link', async () => {
    const { token } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada)
    world.server.advance(stepUpLifetimeMs)
    expect(await requestLink(token)).toMatchObject({ status: 403 })
    expect(await readLink(token, id)).toMatchObject({ status: 403 })
  })

  it('hacked e-mail account of a user with a wallet › links nothing', async () => {
    const { vault, vaultToken, account } = await world.openVault()
    const keys = await createWalletKeys()
    const created = await vault.call('POST', '/envelopes', { token: vaultToken, body: { kind: 'device' } })
    const { id } = z.parse(idSchema, created.body)
    const body = { accounts: keys.accounts, signatures: await keys.prove(account.userId, id) }
    await vault.call('PUT', `/envelopes/${id}`, { token: vaultToken, body })
    world.server.advance(31_000)
    const { token } = await world.logIn(client)
    expect(await requestLink(token)).toMatchObject({ status: 403 })
  })

  it('attempt of a login read as a link, and the reverse › unknown', async () => {
    const { token } = await world.logIn(client)
    const login = await world.begin(client)
    const link = await beginLink(token)
    for (const { url } of [login, link]) await world.phone.approve(url, ada)
    expect(await readLink(token, login.id)).toMatchObject({ status: 404 })
    expect(await world.poll(client, link.id)).toMatchObject({ status: 404 })
    expect(await readLink(token, link.id)).toMatchObject({ status: 200, body: { is: 'completed' } })
  })

  it('another user on the same browser › the attempt is unknown', async () => {
    const { token } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada)
    const other = await world.logIn(client, 'bob@example.org')
    expect(await readLink(other.token, id)).toMatchObject({ status: 404 })
  })

  it('another device of the user › the attempt is unknown', async () => {
    const { token } = await world.logIn(client)
    const { id, url } = await beginLink(token)
    await world.phone.approve(url, ada)
    world.server.advance(31_000)
    const device = await world.createClient()
    const session = await world.logIn(device)
    expect(await readLink(session.token, id, device)).toMatchObject({ status: 404 })
  })
})
