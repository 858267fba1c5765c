import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { socketPathOf } from '../adapters/command-socket/protocol.ts'
import { serveStores } from '../adapters/command-socket/serve-stores.ts'
import { createRecoveryCommands } from '../core/embedded/recovery-commands.ts'
import { openSqliteStores } from '../store/stores.ts'
import { createMigrate, createOpenStores } from './open-stores.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'drawbridge-open-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'drawbridge.db')
const cli = () =>
  createTestCli(folder, [], { openStores: createOpenStores(folder), migrate: createMigrate(folder) })

describe('commands on a SQLite file', () => {
  it('project › stored for the next command', async () => {
    expect(await cli().execute('project', 'add', 'shop', '--origin', 'shop.example')).toMatchObject({
      exitCode: 0,
    })
    expect((await cli().execute('project', 'list')).out).toBe('ID    NAME  ORIGINS\nshop  shop  shop.example')
  })

  it('missing file › created by project add and migrate only', async () => {
    expect(await cli().execute('project', 'list')).toEqual({
      exitCode: 1,
      out: '',
      errors: `There is no database ${file()} yet. drawbridge serve and drawbridge project add make one in the working folder.`,
    })
    expect(existsSync(file())).toBe(false)
    expect(await cli().execute('migrate')).toMatchObject({ exitCode: 0 })
    expect(existsSync(file())).toBe(true)
  })

  it('file that a server has open › used over its socket', async () => {
    const stores = await openSqliteStores({ file: file() })
    const socket = await serveStores(
      { ...stores, recoveryCommands: createRecoveryCommands(stores.recoveries, Date.now) },
      socketPathOf(file()),
    )
    expect(await cli().execute('project', 'add', 'shop')).toMatchObject({ exitCode: 0, errors: '' })
    expect(await stores.projects.find('shop', 0)).toMatchObject({ id: 'shop' })
    await socket.close()

    const { exitCode, errors } = await cli().execute('project', 'list')
    expect(exitCode).toBe(1)
    expect(errors).toContain('Another process has opened the database')
    await stores.close()
    expect((await cli().execute('project', 'list')).out).toContain('shop')
  })

  it('unreachable Postgres › one sentence without the password', async () => {
    const environment = { DRAWBRIDGE_DATABASE: 'postgres://u:hunter2@127.0.0.1:1/x' }
    const { execute } = createTestCli(folder, [], { openStores: createOpenStores(folder), environment })
    const { exitCode, errors } = await execute('project', 'list')
    expect(exitCode).toBe(1)
    expect(errors).toContain('127.0.0.1:1')
    expect(errors).not.toContain('hunter2')
  })
})
