import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** Folder of the programs in Debian's packages, with one folder per major version. */
const debianFolder = '/usr/lib/postgresql'

export type TestPostgres = {
  /** Creates an empty database and returns its URL. */
  readonly createDatabase: () => Promise<string>
  /** Kills every process of the server, as a machine failure would (`pg_ctl stop -m immediate`), and starts it again. */
  readonly crash: () => Promise<void>
  /** Stops the server and deletes its files. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a separate PostgreSQL server, on a socket in a temporary folder.
 * @param options.isDurable false if the test does not crash it: commits then do not wait for the disk.
 * @throws Error with installation instructions if PostgreSQL is not installed
 */
export async function startPostgres({ isDurable }: { readonly isDurable: boolean }): Promise<TestPostgres> {
  const programs = findPrograms()
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-postgres-'))
  chmodSync(folder, 0o700)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const identity = { ...user, cwd: folder }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity, stdio: 'pipe' },
  )
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=60',
    // With fsync per file, a start after a crash would wait for the disk a thousand times.
    'recovery_init_sync_method=syncfs',
    `fsync=${isDurable ? 'on' : 'off'}`,
  ]
  const start = () => startServer(join(programs, 'postgres'), data, settings, identity)
  let server = await start()
  const killServer = () => server.kill('SIGQUIT')
  process.once('exit', killServer)

  let databases = 0
  const urlOf = (database: string) => `postgres://postgres@localhost/${database}?host=${folder}`
  return {
    createDatabase: async () => {
      databases += 1
      const name = `test_${databases}`
      await queryPostgres(urlOf('postgres'), `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    crash: async () => {
      await end(server, 'SIGQUIT')
      server = await start()
    },
    stop: async () => {
      // Without a checkpoint: the files are deleted.
      await end(server, 'SIGQUIT')
      process.off('exit', killServer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a query, or several without values, over a connection of its own; returns the rows. */
export async function queryPostgres(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function findPrograms(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'))
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found === undefined)
    throw new Error('PostgreSQL is not installed: run `apt-get install postgresql-15`, then the tests again')
  return found
}

/** PostgreSQL does not run as root: returns the user that its package created. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const read = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}

/** Starts the server and waits until it accepts connections. */
async function startServer(
  program: string,
  data: string,
  settings: readonly string[],
  identity: { readonly uid?: number; readonly gid?: number; readonly cwd: string },
): Promise<ChildProcess> {
  const server = spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line)
    if (line.includes('ready to accept connections')) {
      server.stderr.resume()
      return server
    }
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}
