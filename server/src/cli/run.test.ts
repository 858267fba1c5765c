import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { durationMs } from './duration.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

const writeConfig = (content: unknown) =>
  writeFile(join(folder, 'drawbridge.config.json'), JSON.stringify(content))

describe('command line', () => {
  it('help › lists every command, exit code 0', async () => {
    const { execute } = createTestCli(folder)
    const help = await execute('help')
    expect(help).toMatchObject({ exitCode: 0, errors: '' })
    for (const name of ['serve', 'migrate', 'project check ID ORIGIN', 'config check', 'version'])
      expect(help.out).toContain(`  ${name}`)
    expect(await execute('--help')).toEqual(help)
    expect((await execute('project', '--help')).out).toContain('project rotate ID')
    expect((await execute('project', '--help')).out).not.toContain('serve')
    expect(await execute('help', 'project')).toEqual(await execute('project', '--help'))
  })

  it.each([
    ['serve', '--port PORT'],
    ['migrate', '--config FILE'],
    ['project add', '--origin PATTERN'],
    ['project list', '--json'],
    ['project show', 'Usage: drawbridge project show ID [options]'],
    ['project origins', '--set PATTERN'],
    ['project features', '--enable FEATURE'],
    ['project rotate', '--keep TIME'],
    ['project check', 'Usage: drawbridge project check ID ORIGIN [options]'],
    ['config check', '--config FILE'],
    ['config schema', 'Usage: drawbridge config schema [options]'],
    ['help', 'Usage: drawbridge help'],
    ['version', 'Usage: drawbridge version'],
  ])('%s --help › prints its options, runs nothing', async (name, text) => {
    const { execute, started } = createTestCli(folder)
    const { exitCode, out } = await execute(...name.split(' '), '--help')
    expect(exitCode).toBe(0)
    expect(out).toContain(text)
    expect(started).toEqual([])
    expect((await execute('help', ...name.split(' '))).out).toBe(out)
  })

  it('version › prints the version', async () => {
    const { execute } = createTestCli(folder)
    expect(await execute('version')).toEqual({ exitCode: 0, out: '1.2.3', errors: '' })
    expect(await execute('--version')).toMatchObject({ out: '1.2.3' })
    expect(await execute('version', '--json')).toMatchObject({ out: '{"version":"1.2.3"}' })
  })

  it('no command › prints the help as an error', async () => {
    const { exitCode, out, errors } = await createTestCli(folder).execute()
    expect([exitCode, out]).toEqual([2, ''])
    expect(errors).toContain('Usage: drawbridge')
  })

  it.each([
    ['sevre', 'drawbridge has no command "sevre"; did you mean serve?'],
    ['quux', 'drawbridge has no command "quux"; see drawbridge help.'],
    [
      'project',
      'drawbridge project needs a command: add, list, show, rotate, origins, features, walletconnect, check.',
    ],
    ['project chek demo', 'drawbridge project has no command "chek"; did you mean check?'],
    ['serve --prot 1', 'drawbridge serve has no option --prot. Did you mean --port?'],
    ['serve --quux', 'drawbridge serve has no option --quux. See drawbridge serve --help.'],
    ['serve --port', 'The option --port needs a value. See drawbridge serve --help.'],
    ['serve --json=1', 'The option --json takes no value. See drawbridge serve --help.'],
    ['serve --port 1 --port 2', 'The option --port can be given once.'],
    ['serve now', 'drawbridge serve does not expect "now". See drawbridge serve --help.'],
    ['project check demo', 'drawbridge project check needs ORIGIN. See drawbridge project check --help.'],
  ])('%s › exit code 2, one sentence', async (line, errors) => {
    expect(await createTestCli(folder).execute(...line.split(' '))).toEqual({ exitCode: 2, out: '', errors })
  })
})

