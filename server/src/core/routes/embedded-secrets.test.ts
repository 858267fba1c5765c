import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { createSecretBox } from '../../adapters/secret-box/secret-box.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { testAudit } from '../../store/testing/embedded-user-suite.ts'
import { recoveryWaitMs } from '../embedded/recoveries.ts'
import { createRecoveryCommands } from '../embedded/recovery-commands.ts'
import { keyOf, site } from '../embedded/testing/embedded-world.ts'
import { newPublicKey, openRecoveryWorld, type RecoveryWorld } from '../embedded/testing/recovery-world.ts'
import { envelopeKeyContext } from '../reseal-keys.ts'

const newEmail = 'lovelace@example.org'
/** The kinds of codes, as the subjects of their mails state them after the code. */
const codeKinds = [
  ...['is your login code', 'is your confirmation code'],
  ...['confirms your e-mail address', 'requests the recovery of your wallet'],
]
const envelopeSchema = z.object({ id: z.string(), serverKey: z.string() })
const idSchema = z.looseObject({ id: z.string() })
const keySchema = z.looseObject({ serverKey: z.string() })

let world: RecoveryWorld
beforeEach(async () => {
  world = await openRecoveryWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.server.close()
})

/** A secret as a whole word: six digits can be part of a hash or a time. */
const asWord = (secret: string) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`)

/**
 * Uses each kind of code, and creates and releases server keys.
 * @returns the secrets, and the audit rows, which a deletion of the user leaves.
 */
async function useEverySecret() {
  const { old, device, keys, id, publicKey } = await world.requested()
  world.server.advance(recoveryWaitMs)
  const commands = createRecoveryCommands(world.server.stores.recoveries, world.server.now)
  expect(await commands.answer([{ id, publicKey, answer: 'A'.repeat(151) }])).toEqual([])
  expect((await world.stepUp(device.vault, device.vaultToken)).status).toBe(200)
  const recovered = z.parse(keySchema, (await world.post(device, `/recovery/requests/${id}/key`)).body)
  const envelope = z.parse(envelopeSchema, (await world.post(device, '/envelopes', { kind: 'device' })).body)
  const proved = await world.proveWallet(device.vault, device.vaultToken, device.account.userId, keys)
  expect(proved.status).toBe(200)
  const change = await world.post(device, '/email', { email: newEmail, site })
  const changeCode = world.codeTo(newEmail)
  const { id: changeId } = z.parse(idSchema, change.body)
  expect((await world.post(device, `/email/${changeId}`, { code: changeCode })).status).toBe(200)
  world.server.advance(31_000)
  const login = await world.logIn(await world.createClient(), newEmail)
  // The subject of a mail with a code begins with it, and states its kind.
  const secrets = [
    ...world.mails.flatMap(({ subject }) => {
      const [, code, kind] = /^(\d{6}) (.+)$/.exec(subject) ?? []
      return code === undefined || kind === undefined ? [] : [[kind, code] as const]
    }),
    ['recovered key', recovered.serverKey] as const,
    ['envelope key', envelope.serverKey] as const,
    ['login session', login.token] as const,
    ['frame session', old.frameToken] as const,
    ['vault session', device.vaultToken] as const,
  ]
  const audit = await world.server.stores.auditEvents.list(device.account.userId, 100)
  return { secrets, audit, device, envelope }
}

it('secrets › each use of codes, keys and sessions › in no log line, audit row or other row', async () => {
  const { secrets, audit } = await useEverySecret()
  const kinds = secrets.map(([kind]) => kind)
  for (const kind of codeKinds) expect(kinds).toContain(kind)
  const events = audit.map(({ event }) => event)
  for (const event of ['login', 'envelope-created', 'stepped-up', 'recovery-requested'])
    expect(events).toContain(event)
  world.server.advance(31_000)
  world.sendMailsBy(() => Promise.reject(new Error('550')))
  expect((await world.requestCode(await world.createClient(), newEmail)).status).toBe(200)
  await expect.poll(() => world.server.logged).toMatchObject([{ message: 'code not sent' }])
  const texts = {
    logged: JSON.stringify(world.server.logged),
    audit: JSON.stringify(audit),
    database: await world.server.dump(),
  }
  for (const [kind, secret] of secrets) {
    expect(secret, kind).toMatch(/^(\d{6}|[\w-]{40,})$/)
    for (const [where, text] of Object.entries(texts))
      expect(asWord(secret).test(text), `${kind} in ${where}`).toBe(false)
  }
})

it('server key › stored › in no row in clear, opened only by its own operator key and envelope', async () => {
  const { device, envelope } = await useEverySecret()
  const { id, serverKey } = envelope
  expect(await world.server.dump()).not.toContain(serverKey)
  const stored = await world.server.stores.envelopes.release(device.account.userId, id, testAudit('r1'))
  const openWith = (key: ReturnType<typeof keyOf>, envelopeId = id) =>
    createSecretBox([key]).open(stored?.sealedKey ?? '', envelopeKeyContext({ id: envelopeId }))
  const own = keyOf('a')
  expect(openWith(own)).toBe(serverKey)
  const other = keyOf('b')
  expect(() => openWith(other)).toThrow(SecretBoxError)
  expect(() => openWith({ ...other, id: own.id })).toThrow(SecretBoxError)
  expect(() => openWith(own, 'another-envelope')).toThrow(SecretBoxError)
})

it('secrets › refused or failed requests › in no response and no error report', async () => {
  const { device, envelope } = await useEverySecret()
  const { vault, vaultToken } = device
  const responses: unknown[] = []
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await world.post(device, path, body)
    responses.push(answer)
    return status
  }
  const code = '918273'
  expect(await post('/step-up/no-such-code', { code })).toBe(404)
  expect(await post('/email/no-such-code', { code })).toBe(404)
  const recovery = { codeId: 'no-such-code', code, publicKey: await newPublicKey() }
  expect(await post('/recovery', recovery)).toBeGreaterThanOrEqual(400)
  expect(await post('/step-up/no-such-code', { code: [code] })).toBe(400)
  const { stores } = world.server
  const failing = async () => Promise.reject(new Error('disk full'))
  vi.spyOn(stores.oneTimeCodes, 'attempt').mockImplementation(failing)
  vi.spyOn(stores.envelopes, 'release').mockImplementation(failing)
  expect(await post('/step-up/no-such-code', { code })).toBe(500)
  const attempt = await world.attempt(vault, 'no-such-code', code)
  responses.push(attempt.body)
  expect(attempt.status).toBe(500)
  expect(await post(`/envelopes/${envelope.id}/key`, {})).toBe(500)
  const reports = world.server.logged.filter(({ level }) => level === 'error')
  expect(reports).toHaveLength(3)
  const texts = JSON.stringify([world.server.logged, responses])
  expect(texts).toContain('disk full')
  for (const secret of [code, vaultToken, envelope.serverKey])
    expect(asWord(secret).test(texts), secret).toBe(false)
})
