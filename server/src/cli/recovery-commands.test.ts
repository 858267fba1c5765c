import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestCode } from '../../../shared/recovery/public-key.ts'
import { openFactor, publicKeyOf } from '../../../shared/recovery/sealed-factor.ts'
import * as z from '../../../shared/zod.ts'
import { recoveryWaitMs } from '../core/embedded/recoveries.ts'
import { createRecoveryCommands } from '../core/embedded/recovery-commands.ts'
import { openRecoveryWorld, type RecoveryWorld } from '../core/embedded/testing/recovery-world.ts'
import { answerFileSchema, requestFileSchema } from './recovery-files.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
let world: RecoveryWorld
let cli: ReturnType<typeof createTestCli>
let openCount = 0
const file = (name: string) => join(folder, name)
const json = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'))
const store = (name: string, value: unknown) => writeFileSync(file(name), JSON.stringify(value))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-recoveries-'))
  world = await openRecoveryWorld()
  openCount = 0
  cli = createTestCli(folder, [], {
    openStores: async () => {
      openCount += 1
      const { projects, jobs, recoveries } = world.server.stores
      const recoveryCommands = createRecoveryCommands(recoveries, world.server.now)
      return { projects, jobs, recoveryCommands, close: async () => undefined }
    },
  })
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', world.offlineKeys.privateKey)
  store('key.json', { format: 'drawbridge-recovery-key', version: 1, key: { kty, crv, x, y, d } })
})
afterEach(async () => {
  await world.server.close()
  rmSync(folder, { recursive: true })
})

/** A request that may be answered, in the file `out.json`. */
async function exported(email?: string) {
  const requested = await world.requested(email)
  world.server.advance(recoveryWaitMs)
  return { ...requested, result: await cli.execute('recoveries', 'export', 'out.json') }
}
const requestsIn = (name: string) => z.parse(requestFileSchema, json(name))
const openFile = (...more: readonly string[]) =>
  cli.execute('recoveries', 'open', 'out.json', 'in.json', '--key', 'key.json', ...more)
const exists = (name: string) => {
  try {
    return statSync(file(name)).isFile()
  } catch {
    return false
  }
}

it('create-key › writes the private key for its owner only, prints the public one', async () => {
  const { exitCode, out } = await cli.execute('recoveries', 'create-key', 'new.json')
  expect(exitCode).toBe(0)
  expect(statSync(file('new.json')).mode & 0o777).toBe(0o600)
  const { key } = Object(json('new.json'))
  expect(out).not.toContain(key.d)
  const [, publicKey = ''] = /recoveryPublicKey: ([\w-]{87})\n/.exec(out) ?? []
  expect(Buffer.from(publicKey, 'base64url').subarray(1, 33).toString('base64url')).toBe(key.x)
  expect(await cli.execute('recoveries', 'create-key', 'new.json')).toMatchObject({ exitCode: 1 })
  expect(openCount).toBe(0)
})

it('open › factor of the envelope, encrypted to the device of the request; no database', async () => {
  const { id, publicKey, factor, result, device } = await exported()
  expect(result).toMatchObject({ exitCode: 0, errors: '' })
  openCount = 0
  const { exitCode, out } = await openFile()
  expect(exitCode).toBe(0)
  expect(out).toContain(device.account.userId)
  expect(out).toContain(await requestCode(Uint8Array.from(Buffer.from(publicKey, 'base64url')), id))
  expect(openCount).toBe(0)
  const { answers } = z.parse(answerFileSchema, json('in.json'))
  expect(answers).toMatchObject([{ id, publicKey }])
  expect(readFileSync(file('in.json'), 'utf8')).not.toContain(Buffer.from(factor).toString('base64url'))
  expect(await cli.execute('recoveries', 'import', 'in.json')).toMatchObject({ exitCode: 0 })
  expect(await world.server.stores.recoveries.find(device.account.userId, world.server.now())).toMatchObject({
    answer: answers[0]?.answer,
  })
})

it('open › factors of two users exchanged › names the request, writes nothing', async () => {
  await exported()
  rmSync(file('out.json'))
  await exported('eve@example.org')
  const requests = requestsIn('out.json')
  const [ada, eve] = requests.requests
  if (ada === undefined || eve === undefined) throw new Error('There are no two requests')
  store('out.json', { ...requests, requests: [{ ...ada, factor: eve.factor }, eve] })
  const { exitCode, errors } = await openFile()
  expect(exitCode).toBe(1)
  expect(errors).toBe(
    `The request ${ada.id} does not open: it was changed, or is of another user. Nothing was written.`,
  )
  expect(exists('in.json')).toBe(false)
  store('out.json', requests)
  expect(await openFile()).toMatchObject({ exitCode: 0 })
})