describe('serve', () => {
  it('flags › set the configuration of the server', async () => {
    await writeConfig({ port: 1, host: '10.0.0.1', logLevel: 'warn' })
    const { execute, started } = createTestCli(folder)
    expect(await execute('serve', '--port', '9000', '--log-level', 'debug')).toMatchObject({ exitCode: 0 })
    expect(started[0]?.config).toMatchObject({ port: 9000, host: '10.0.0.1', logLevel: 'debug' })
  })

  it('configuration problems › printed, nothing starts', async () => {
    await writeConfig({ host: 5 })
    const { execute, started } = createTestCli(folder)
    const { exitCode, errors } = await execute('serve', '--port', 'x')
    expect(exitCode).toBe(1)
    expect(errors.split('\n')).toEqual([
      'port (--port) must be a whole number from 0 to 65535, not "x".',
      expect.stringContaining('host ('),
    ])
    expect(started).toEqual([])
  })

  it('server fails › one sentence', async () => {
    const startServer = async () => {
      throw new Error('The port 8787 is in use.')
    }
    expect(await createTestCli(folder, [], { startServer }).execute('serve')).toEqual({
      exitCode: 1,
      out: '',
      errors: 'The port 8787 is in use.',
    })
  })
})

describe('migrate', () => {
  it('pending migrations › prints their ids', async () => {
    expect(await createTestCli(folder).execute('migrate')).toMatchObject({ out: 'Applied 0001-start.' })
    expect(await createTestCli(folder).execute('migrate', '--json')).toMatchObject({
      out: '{"applied":["0001-start"]}',
    })
    const none = createTestCli(folder, [], { migrate: async () => [] })
    expect(await none.execute('migrate')).toMatchObject({ out: 'The database is up to date.' })
  })
})

describe('config check', () => {
  it('empty folder › prints defaults and features that are off', async () => {
    const { exitCode, out, errors } = await createTestCli(folder).execute('config', 'check')
    expect([exitCode, errors]).toEqual([0, ''])
    expect(out).toContain('File: none')
    expect(out).toMatch(/^port {2,}8787 {2,}default$/m)
    expect(out).toMatch(/^Swaps {2,}off {2,}swaps has no source$/m)
    expect(out).toMatch(/^Names {2,}on$/m)
  })

  it('secrets › hidden in both formats', async () => {
    await writeConfig({
      redis: 'redis://:hunter2@cache',
      networks: [{ id: 'eip155:1', rpcUrls: ['https://node.example/hunter2'] }],
    })
    const { execute } = createTestCli(folder, [], { environment: { DRAWBRIDGE_PORT: '99' } })
    const text = await execute('config', 'check')
    const json = await execute('config', 'check', '--json')
    expect(text.out + json.out).not.toContain('hunter2')
    expect(text.out).toMatch(/^redis {2,}\[hidden\] {2,}\/.*drawbridge\.config\.json$/m)
    expect(text.out).toMatch(/^port {2,}99 {2,}DRAWBRIDGE_PORT$/m)
    expect(JSON.parse(json.out)).toMatchObject({
      mistakes: [],
      file: join(folder, 'drawbridge.config.json'),
      publicUrl: 'http://localhost:99',
    })
  })

  it('problems › all printed, exit code 1', async () => {
    await writeConfig({ prot: 1, logLevel: 'loud' })
    const { execute } = createTestCli(folder)
    const text = await execute('config', 'check')
    expect(text).toMatchObject({ exitCode: 1, out: '' })
    expect(text.errors.split('\n')).toHaveLength(2)
    const json = await execute('config', 'check', '--json')
    expect(json).toMatchObject({ exitCode: 1, errors: '' })
    expect(JSON.parse(json.out)).toEqual({ mistakes: text.errors.split('\n') })
  })

  it('config schema › prints a JSON Schema', async () => {
    const { out } = await createTestCli(folder).execute('config', 'schema')
    expect(JSON.parse(out)).toMatchObject({ title: 'Drawbridge server', type: 'object' })
  })
})

describe('duration', () => {
  it.each([
    ['30d', 2_592_000_000],
    ['12h', 43_200_000],
    ['45m', 2_700_000],
    ['10s', 10_000],
    ['0', 0],
    ['5', undefined],
    ['-5d', undefined],
    ['1w', undefined],
    ['', undefined],
  ])('%j › %s', (text, ms) => {
    expect(durationMs(text)).toBe(ms)
  })
})
