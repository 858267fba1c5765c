import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { type EmbeddedWorld, openEmbeddedWorld } from '../embedded/testing/embedded-world.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const envelopeSchema = z.object({ id: z.string() })
const challengeSchema = z.object({ challenge: z.string() })

let world: EmbeddedWorld
let keys: WalletKeys
beforeEach(async () => {
  world = await openEmbeddedWorld()
  keys = await createWalletKeys()
})
afterEach(() => world.server.close())

/** A user whose wallet has an envelope on the vault's device, and a session of the widget. */
async function createWallet(email = 'ada@example.org', by = keys) {
  const opened = await world.openVault(email)
  const { vault, vaultToken: token, account } = opened
  const body = { kind: 'device' }
  const { id } = z.parse(envelopeSchema, (await vault.call('POST', '/envelopes', { token, body })).body)
  const completion = { accounts: by.accounts, signatures: await by.prove(account.userId, id) }
  expect((await vault.call('PUT', `/envelopes/${id}`, { token, body: completion })).status).toBe(200)
  // The next code for the same address.
  world.server.advance(31_000)
  return { ...opened, envelopeId: id }
}

async function challengeOf(client: EmbeddedClient, token: string): Promise<string> {
  const { body } = await client.call('POST', '/wallet-challenge', { token, body: {} })
  return z.parse(challengeSchema, body).challenge
}

const send = async (client: EmbeddedClient, token: string, body: object) =>
  (await client.call('POST', '/wallet-proof', { token, body })).status

describe('wallet proof of the widget', () => {
  it('signed by the wallet’s keys › the session has control, and still gets no server key', async () => {
    const { frame, frameToken: token, account, envelopeId } = await createWallet()
    const post = async (path: string) => (await frame.call('POST', path, { token, body: {} })).status
    expect(await post(`/envelopes/${envelopeId}/revoke`)).toBe(403)
    expect((await world.proveWallet(frame, token, account.userId, keys)).status).toBe(200)
    expect(await post(`/envelopes/${envelopeId}/key`)).toBe(403)
    expect(await post(`/envelopes/${envelopeId}/revoke`)).toBe(200)
  })

  it('another session of the user › has no control', async () => {
    const { frame, frameToken, vault, vaultToken: token, account, envelopeId } = await createWallet()
    const other = await world.openVault()
    await world.proveWallet(frame, frameToken, account.userId, keys)
    const revocation = { token: other.frameToken, body: {} }
    const path = `/envelopes/${envelopeId}/revoke`
    expect((await other.frame.call('POST', path, revocation)).status).toBe(403)
    expect((await vault.call('POST', `/envelopes/${envelopeId}/key`, { token, body: {} })).status).toBe(200)
  })

  it('challenge of the vault, or of another browser of the user › 400', async () => {
    const { frame, frameToken, vault, vaultToken, account } = await createWallet()
    const other = await world.openVault()
    for (const challenge of [
      await challengeOf(vault, vaultToken),
      await challengeOf(other.frame, other.frameToken),
    ]) {
      const signatures = await keys.prove(account.userId, challenge)
      expect(await send(frame, frameToken, { challenge, signatures })).toBe(400)
    }
  })

  it('challenge of another user in the same browser › 400', async () => {
    const { frame, frameToken, account } = await createWallet()
    await createWallet('eve@example.org', await createWalletKeys())
    const eve = await world.logIn(frame, 'eve@example.org')
    const challenge = await challengeOf(frame, eve.token)
    const signatures = await keys.prove(account.userId, challenge)
    expect(await send(frame, frameToken, { challenge, signatures })).toBe(400)
  })

  it('signatures sent again, or for another challenge › 400', async () => {
    const { frame, frameToken: token, account } = await createWallet()
    const challenge = await challengeOf(frame, token)
    const signatures = await keys.prove(account.userId, challenge)
    const next = await challengeOf(frame, token)
    expect(await send(frame, token, { challenge: next, signatures })).toBe(400)
    expect(await send(frame, token, { challenge, signatures })).toBe(200)
    expect(await send(frame, token, { challenge, signatures })).toBe(400)
  })

  it('signed by other keys › 400, no control', async () => {
    const { frame, frameToken: token, account, envelopeId } = await createWallet()
    const others = await createWalletKeys()
    const challenge = await challengeOf(frame, token)
    const signatures = await others.prove(account.userId, challenge, keys.accounts)
    expect(await send(frame, token, { challenge, signatures })).toBe(400)
    const revocation = { token, body: {} }
    expect((await frame.call('POST', `/envelopes/${envelopeId}/revoke`, revocation)).status).toBe(403)
  })

  it('wallet without accounts › no challenge', async () => {
    const { frame, frameToken: token } = await world.openVault()
    expect((await frame.call('POST', '/wallet-challenge', { token, body: {} })).status).toBe(404)
  })
})
