import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '../adapters/secret-box/secret-box.ts'
import { parseSecretKeys } from '../adapters/secret-box/secret-keys.ts'
import { createSeededProject } from '../core/documents/first-project.ts'
import { createProject } from '../core/documents/new-project.ts'
import { envelopeKeyContext, sealContext, spendingLimitKeyContext } from '../core/reseal-keys.ts'
import { openSqliteStores } from '../store/stores.ts'
import { testAudit, testEmbeddedSession, testIdentity } from '../store/testing/embedded-user-suite.ts'
import { testSmartSession } from '../store/testing/smart-session-suite.ts'
import { testSpendingLimit } from '../store/testing/spending-limit-suite.ts'
import { checkBackup } from './check-backup.ts'
import type { CliPorts } from './command.ts'
import { createBackup, createRestore } from './open-backups.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
let other = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-backup-'))
  other = mkdtempSync(join(tmpdir(), 'drawbridge-restore-'))
})
afterEach(() => {
  for (const one of [folder, other]) rmSync(one, { recursive: true })
})

const cliIn = (cwd: string, rest: Partial<CliPorts> = {}) =>
  createTestCli(cwd, [], { backup: createBackup(cwd), restore: createRestore(cwd), ...rest })
const open = (cwd: string) => openSqliteStores({ file: join(cwd, 'drawbridge.db') })

/** Some parsers treat U+2028 as a line break, and é has two bytes. */
const shop = createProject({
  ...{ key: 'k', id: 'shop', name: 'Café\u2028Éclair', allowedOrigins: ['shop.example'], createdAtMs: 5 },
})

async function fill(cwd: string): Promise<void> {
  const stores = await open(cwd)
  await stores.projects.add(shop)
  await stores.close()
}

async function projectsIn(cwd: string) {
  const stores = await open(cwd)
  const projects = await stores.projects.list()
  await stores.close()
  return projects
}

