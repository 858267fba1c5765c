import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emailHoldMs, recoveryLifetimeMs, recoveryWaitMs } from '../embedded/recoveries.ts'
import { createRecoveryCommands } from '../embedded/recovery-commands.ts'
import { createEmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'
import { newPublicKey, openRecoveryWorld, type RecoveryWorld } from '../embedded/testing/recovery-world.ts'

const day = 86_400_000
const email = 'ada@example.org'

let world: RecoveryWorld
beforeEach(async () => {
  world = await openRecoveryWorld()
})
afterEach(() => world.server.close())

const commands = () => createRecoveryCommands(world.server.stores.recoveries, world.server.now)
const answerTo = (id: string, publicKey: string) => ({ id, publicKey, answer: 'A'.repeat(151) })
const read = ({ vault, vaultToken: token }: Session) => vault.call('GET', '/recovery', { token })
type Session = Awaited<ReturnType<RecoveryWorld['openVault']>>
const events = async (userId: string) =>
  (await world.server.stores.auditEvents.list(userId, 100)).map(({ event }) => event)
/** Path and query of the link in the last mail. */
const linkInMail = () => /https:\/\/wallet\.example(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
const open = (path: string, init?: RequestInit) =>
  world.server.app.request(`https://wallet.example${path}`, { headers: { host: 'wallet.example' }, ...init })

/** A request that the operator has answered. */
async function answered() {
  const requested = await world.requested()
  world.server.advance(recoveryWaitMs)
  expect(await commands().answer([answerTo(requested.id, requested.publicKey)])).toEqual([])
  return requested
}

describe('recovery with the operator', () => {
  it('request › names device and times, mails the link, is in the log and in every account', async () => {
    const { device, old, id, publicKey } = await world.requested()
    const now = world.server.now()
    const request = { id, publicKey, opensAtMs: now + recoveryWaitMs, expiresAtMs: now + recoveryLifetimeMs }
    expect(await read(device)).toMatchObject({
      body: { request: { ...request, isOwn: true, isAnswered: false } },
    })
    expect(await read(old)).toMatchObject({ body: { request: { ...request, isOwn: false } } })
    for (const [client, token] of [
      [old.frame, old.frameToken],
      [old.vault, old.vaultToken],
    ] as const)
      expect(await client.call('GET', '/account', { token })).toMatchObject({
        body: { recovery: 'requested' },
      })
    const mail = world.mails.at(-1)
    expect(mail).toMatchObject({ to: email, subject: 'A recovery of your wallet was requested' })
    expect(mail?.text).toContain(new Date(now + recoveryWaitMs).toUTCString())
    expect(await events(old.account.userId)).toContain('recovery-requested')
  })

  it('export › only after 72 hours, and not once it is cancelled', async () => {
    const { device, id } = await world.requested()
    world.server.advance(recoveryWaitMs - 1)
    expect(await commands().exportDue()).toEqual([])
    world.server.advance(1)
    expect(await commands().exportDue()).toMatchObject([{ id, userId: device.account.userId }])
    expect(await events(device.account.userId)).toContain('recovery-exported')
    expect((await world.post(device, `/recovery/requests/${id}/cancel`)).status).toBe(200)
    expect(await commands().exportDue()).toEqual([])
  })

  it('answer › before 72 hours, after a cancellation, after 30 days › refused', async () => {
    const { old, device, id, publicKey } = await world.requested()
    const answers = [answerTo(id, publicKey)]
    world.server.advance(recoveryWaitMs - 1)
    expect(await commands().answer(answers)).toEqual([id])
    world.server.advance(1)
    const { frame, frameToken: token } = old
    expect((await frame.call('POST', `/recovery/requests/${id}/cancel`, { token, body: {} })).status).toBe(
      200,
    )
    expect(await commands().answer(answers)).toEqual([id])
    const { id: later } = await world.request(device, email, publicKey)
    world.server.advance(recoveryLifetimeMs)
    expect(await commands().answer([answerTo(later, publicKey)])).toEqual([later])
  })

  it('server key › released after the answer, to the device that asked, with a step-up only', async () => {
    const { old, device, id, publicKey, envelopeId } = await world.requested()
    const key = (session: Session) => world.post(session, `/recovery/requests/${id}/key`)
    expect((await key(device)).status).toBe(404)
    world.server.advance(recoveryWaitMs)
    expect((await key(device)).status).toBe(404)
    await commands().answer([answerTo(id, publicKey)])
    expect((await key(device)).status).toBe(403)
    await world.stepUp(device.vault, device.vaultToken)
    await world.stepUp(old.vault, old.vaultToken)
    expect((await key(old)).status).toBe(404)
    const other = await world.openVault(email)
    expect((await key(other)).status).toBe(404)
    expect(await key(device)).toMatchObject({ status: 200, body: { envelopeId, answer: 'A'.repeat(151) } })
    // Not by the endpoint of other envelopes, before or after the answer.
    for (const session of [old, device])
      expect((await world.post(session, `/envelopes/${envelopeId}/key`)).status).toBe(403)
  })

  it('request of another user › not read, cancelled, used or completed', async () => {
    const { id } = await answered()
    world.server.advance(31_000)
    const { old: eve } = await world.assistedWallet('eve@example.org')
    expect((await read(eve)).body).toEqual({ operatorKey: world.recoveryKey.publicKey })
    for (const path of ['cancel', 'key', 'complete'])
      expect((await world.post(eve, `/recovery/requests/${id}/${path}`)).status).toBe(404)
  })

  it('completion › by the device with the keys of the wallet › over, its envelope has no key', async () => {
    const { old, device, keys, id, envelopeId } = await answered()
    const complete = (session: Session) => world.post(session, `/recovery/requests/${id}/complete`)
    expect((await complete(device)).status).toBe(403)
    for (const { vault, vaultToken } of [old, device])
      await world.proveWallet(vault, vaultToken, device.account.userId, keys)
    expect((await complete(old)).status).toBe(404)
    expect(await complete(device)).toMatchObject({ status: 200, body: { account: { recovery: 'offered' } } })
    expect((await complete(device)).status).toBe(404)
    expect(await events(device.account.userId)).toContain('recovery-completed')
    expect(await world.server.stores.envelopes.find(device.account.userId, envelopeId)).toBeUndefined()
  })

  it('two devices at once › one request, the other gets 409', async () => {
    await world.assistedWallet()
    const devices = [await world.openVault(email)]
    world.server.advance(31_000)
    devices.push(await world.openVault(email))
    const results: number[] = []
    // Each device has its own code; both use it at the same time.
    const codes: object[] = []
    for (const device of devices) {
      const sent = await world.post(device, '/recovery/codes')
      codes.push({ codeId: Object(sent.body).id, code: world.codeTo(email), publicKey: await newPublicKey() })
    }
    await Promise.all(
      devices.map(async (device, n) => {
        results.push((await world.post(device, '/recovery', codes[n])).status)
      }),
    )
    expect(results.toSorted()).toEqual([200, 409])
    const [first] = devices
    expect(first && (await world.post(first, '/recovery/codes')).status).toBe(409)
  })

  it('code › of another purpose, device or twice › refused', async () => {
    await world.assistedWallet()
    const device = await world.openVault(email)
    const publicKey = await newPublicKey()
    const stepUp = Object((await world.post(device, '/step-up')).body)
    const by = (codeId: string) => ({ codeId, code: world.codeTo(email), publicKey })
    expect((await world.post(device, '/recovery', by(stepUp.id))).status).toBe(404)
    world.server.advance(31_000)
    const sent = Object((await world.post(device, '/recovery/codes')).body)
    const body = by(sent.id)
    world.server.advance(31_000)
    expect((await world.post(await world.openVault(email), '/recovery', body)).status).toBe(404)
    expect((await world.post(device, '/recovery', { ...body, code: '000000' })).status).toBe(400)
    expect((await world.post(device, '/recovery', body)).status).toBe(200)
    expect((await world.post(device, '/recovery', body)).status).toBe(409)
  })

  it('address changed within 24 hours › no request, then again', async () => {
    const { old, keys } = await world.assistedWallet()
    await world.proveWallet(old.vault, old.vaultToken, old.account.userId, keys)
    const sent = await world.post(old, '/email', { email: 'new@example.org', site })
    expect(sent.status).toBe(200)
    const code = world.codeTo('new@example.org')
    expect((await world.post(old, `/email/${Object(sent.body).id}`, { code })).status).toBe(200)
    expect((await world.post(old, '/recovery/codes')).status).toBe(403)
    world.server.advance(emailHoldMs - 1)
    expect((await world.request(old, 'new@example.org')).status).toBe(403)
    world.server.advance(1)
    expect((await world.request(old, 'new@example.org')).status).toBe(200)
  })

  it('mail server that takes no notice › 503, nothing is requested', async () => {
    await world.assistedWallet()
    const device = await world.openVault(email)
    const sent = Object((await world.post(device, '/recovery/codes')).body)
    const body = { codeId: sent.id, code: world.codeTo(email), publicKey: await newPublicKey() }
    world.sendMailsBy(async () => {
      throw new Error('connection refused')
    })
    expect((await world.post(device, '/recovery', body)).status).toBe(503)
    expect((await read(device)).body).toEqual({ operatorKey: world.recoveryKey.publicKey })
    world.server.advance(recoveryWaitMs)
    expect(await commands().exportDue()).toEqual([])
  })

  it('six requests in a day › the sixth gets 429', async () => {
    await world.assistedWallet()
    const device = await world.openVault(email)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      world.server.advance(3_600_000)
      const { status, id } = await world.request(device)
      statuses.push(status)
      if (id !== '') await world.post(device, `/recovery/requests/${id}/cancel`)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('session of the widget › requests, opens and completes nothing, but cancels', async () => {
    const { old, id } = await answered()
    const { frame, frameToken: token } = old
    for (const path of [
      '/recovery/codes',
      `/recovery/requests/${id}/key`,
      `/recovery/requests/${id}/complete`,
    ])
      expect((await frame.call('POST', path, { token, body: {} })).status).toBe(403)
    expect((await frame.call('POST', `/recovery/requests/${id}/cancel`, { token, body: {} })).status).toBe(
      200,
    )
  })
})

describe('link that cancels', () => {
  it('GET and HEAD › show the page, and change nothing; POST cancels once', async () => {
    const { device } = await world.requested()
    const link = linkInMail()
    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('Cancel the recovery')
    await open(link, { method: 'HEAD' })
    expect(await read(device)).toMatchObject({ body: { request: { isOwn: true } } })
    const token = new URL(link, 'https://wallet.example').searchParams.get('token') ?? ''
    const cancel = () =>
      open('/embedded/v1/recovery/cancel', {
        method: 'POST',
        headers: { host: 'wallet.example', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
      })
    expect((await cancel()).status).toBe(200)
    expect((await read(device)).body).not.toHaveProperty('request')
    expect((await cancel()).status).toBe(404)
    expect((await open(link)).status).toBe(404)
    expect(await events(device.account.userId)).toContain('recovery-cancelled')
  })

  it('token › not in the database, unknown ones are over, not on the vault’s host', async () => {
    await world.requested()
    const link = linkInMail()
    const token = new URL(link, 'https://wallet.example').searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await world.server.dump()).not.toContain(token)
    for (const other of ['0'.repeat(64), '<b>', ''])
      expect((await open(`/embedded/v1/recovery/cancel?token=${encodeURIComponent(other)}`)).status).toBe(404)
  })
})

describe('envelope that the operator can open', () => {
  it('another key of the operator, or no factor › refused', async () => {
    const { keys } = await world.assistedWallet('first@example.org')
    const old = await world.openVault()
    const { id } = Object((await world.post(old, '/envelopes', { kind: 'assisted' })).body)
    const signatures = await keys.prove(old.account.userId, id)
    const put = (factor?: object) =>
      old.vault.call('PUT', `/envelopes/${id}`, {
        token: old.vaultToken,
        body: { sealed: 'E'.repeat(60), accounts: keys.accounts, signatures, ...(factor && { factor }) },
      })
    const sealed = 'F'.repeat(151)
    expect((await put({ keyId: '0'.repeat(64), sealed })).status).toBe(403)
    expect((await put()).status).toBe(400)
    expect((await put({ keyId: world.recoveryKey.id, sealed: 'F'.repeat(150) })).status).toBe(400)
    expect((await put({ keyId: world.recoveryKey.id, sealed })).status).toBe(200)
  })

  it('created without a step-up › 403', async () => {
    const old = await world.openVault()
    world.server.advance(300_000)
    expect((await world.post(old, '/envelopes', { kind: 'assisted' })).status).toBe(403)
  })

  it('removed › deletes its key and the request that waits for it', async () => {
    const { old, device, keys, envelopeId } = await world.requested()
    await world.proveWallet(old.vault, old.vaultToken, old.account.userId, keys)
    expect((await world.post(old, `/envelopes/${envelopeId}/revoke`)).status).toBe(200)
    expect((await read(device)).body).not.toHaveProperty('request')
    world.server.advance(day)
    expect((await world.request(device)).status).toBe(404)
  })
})

it('operator without a key › no endpoint, no page, no envelope, nothing in the account', async () => {
  const plain = await openEmbeddedWorld()
  const { vault, vaultToken: token } = await plain.openVault()
  expect((await vault.call('GET', '/account', { token })).body).not.toHaveProperty('recovery')
  expect((await vault.call('GET', '/recovery', { token })).status).toBe(501)
  const body = { kind: 'assisted' }
  expect((await vault.call('POST', '/envelopes', { token, body })).status).toBe(501)
  for (const path of [
    '/recovery/codes',
    '/recovery/requests/aaaaaaaaaaaaaaaa/key',
    '/recovery/requests/aaaaaaaaaaaaaaaa/cancel',
  ])
    expect((await vault.call('POST', path, { token, body: {} })).status).toBe(501)
  const client = await createEmbeddedClient(plain.server)
  expect(
    (await client.call('GET', '/recovery/cancel', { proof: null }).catch(() => ({ status: 404 }))).status,
  ).toBe(404)
  await plain.server.close()
})
