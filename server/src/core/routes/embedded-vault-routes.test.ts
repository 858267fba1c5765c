import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { envelopeLimits } from '../../ports/stores/envelopes.ts'
import { testAudit, testEnvelope } from '../../store/testing/embedded-user-suite.ts'
import { stepUpLifetimeMs } from '../embedded/sessions.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import {
  type EmbeddedWorld,
  openEmbeddedWorld,
  site,
  ticketSchema,
  vaultHeaders,
} from '../embedded/testing/embedded-world.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const email = 'ada@example.org'
const sealed = 'A'.repeat(80)

const accountSchema = z.object({
  envelopes: z.array(z.object({ kind: z.string(), isComplete: z.boolean() })),
})
const envelopeSchema = z.object({ id: z.string(), serverKey: z.string() })
const devicesSchema = z.object({
  devices: z.array(z.looseObject({ id: z.string(), kind: z.string(), isCurrent: z.boolean() })),
})

let world: EmbeddedWorld
let keys: WalletKeys
beforeEach(async () => {
  world = await openEmbeddedWorld()
  keys = await createWalletKeys()
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>

const createEnvelope = async ({ vault, vaultToken: token }: Opened, kind: string) =>
  z.parse(envelopeSchema, (await vault.call('POST', '/envelopes', { token, body: { kind } })).body)

/** Completes an envelope by the wallet's keys. */
async function complete(
  { vault, vaultToken: token, account }: Opened,
  id: string,
  { by = keys, ...change }: { readonly by?: WalletKeys; readonly sealed?: string } & object = {},
) {
  const signatures = await by.prove(account.userId, id)
  return vault.call('PUT', `/envelopes/${id}`, {
    token,
    body: { accounts: by.accounts, signatures, ...change },
  })
}

const keyOf = (client: EmbeddedClient, token: string, id: string) =>
  client.call('POST', `/envelopes/${id}/key`, { token, body: {} })

/** A user whose wallet has an envelope on the vault's device. */
async function createWallet(address = email) {
  const opened = await world.openVault(address)
  const { id, serverKey } = await createEnvelope(opened, 'device')
  const completed = await complete(opened, id)
  expect(completed.status).toBe(200)
  world.server.advance(stepUpLifetimeMs)
  return { ...opened, id, serverKey }
}

/** Another vault of the same user: a new device. */
async function openOtherVault() {
  const opened = await world.openVault()
  world.server.advance(stepUpLifetimeMs)
  return opened
}

const stepUp = async ({ vault, vaultToken }: Opened) => {
  expect((await world.stepUp(vault, vaultToken)).status).toBe(200)
}

const proveWallet = async ({ vault, vaultToken, account }: Opened, by = keys) =>
  (await world.proveWallet(vault, vaultToken, account.userId, by)).status

const list = async ({ vault, vaultToken: token }: Opened) =>
  z.parse(devicesSchema, (await vault.call('GET', '/devices', { token })).body).devices

describe('envelopes', () => {
  it('device › completed › states the accounts, and its key is released to its device', async () => {
    const { vault, vaultToken, frame, frameToken, id, serverKey } = await createWallet()
    const { body } = await frame.call('GET', '/account', { token: frameToken })
    expect(body).toMatchObject({
      accounts: keys.accounts,
      envelopes: [{ id, kind: 'device', isComplete: true }],
    })
    expect(await keyOf(vault, vaultToken, id)).toMatchObject({ status: 200, body: { serverKey } })
    expect(JSON.stringify(body)).not.toContain(serverKey)
  })

  it('session of the widget › creates, completes and opens no envelope', async () => {
    const wallet = await createWallet()
    const { frame, frameToken: token, id } = wallet
    expect((await frame.call('POST', '/envelopes', { token, body: { kind: 'device' } })).status).toBe(403)
    expect((await complete({ ...wallet, vault: frame, vaultToken: token }, id)).status).toBe(403)
    expect((await keyOf(frame, token, id)).status).toBe(403)
  })

  it('another device of the same user › gets no key of the device', async () => {
    const { id } = await createWallet()
    const other = await openOtherVault()
    await stepUp(other)
    expect((await keyOf(other.vault, other.vaultToken, id)).status).toBe(404)
    expect((await complete(other, id)).status).toBe(404)
  })

  it('another user › finds no envelope', async () => {
    const { id } = await createWallet()
    const eve = await world.openVault('eve@example.org')
    expect((await keyOf(eve.vault, eve.vaultToken, id)).status).toBe(404)
    expect((await complete(eve, id)).status).toBe(404)
    world.server.advance(31_000)
    expect((await world.stepUp(eve.vault, eve.vaultToken, 'eve@example.org')).status).toBe(200)
    const revocation = { token: eve.vaultToken, body: {} }
    expect((await eve.vault.call('POST', `/envelopes/${id}/revoke`, revocation)).status).toBe(404)
  })

  it('recovery › key and sealed text only within 5 minutes of a step-up', async () => {
    const wallet = await createWallet()
    const { id, serverKey } = await createEnvelope(wallet, 'recovery')
    expect((await complete(wallet, id, { sealed })).status).toBe(200)
    const other = await openOtherVault()
    expect((await keyOf(other.vault, other.vaultToken, id)).status).toBe(403)
    await stepUp(other)
    world.server.advance(stepUpLifetimeMs - 1)
    expect(await keyOf(other.vault, other.vaultToken, id)).toMatchObject({
      status: 200,
      body: { serverKey, sealed },
    })
    world.server.advance(1)
    expect((await keyOf(other.vault, other.vaultToken, id)).status).toBe(403)
  })

  it('other accounts than the wallet has › 409, nothing changed', async () => {
    const wallet = await createWallet()
    const { id } = await createEnvelope(wallet, 'recovery')
    const others = await createWalletKeys()
    expect((await complete(wallet, id, { by: others, sealed })).status).toBe(409)
    const { body } = await wallet.vault.call('GET', '/account', { token: wallet.vaultToken })
    expect(body).toMatchObject({
      accounts: keys.accounts,
      envelopes: [{ kind: 'device' }, { isComplete: false }],
    })
  })

  it('thief of a login creates envelopes for days › the owner’s code, account and devices work', async () => {
    const wallet = await createWallet()
    const begun = await createEnvelope(wallet, 'recovery')
    const thief = await openOtherVault()
    const create = async ({ vault, vaultToken: token }: Opened) =>
      (await vault.call('POST', '/envelopes', { token, body: { kind: 'recovery' } })).status
    for (let n = 0; n < 20; n++) expect(await create(thief)).toBe(200)
    expect(await create(thief)).toBe(429)
    // The owner's login has a count of its own, and keeps what it has begun.
    expect(await create(wallet)).toBe(200)
    expect((await complete(wallet, begun.id, { sealed })).status).toBe(200)
    for (let hour = 0; hour < 4; hour++) {
      world.server.advance(3_600_000)
      for (let n = 0; n < 20; n++) expect(await create(thief)).toBe(200)
    }
    const { vault, vaultToken: token } = wallet
    const { status, body } = await vault.call('GET', '/account', { token })
    const { envelopes } = z.parse(accountSchema, body)
    expect([status, envelopes.length]).toEqual([200, 7])
    expect(envelopes.slice(0, 2)).toEqual([
      { kind: 'recovery', isComplete: true },
      { kind: 'device', isComplete: true },
    ])
    expect((await keyOf(vault, token, wallet.id)).status).toBe(200)
  })

  it('incomplete › of another device of the user › 404', async () => {
    const wallet = await createWallet()
    const { id } = await createEnvelope(wallet, 'recovery')
    expect((await complete(await openOtherVault(), id, { sealed })).status).toBe(404)
    expect((await complete(wallet, id, { sealed })).status).toBe(200)
  })

  it('as many complete as a user may have › 429, the account is readable', async () => {
    const wallet = await createWallet()
    const { id } = await createEnvelope(wallet, 'recovery')
    const { envelopes } = world.server.stores
    for (let n = 0; n < envelopeLimits.complete; n++) {
      const envelope = { id: `recovery-code-number-${n}`, userId: wallet.account.userId }
      await envelopes.add(
        testEnvelope({ ...envelope, kind: 'recovery', deviceId: undefined }),
        testAudit(`a${n}`),
      )
      await envelopes.complete({ ...envelope, sealed }, keys.accounts, testAudit(`c${n}`))
    }
    const { vault, vaultToken: token } = wallet
    expect((await complete(wallet, id, { sealed })).status).toBe(429)
    const body = { kind: 'recovery' }
    expect((await vault.call('POST', '/envelopes', { token, body })).status).toBe(429)
    expect((await vault.call('GET', '/account', { token })).status).toBe(200)
    await createEnvelope(wallet, 'device')
  })

  it('completed again with another text › 404, the same › 200', async () => {
    const wallet = await createWallet()
    const { id } = await createEnvelope(wallet, 'recovery')
    await complete(wallet, id, { sealed })
    expect((await complete(wallet, id, { sealed: 'B'.repeat(80) })).status).toBe(404)
    expect((await complete(wallet, id, { sealed })).status).toBe(200)
  })

  it('text for a device, none for a recovery › 400', async () => {
    const opened = await world.openVault()
    const device = await createEnvelope(opened, 'device')
    expect((await complete(opened, device.id, { sealed })).status).toBe(400)
    const recovery = await createEnvelope(opened, 'recovery')
    expect((await complete(opened, recovery.id)).status).toBe(400)
  })

  it('revoked › opens never again; needs a step-up and the wallet’s keys', async () => {
    const wallet = await createWallet()
    const { vault, vaultToken: token, id } = wallet
    const revoke = () => vault.call('POST', `/envelopes/${id}/revoke`, { token, body: {} })
    expect((await revoke()).status).toBe(403)
    await stepUp(wallet)
    expect((await revoke()).status).toBe(403)
    expect(await proveWallet(wallet)).toBe(200)
    expect(await revoke()).toMatchObject({ status: 200, body: { account: { envelopes: [] } } })
    expect((await keyOf(vault, token, id)).status).toBe(404)
    expect((await revoke()).status).toBe(404)
  })

  it('keys › 60 an hour, then 429', async () => {
    const { vault, vaultToken, id } = await createWallet()
    const statuses: number[] = []
    for (let n = 0; n <= 60; n++) statuses.push((await keyOf(vault, vaultToken, id)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })

  it('keys › used up by the thief of a login › released to the owner’s login', async () => {
    const wallet = await createWallet()
    const thief = await openOtherVault()
    const { id } = await createEnvelope(thief, 'device')
    for (let n = 0; n < 60; n++) expect((await keyOf(thief.vault, thief.vaultToken, id)).status).toBe(200)
    expect((await keyOf(thief.vault, thief.vaultToken, id)).status).toBe(429)
    expect((await keyOf(wallet.vault, wallet.vaultToken, wallet.id)).status).toBe(200)
  })
})

describe('wallet proof', () => {
  it('hacked e-mail account › revokes nothing, completes no envelope', async () => {
    const wallet = await createWallet()
    const thief = await openOtherVault()
    await stepUp(thief)
    const { vault, vaultToken: token } = thief
    const post = async (path: string, body = {}) => (await vault.call('POST', path, { token, body })).status
    const devices = await list(thief)
    for (const { id, isCurrent } of devices)
      if (!isCurrent) expect(await post(`/devices/${id}/revoke`)).toBe(403)
    expect(await post(`/envelopes/${wallet.id}/revoke`)).toBe(403)
    const { id } = await createEnvelope(thief, 'device')
    const own = await createWalletKeys()
    const signatures = await own.prove(thief.account.userId, id, keys.accounts)
    const body = { accounts: keys.accounts, signatures }
    expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(400)
    expect(await proveWallet(thief, own)).toBe(400)
    expect((await keyOf(wallet.vault, wallet.vaultToken, wallet.id)).status).toBe(200)
  })

  it.each(['eip155', 'solana', 'polkadot'] as const)('%s signed by another key › 400', async (namespace) => {
    const opened = await world.openVault()
    const { vault, vaultToken: token, account } = opened
    const { id } = await createEnvelope(opened, 'device')
    const [own, other] = [await keys.prove(account.userId, id), await createWalletKeys()]
    const foreign = await other.prove(account.userId, id, keys.accounts)
    const body = { accounts: keys.accounts, signatures: { ...own, [namespace]: foreign[namespace] } }
    expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(400)
    expect((await complete(opened, id)).status).toBe(200)
  })

  it('proof of another envelope or user › 400', async () => {
    const opened = await world.openVault()
    const { vault, vaultToken: token, account } = opened
    const { id } = await createEnvelope(opened, 'device')
    const { id: other } = await createEnvelope(opened, 'device')
    for (const signatures of [
      await keys.prove(account.userId, other),
      await keys.prove('another-user-id-1', id),
    ]) {
      const body = { accounts: keys.accounts, signatures }
      expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(400)
    }
  })

  it('challenge used twice, or after 5 minutes › 400; the proof lasts 5 minutes', async () => {
    const wallet = await createWallet()
    const { vault, vaultToken: token, account } = wallet
    const newChallenge = async () =>
      Object((await vault.call('POST', '/wallet-challenge', { token, body: {} })).body).challenge
    const prove = async (challenge: string) => {
      const signatures = await keys.prove(account.userId, challenge)
      return (await vault.call('POST', '/wallet-proof', { token, body: { challenge, signatures } })).status
    }
    const [once, late] = [await newChallenge(), await newChallenge()]
    expect(await prove(once)).toBe(200)
    expect(await prove(once)).toBe(400)
    await stepUp(wallet)
    world.server.advance(stepUpLifetimeMs)
    expect(await prove(late)).toBe(400)
    await stepUp(wallet)
    const revocation = { token, body: {} }
    expect((await vault.call('POST', `/envelopes/${wallet.id}/revoke`, revocation)).status).toBe(403)
  })

  it('wallet without accounts › no challenge', async () => {
    const { vault, vaultToken: token } = await world.openVault()
    expect((await vault.call('POST', '/wallet-challenge', { token, body: {} })).status).toBe(404)
  })
})

describe('devices', () => {
  it('list › every device, the current one marked, with site and browser', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const opened = await world.openVault()
    expect(await list(opened)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'vault', isCurrent: true, name: 'Unknown browser' }),
        expect.objectContaining({ kind: 'frame', isCurrent: false, site }),
      ]),
    )
    world.server.advance(31_000)
    const client = await world.createClient()
    const { id } = await world.requestCode(client, email)
    const body = { code: world.codeTo(email), site }
    await client.call('POST', `/codes/${id}`, { body, headers: { 'user-agent': firefox } })
    expect(await list(opened)).toContainEqual(expect.objectContaining({ name: 'Firefox on Linux' }))
  })

  it('revoked › its session, its key and its tickets are worth nothing', async () => {
    const wallet = await createWallet()
    const other = await openOtherVault()
    const target = (await list(wallet)).find(({ isCurrent }) => isCurrent)
    const revoke = (by: Opened) =>
      by.vault.call('POST', `/devices/${target?.id}/revoke`, { token: by.vaultToken, body: {} })
    expect((await revoke(other)).status).toBe(403)
    await stepUp(other)
    expect((await revoke(other)).status).toBe(403)
    await proveWallet(other)
    const issued = await wallet.frame.call('POST', '/tickets', { token: wallet.frameToken, body: {} })
    expect(issued.status).toBe(200)
    expect((await revoke(other)).status).toBe(200)
    const exchange = { body: ticketSchema.parse(issued.body), headers: vaultHeaders }
    expect((await wallet.vault.call('POST', '/vault-session', exchange)).status).toBe(404)
    expect((await keyOf(wallet.vault, wallet.vaultToken, wallet.id)).status).toBe(401)
    expect((await wallet.vault.call('GET', '/account', { token: wallet.vaultToken })).status).toBe(401)
    const { body } = await other.vault.call('GET', '/account', { token: other.vaultToken })
    expect(body).toMatchObject({ accounts: keys.accounts, envelopes: [] })
    expect((await revoke(other)).status).toBe(404)
  })

  it('of another user › 404', async () => {
    const wallet = await createWallet()
    const target = (await list(wallet)).find(({ isCurrent }) => isCurrent)
    const eve = await world.openVault('eve@example.org')
    world.server.advance(31_000)
    await world.stepUp(eve.vault, eve.vaultToken, 'eve@example.org')
    const options = { token: eve.vaultToken, body: {} }
    expect((await eve.vault.call('POST', `/devices/${target?.id}/revoke`, options)).status).toBe(404)
    expect((await keyOf(wallet.vault, wallet.vaultToken, wallet.id)).status).toBe(200)
  })

  it('current device › revocable without a step-up', async () => {
    const wallet = await createWallet()
    const { vault, vaultToken: token } = wallet
    const target = (await list(wallet)).find(({ isCurrent }) => isCurrent)
    expect((await vault.call('POST', `/devices/${target?.id}/revoke`, { token, body: {} })).status).toBe(200)
    expect((await vault.call('GET', '/account', { token })).status).toBe(401)
  })
})

it('audit › every change and every release of a key, without secrets', async () => {
  const wallet = await createWallet()
  await keyOf(wallet.vault, wallet.vaultToken, wallet.id)
  await stepUp(wallet)
  await proveWallet(wallet)
  const { vault, vaultToken: token, id } = wallet
  await vault.call('POST', `/envelopes/${id}/revoke`, { token, body: {} })
  await vault.call('POST', '/sign-out', { token, body: {} })
  const events = [...(await world.server.dump()).matchAll(/"event":"([\w-]+)"/g)].map(([, event]) => event)
  expect(events.sort()).toEqual([
    ...['envelope-completed', 'envelope-created', 'envelope-key-released', 'envelope-revoked'],
    ...['login', 'signed-out', 'stepped-up', 'vault-opened', 'wallet-proved', 'wallet-proved'],
  ])
})
