import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecoveryCommands } from '../../ports/recovery-commands.ts'
import type { DueRecovery, RecoveryAnswer } from '../../ports/stores/recoveries.ts'
import type { Stores } from '../../ports/stores/stores.ts'
import type { Database } from '../../store/database.ts'
import { migrate } from '../../store/migrate.ts'
import { migrations } from '../../store/migrations.ts'
import { openSqliteDatabase } from '../../store/sqlite-database.ts'
import { createStores } from '../../store/stores.ts'
import { jobSuite } from '../../store/testing/job-suite.ts'
import { projectSuite, testProject } from '../../store/testing/project-suite.ts'
import type { StoreWorld } from '../../store/testing/store-world.ts'
import { answersMaxCount, jobPath, projectPath, recoveryPath, socketPathOf } from './protocol.ts'
import { connectStores, type RemoteStores } from './remote-stores.ts'
import { serveStores } from './serve-stores.ts'

type SocketWorld = {
  readonly database: Database
  readonly stores: Stores
  readonly path: string
  readonly remote: RemoteStores
  readonly end: () => Promise<void>
}

let world: SocketWorld | undefined
const current = (): SocketWorld => {
  if (!world) throw new Error('The test has no server')
  return world
}

const due: DueRecovery = {
  ...{ id: 'r1', userId: 'u1', walletId: 'w1', envelopeId: 'e1', deviceName: 'Firefox on é' },
  ...{ publicKey: 'p', requestedAtMs: 1, keyId: 'k', factor: 'f' },
}
let answers: readonly RecoveryAnswer[] = []
const recoveryCommands: RecoveryCommands = {
  exportDue: async () => [due],
  answer: async (given) => {
    answers = [...answers, ...given]
    return given.flatMap(({ id }) => (id === 'r1' ? [] : [id]))
  },
}

beforeEach(async () => {
  answers = []
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-socket-'))
  const path = socketPathOf(join(folder, 'drawbridge.db'))
  const database = await openSqliteDatabase(join(folder, 'drawbridge.db'))
  await migrate(database, migrations, 0)
  const stores = createStores(database)
  const socket = await serveStores({ ...stores, recoveryCommands }, path)
  const remote = await connectStores(path)
  if (!remote) throw new Error('The socket does not answer')
  const end = async () => {
    await remote.close()
    await socket.close()
    await database.close()
    rmSync(folder, { recursive: true })
  }
  const jobs = { ...stores.jobs, ...remote.jobs }
  world = { database, stores: { ...stores, projects: remote.projects, jobs }, path, remote, end }
})
afterEach(() => current().end())

const storeWorld: StoreWorld = {
  stores: () => current().stores,
  replicas: () => [current().stores, current().stores],
  database: () => current().database,
}
describe('project store over a socket', () => projectSuite(storeWorld))
describe('job store over a socket', () => jobSuite(storeWorld))
it('recoveries over a socket › as of the store, also more answers than one call has', async () => {
  const { exportDue, answer } = current().remote.recoveryCommands
  expect(await exportDue()).toEqual([due])
  const ids = ['r1', ...Array.from({ length: answersMaxCount }, (_, n) => `x${n}`)]
  const given = ids.map((id) => ({ id, publicKey: 'p', answer: 'a' }))
  expect(await answer(given)).toEqual(ids.slice(1))
  expect(answers).toEqual(given)
})

/** Status and body of a raw call. */
function post(
  socketPath: string,
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST' }, (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

const failing = (message: string) => {
  const fail = () => Promise.reject(new Error(message))
  return {
    projects: { find: fail, list: async () => [], add: fail, change: fail, rotate: fail },
    jobs: { counts: fail, dead: fail, revive: fail, drop: fail },
    recoveryCommands: { exportDue: fail, answer: fail },
  }
}

describe('command socket', () => {
  it('permissions › owner only', () => {
    expect(statSync(current().path).mode & 0o777).toBe(0o600)
  })

  it('close › deletes the socket', async () => {
    const path = `${current().path}-2`
    const socket = await serveStores(failing(''), path)
    await socket.close()
    expect(existsSync(path)).toBe(false)
    expect(await connectStores(path)).toBeUndefined()
  })

  it('file left over from a killed server › replaced', async () => {
    const path = `${current().path}-3`
    writeFileSync(path, '')
    expect(await connectStores(path)).toBeUndefined()
    const socket = await serveStores(failing(''), path)
    const remote = await connectStores(path)
    expect(await remote?.projects.list()).toEqual([])
    await remote?.close()
    await socket.close()
  })

  it('store fails › the caller gets the error', async () => {
    const path = `${current().path}-4`
    const socket = await serveStores(failing('disk full'), path)
    const remote = await connectStores(path)
    await expect(remote?.projects.add(testProject())).rejects.toThrow('The running server failed: disk full')
    await expect(remote?.jobs.drop('a')).rejects.toThrow('The running server failed: disk full')
    await remote?.close()
    await socket.close()
  })

  it.each([
    ['no JSON', projectPath, '{'],
    ['unknown method', projectPath, '{"method":"drop","id":"a"}'],
    ['unknown member', projectPath, '{"method":"list","all":true}'],
    ['project of another shape', projectPath, '{"method":"add","project":{"key":"k"}}'],
    ['method of another store', jobPath, '{"method":"claim","kinds":[]}'],
    ['job without an id', jobPath, '{"method":"drop"}'],
    ['answer without a key', recoveryPath, '{"method":"answer","answers":[{"id":"a","answer":"b"}]}'],
  ])('%s › rejected', async (_name, path, body) => {
    expect(await post(current().path, path, body)).toEqual({
      status: 400,
      text: '{"error":"The call is of another version of Drawbridge."}',
    })
  })

  it('body above a megabyte › rejected', async () => {
    expect((await post(current().path, jobPath, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  })

  it('response of another shape › error about the version', async () => {
    const path = `${current().path}-5`
    const rawResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"result":[{}]}'
    const server: Server = createServer((connection) => {
      connection.once('data', () => connection.end(rawResponse))
    })
    await new Promise<void>((resolve) => {
      server.listen(path, resolve)
    })
    await expect(connectStores(path)).rejects.toThrow('another version of Drawbridge')
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
})
