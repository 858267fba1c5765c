import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { type EmbeddedWorld, openEmbeddedWorld } from '../embedded/testing/embedded-world.ts'
import { createWalletKeys } from '../embedded/testing/wallet-keys.ts'
import { transferLifetimeMs, transfersPerHour } from './embedded-transfer-routes.ts'

const commit = { type: 'commit', version: 1, commitment: 'ab'.repeat(32) }
const key = { type: 'key', publicKey: 'cd'.repeat(65) }
const reveal = { type: 'reveal', publicKey: 'ef'.repeat(65), blinding: '01'.repeat(32) }
const secret = { type: 'secret', sealed: '23'.repeat(44) }

const envelopeSchema = z.object({ id: z.string() })
const startedSchema = z.object({ transfer: z.looseObject({ id: z.string() }) })

let world: EmbeddedWorld
beforeEach(async () => {
  world = await openEmbeddedWorld()
})
afterEach(() => world.server.close())

type Vault = Awaited<ReturnType<EmbeddedWorld['openVault']>>

const post = ({ vault, vaultToken: token }: Vault, path: string, body: object) =>
  vault.call('POST', path, { token, body })
const put = ({ vault, vaultToken: token }: Vault, id: string, message: object) =>
  vault.call('PUT', `/transfers/${id}`, { token, body: { message } })
const read = ({ vault, vaultToken: token }: Vault) => vault.call('GET', '/transfers', { token })
const start = async (device: Vault) =>
  z.parse(startedSchema, (await post(device, '/transfers', { commit })).body).transfer.id

/** Two vaults of a user: the old device has the wallet. */
async function twoDevices(email?: string) {
  const old = await world.openVault(email)
  const keys = await createWalletKeys()
  const { id } = z.parse(envelopeSchema, (await post(old, '/envelopes', { kind: 'device' })).body)
  const signatures = await keys.prove(old.account.userId, id)
  const body = { accounts: keys.accounts, signatures }
  expect((await old.vault.call('PUT', `/envelopes/${id}`, { token: old.vaultToken, body })).status).toBe(200)
  world.server.advance(31_000)
  return { old, device: await world.openVault(email) }
}

describe('transfer', () => {
  it('messages in their order › each device reads those for it, the secret is for the new one', async () => {
    const { old, device } = await twoDevices()
    const id = await start(device)
    expect(await read(old)).toMatchObject({ body: { transfer: { id, isOwn: false, commit } } })
    expect((await put(old, id, key)).status).toBe(200)
    expect(await put(device, id, reveal)).toMatchObject({ body: { transfer: { isOwn: true, key } } })
    expect(await put(old, id, secret)).toMatchObject({ status: 200, body: { transfer: { key, reveal } } })
    expect(JSON.stringify(await read(old))).not.toContain(secret.sealed)
    expect(await read(device)).toMatchObject({ body: { transfer: { secret } } })
    expect((await post(old, `/transfers/${id}/end`, {})).status).toBe(200)
    expect((await read(device)).body).toEqual({})
  })

  it('message out of order, changed, or of the wrong device › refused', async () => {
    const { old, device } = await twoDevices()
    const id = await start(device)
    expect((await put(device, id, reveal)).status).toBe(409)
    expect((await put(device, id, key)).status).toBe(403)
    expect((await put(device, id, secret)).status).toBe(403)
    expect((await put(old, id, key)).status).toBe(200)
    expect((await put(old, id, key)).status).toBe(200)
    expect((await put(old, id, { ...key, publicKey: '00'.repeat(65) })).status).toBe(409)
    expect((await put(old, id, reveal)).status).toBe(403)
    expect((await put(old, id, { ...secret, sealed: 'x' })).status).toBe(400)
  })

  it('10 minutes later, or another one begun › over', async () => {
    const { old, device } = await twoDevices()
    const first = await start(device)
    const second = await start(device)
    expect((await put(old, first, key)).status).toBe(404)
    world.server.advance(transferLifetimeMs)
    expect((await put(old, second, key)).status).toBe(404)
    expect((await read(old)).body).toEqual({})
  })

  it('another user › sees and ends nothing', async () => {
    const { old, device } = await twoDevices()
    const id = await start(device)
    const { old: eve } = await twoDevices('eve@example.org')
    expect((await read(eve)).body).toEqual({})
    expect((await put(eve, id, key)).status).toBe(404)
    await post(eve, `/transfers/${id}/end`, {})
    expect(await read(old)).toMatchObject({ body: { transfer: { id } } })
  })

  it('session of the widget › cannot take part', async () => {
    const { frame: vault, frameToken: vaultToken, ...rest } = (await twoDevices()).device
    const widget = { ...rest, frame: vault, frameToken: vaultToken, vault, vaultToken }
    expect((await read(widget)).status).toBe(403)
    expect((await post(widget, '/transfers', { commit })).status).toBe(403)
    expect((await put(widget, 'any', key)).status).toBe(403)
  })

  it('user without a wallet, and too many › refused', async () => {
    expect((await post(await world.openVault('new@example.org'), '/transfers', { commit })).status).toBe(404)
    const { device } = await twoDevices()
    for (let n = 0; n < transfersPerHour; n++) await start(device)
    expect((await post(device, '/transfers', { commit })).status).toBe(429)
  })
})