it('open › device key of a request exchanged › its code is another one', async () => {
  await exported()
  const requests = requestsIn('out.json')
  const codeOf = async () => Object(JSON.parse((await openFile('--json')).out)).requests[0].code
  const code = await codeOf()
  rmSync(file('in.json'))
  const attacker = Buffer.from(await publicKeyOf(world.offlineKeys)).toString('base64url')
  store('out.json', {
    ...requests,
    requests: requests.requests.map((request) => ({ ...request, publicKey: attacker })),
  })
  expect(await codeOf()).not.toBe(code)
  // And the server has another key of the request.
  expect(await cli.execute('recoveries', 'import', 'in.json')).toMatchObject({ exitCode: 1 })
})

it('open › another key › names the key that is missing; with both it opens', async () => {
  await exported()
  await cli.execute('recoveries', 'create-key', 'other.json')
  const other = await cli.execute('recoveries', 'open', 'out.json', 'in.json', '--key', 'other.json')
  expect(other.exitCode).toBe(1)
  expect(other.errors).toContain(world.recoveryKey.id)
  expect(exists('in.json')).toBe(false)
  expect(await openFile('--key', 'other.json')).toMatchObject({ exitCode: 0 })
})

it('open › --only › answers these requests', async () => {
  await exported()
  rmSync(file('out.json'))
  await exported('eve@example.org')
  const [ada] = requestsIn('out.json').requests
  expect(await openFile('--only', 'unknown')).toMatchObject({ exitCode: 2 })
  await openFile('--only', ada?.id ?? '')
  expect(z.parse(answerFileSchema, json('in.json')).answers.map(({ id }) => id)).toEqual([ada?.id])
})

it.each([
  ['open', 'out.json', '{', 'it is not JSON'],
  ['open', 'out.json', '{}', 'is not a file of recoveries export'],
  ['import', 'in.json', '[]', 'is not a file of recoveries open'],
  ['import', 'in.json', '{"format":"drawbridge-recovery-answers","version":2,"answers":[]}', 'version'],
  [
    'import',
    'in.json',
    '{"format":"drawbridge-recovery-answers","version":1,"answers":[{"id":"x"}]}',
    'answers.0',
  ],
])('%s › %s with %s › says what is wrong, does nothing', async (command, name, text, message) => {
  writeFileSync(file(name), text)
  openCount = 0
  const { exitCode, errors } =
    command === 'open' ? await openFile() : await cli.execute('recoveries', 'import', name)
  expect(exitCode).toBe(1)
  expect(errors).toContain(message)
  expect(openCount).toBe(0)
})

it('open › key file with parts of two keys, no key, no file › says so', async () => {
  await exported()
  await cli.execute('recoveries', 'create-key', 'other.json')
  const [one, two] = [Object(json('key.json')), Object(json('other.json'))]
  store('mixed.json', { ...one, key: { ...one.key, d: two.key.d } })
  const mixed = await cli.execute('recoveries', 'open', 'out.json', 'in.json', '--key', 'mixed.json')
  expect(mixed).toMatchObject({ exitCode: 1, errors: expect.stringContaining('do not belong together') })
  expect(mixed.errors).not.toContain(two.key.d)
  const without = await cli.execute('recoveries', 'open', 'out.json', 'in.json')
  expect(without).toMatchObject({ exitCode: 2, errors: 'The option --key is needed.' })
  const absent = await cli.execute('recoveries', 'open', 'no.json', 'in.json', '--key', 'key.json')
  expect(absent).toMatchObject({ exitCode: 1, errors: expect.stringContaining('cannot be read (ENOENT)') })
})

it('answer › is for its request: one of another request does not open', async () => {
  const { id, envelopeId, publicKey } = await exported()
  await openFile()
  const [answer] = z.parse(answerFileSchema, json('in.json')).answers
  const { userId, walletId } = requestsIn('out.json').requests[0] ?? { userId: '', walletId: '' }
  // The operator's key pair stands for the device's: another recipient than the one of the factor.
  await expect(
    openFactor(
      Uint8Array.from(Buffer.from(answer?.answer ?? '', 'base64url')),
      world.offlineKeys,
      { is: 'device', requestId: id },
      { userId, walletId, envelopeId },
    ),
  ).rejects.toThrow('does not open')
  expect(answer?.publicKey).toBe(publicKey)
})

it('export › the file exists › error; the request can be exported again', async () => {
  await exported()
  expect(await cli.execute('recoveries', 'export', 'out.json')).toMatchObject({ exitCode: 1 })
  expect(await cli.execute('recoveries', 'export', 'again.json', '--json')).toMatchObject({
    exitCode: 0,
    out: '{"count":1}',
  })
})