describe('backup', () => {
  it('server running › private file that restores elsewhere, counts on stderr', async () => {
    const stores = await open(folder)
    await stores.projects.add(shop)
    const { exitCode, out, errors } = await cliIn(folder).execute('backup', 'a.jsonl')
    expect([exitCode, out]).toEqual([0, ''])
    expect(errors).toMatch(/^projects +1$/m)
    expect(errors).toContain(`Backed up 2 rows to ${join(folder, 'a.jsonl')}.`)
    await stores.close()
    expect(statSync(join(folder, 'a.jsonl')).mode & 0o777).toBe(0o600)

    expect(await cliIn(other).execute('restore', join(folder, 'a.jsonl'))).toEqual({
      exitCode: 0,
      out: '',
      errors: `Restored 2 rows into ${join(other, 'drawbridge.db')}.`,
    })
    expect(await projectsIn(other)).toEqual([shop])
  })

  it('no file name › name with the time', async () => {
    await fill(folder)
    expect((await cliIn(folder).execute('backup', '--json')).out).toContain('"rows":2')
    expect(readdirSync(folder)).toContain('drawbridge-2026-01-01T00-00-00Z.jsonl')
  })

  it('- › writes to standard output, restore reads it', async () => {
    await fill(folder)
    const output = new PassThrough()
    const read = text(output)
    const { exitCode, errors } = await cliIn(folder, { output }).execute('backup', '-')
    output.end()
    expect(exitCode).toBe(0)
    expect(errors).toContain('Backed up 2 rows to standard output.')
    // Chunks that end within a character.
    const bytes = Buffer.from(await read)
    const input = Readable.from(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
    expect(await cliIn(other, { input }).execute('restore', '-', '--json')).toMatchObject({
      out: '{"rows":2}',
    })
    expect(await projectsIn(other)).toEqual([shop])
  })

  it('- with --json › exit code 2', async () => {
    expect(await cliIn(folder).execute('backup', '-', '--json')).toMatchObject({ exitCode: 2, out: '' })
  })

  it('standard output closed › fails with one sentence', async () => {
    await fill(folder)
    const output = new PassThrough()
    output.destroy()
    const { exitCode, errors } = await cliIn(folder, { output }).execute('backup', '-')
    expect(exitCode).toBe(1)
    expect(errors).toContain('Standard output cannot be written')
  })

  it('file exists › is not replaced', async () => {
    await fill(folder)
    writeFileSync(join(folder, 'a.jsonl'), 'mine')
    const { exitCode, errors } = await cliIn(folder).execute('backup', 'a.jsonl')
    expect([exitCode, errors]).toEqual([
      1,
      `${join(folder, 'a.jsonl')} exists; name another file, or delete it first.`,
    ])
    expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe('mine')
  })

  it('another program creates the file meanwhile › is not replaced', async () => {
    await fill(folder)
    const file = join(folder, 'a.jsonl')
    const backup: CliPorts['backup'] = async (...args) => {
      writeFileSync(file, 'mine')
      await createBackup(folder)(...args)
    }
    expect(await cliIn(folder, { backup }).execute('backup', 'a.jsonl')).toMatchObject({ exitCode: 1 })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  it('failure after some rows › leaves no file', async () => {
    const backup: CliPorts['backup'] = async (_config, _now, write) => {
      await write('x'.repeat(100_000))
      throw new Error('The disk is full.')
    }
    expect(await cliIn(folder, { backup }).execute('backup', 'a.jsonl')).toEqual({
      exitCode: 1,
      out: '',
      errors: 'The disk is full.',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('no database, or no folder for the file › one sentence', async () => {
    expect(await cliIn(folder).execute('backup', 'a.jsonl')).toMatchObject({
      errors: `There is no database ${join(folder, 'drawbridge.db')}.`,
    })
    expect(await cliIn(folder).execute('backup', 'none/a.jsonl')).toMatchObject({
      errors: `The file ${join(folder, 'none/a.jsonl')} cannot be made (ENOENT).`,
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('restore', () => {
  const backedUp = async () => {
    await fill(folder)
    await cliIn(folder).execute('backup', 'a.jsonl')
    return join(folder, 'a.jsonl')
  }

  it('database with rows › fails, rows unchanged, prints a hint', async () => {
    const file = await backedUp()
    const { exitCode, errors } = await cliIn(folder).execute('restore', file)
    expect(exitCode).toBe(1)
    expect(errors).toContain('The database is not empty: table projects has rows.')
    expect(errors).toContain('--replace-demo')
    expect(await cliIn(folder).execute('restore', file, '--replace-demo')).toMatchObject({ exitCode: 1 })
    expect(await projectsIn(folder)).toEqual([shop])
  })

  it('database with the seeded project › replaced only with the flag', async () => {
    const file = await backedUp()
    const stores = await open(other)
    await stores.projects.add(createSeededProject('d', 7))
    await stores.close()
    expect(await cliIn(other).execute('restore', file)).toMatchObject({ exitCode: 1 })
    expect(await projectsIn(other)).toMatchObject([{ id: 'demo' }])
    expect(await cliIn(other).execute('restore', file, '--replace-demo')).toMatchObject({ exitCode: 0 })
    expect(await projectsIn(other)).toEqual([shop])
  })

  it('database that a server has open › fails', async () => {
    const file = await backedUp()
    const stores = await open(other)
    expect((await cliIn(other).execute('restore', file)).errors).toContain('Another process has opened')
    await stores.close()
  })

  it('truncated file › fails, nothing is stored', async () => {
    const file = await backedUp()
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    const { exitCode, errors } = await cliIn(other).execute('restore', file)
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('is not JSON')])
    expect(await projectsIn(other)).toEqual([])
  })

  it('missing file › creates no database', async () => {
    expect(await cliIn(other).execute('restore', 'b.jsonl')).toMatchObject({
      exitCode: 1,
      errors: `The file ${join(other, 'b.jsonl')} cannot be read (ENOENT).`,
    })
    expect(existsSync(join(other, 'drawbridge.db'))).toBe(false)
  })
})

describe('check-backup', () => {
  const key = (id: string) => ({ id, key: createHash('sha256').update(id).digest('base64') })
  const configure = (...ids: readonly string[]) =>
    writeFileSync(join(folder, 'drawbridge.config.json'), JSON.stringify({ secretKeys: ids.map(key) }))
  const check = (...args: readonly string[]) =>
    cliIn(folder, { checkBackup }).execute('check-backup', ...args)

  /** A database with a smart session, an envelope and a spending limit, whose keys are encrypted under `one`. */
  async function backUpKeys(): Promise<void> {
    const { key: text } = key('one')
    const box = createSecretBox(parseSecretKeys(`one:${text}`))
    const stores = await open(folder)
    const session = testSmartSession()
    const { projectKey } = session
    const context = sealContext({ projectKey, pci: session.session.pci })
    await stores.smartSessions.add({ ...session, sealedKey: box.seal('a', context) })
    const newUser = { id: 'u1', walletId: 'w1' }
    await stores.embeddedUsers.logIn(testIdentity(), newUser, testEmbeddedSession(), testAudit('a1'))
    await stores.envelopes.add(
      {
        ...{ id: 'e1', userId: 'u1', kind: 'recovery', deviceId: undefined, passkeyId: undefined },
        ...{ sealedKey: box.seal('b', envelopeKeyContext({ id: 'e1' })), createdAtMs: 1 },
      },
      testAudit('a2'),
    )
    const sealedKey = box.seal('c', spendingLimitKeyContext({ id: 'l1' }))
    await stores.spendingLimits.add(testSpendingLimit({ sealedKey }), 1, testAudit('a3'))
    await stores.close()
    await cliIn(folder).execute('backup', 'a.jsonl')
  }

  it('keys configured, former ones too › every key opens', async () => {
    await backUpKeys()
    configure('two', 'one')
    const { exitCode, errors } = await check('a.jsonl')
    expect([exitCode, errors]).toEqual([
      0,
      expect.stringContaining('3 of 3 stored keys open with the configured secretKeys.'),
    ])
    expect(await projectsIn(folder)).toEqual([])
  })

  it.each([[['two']], [[]]])('keys %j configured › fails, says how many do not open', async (ids) => {
    await backUpKeys()
    configure(...ids)
    const { exitCode, errors, out } = await check('a.jsonl', '--json')
    expect([exitCode, errors, JSON.parse(out)]).toEqual([
      1,
      '',
      expect.objectContaining({ keys: 3, unreadable: 3 }),
    ])
  })

  it('changed backup › fails, nothing else is said', async () => {
    await backUpKeys()
    configure('one')
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('ada@', 'eve@'))
    expect((await check('a.jsonl')).exitCode).toBe(1)
    expect((await check('missing.jsonl')).errors).toContain('cannot be read')
  })
})
