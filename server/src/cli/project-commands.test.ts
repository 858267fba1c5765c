import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../core/documents/new-project.ts'
import { createTestCli } from './testing/test-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

const shop = createProject({
  ...{ key: 'key-1', id: 'shop', name: 'Shop', createdAtMs: 0 },
  allowedOrigins: ['https://shop.example', '*.shop.example'],
})
const cli = () => createTestCli(folder, [shop])
const day = 86_400_000
const now = Date.UTC(2026, 0, 1)

describe('project add', () => {
  it('new id › stored, patterns in lower case', async () => {
    const { execute, store, openCount } = cli()
    const added = await execute(
      'project',
      'add',
      'cafe',
      '--name',
      'Café',
      '--origin',
      'CAFE.example',
      '--origin',
      'localhost:*',
    )
    expect(added).toEqual({
      exitCode: 0,
      out: 'Added the project cafe. Origins: cafe.example, localhost:*',
      errors: '',
    })
    expect(await store.find('cafe', now)).toMatchObject({
      ...{ name: 'Café', allowedOrigins: ['cafe.example', 'localhost:*'], createdAtMs: now },
      ...{ acceptsDefaultOrigins: false, features: { length: 10 } },
    })
    expect(openCount()).toBe(0)
  })

  it('existing id › fails', async () => {
    expect(await cli().execute('project', 'add', 'shop')).toEqual({
      exitCode: 1,
      out: '',
      errors: 'The id shop is, or was, the id of another project; choose another one.',
    })
  })

  it.each([
    ['a/b', [], 'The id "a/b" must have 1 to 64 letters, digits, hyphens or underscores.'],
    ['cafe', ['--name', ' '], 'The name must have 1 to 128 characters.'],
    [
      'cafe',
      ['--origin', 'https://cafe.example/'],
      'The pattern "https://cafe.example/" has a path; write https://cafe.example.',
    ],
    [
      'cafe',
      ['--origin', '*'],
      'The pattern "*" would accept every site of a whole domain ending; name the domain, as in *.shop.example.',
    ],
  ] as const)('%s with %j › rejected before the store opens', async (id, options, errors) => {
    const openStores = () => Promise.reject(new Error('opened'))
    const { execute } = createTestCli(folder, [], { openStores })
    expect(await execute('project', 'add', id, ...options)).toEqual({ exitCode: 2, out: '', errors })
  })
})

describe('project list and show', () => {
  it('text › table and pairs', async () => {
    const { execute } = cli()
    expect((await execute('project', 'list')).out).toBe(
      'ID    NAME  ORIGINS\nshop  Shop  https://shop.example, *.shop.example',
    )
    const { out } = await execute('project', 'show', 'shop')
    expect(out).toMatch(/^Default origins +refused$/m)
    expect(out).toMatch(/^Created +1970-01-01T00:00:00.000Z$/m)
  })

  it('JSON › without the key', async () => {
    const { execute } = cli()
    const [listed] = JSON.parse((await execute('project', 'list', '--json')).out)
    const printed = JSON.parse((await execute('project', 'show', 'shop', '--json')).out)
    expect(listed).toEqual(printed)
    expect(printed).toMatchObject({ id: 'shop', createdAt: '1970-01-01T00:00:00.000Z' })
    expect(printed).not.toHaveProperty('key')
  })

  it('unknown id › suggests the closest', async () => {
    expect(await cli().execute('project', 'show', 'shpo')).toMatchObject({
      exitCode: 1,
      errors: 'There is no project shpo. Did you mean shop?',
    })
    expect(await cli().execute('project', 'show', 'quux')).toMatchObject({
      errors: 'There is no project quux. drawbridge project list prints all.',
    })
  })

  it('store cannot be opened › one sentence', async () => {
    const openStores = () => Promise.reject(new Error('Another process has opened the database.'))
    expect(await createTestCli(folder, [], { openStores }).execute('project', 'list')).toEqual({
      exitCode: 1,
      out: '',
      errors: 'Another process has opened the database.',
    })
  })
})

describe('project origins', () => {
  it('--add and --remove › change the list', async () => {
    const { execute, store } = cli()
    const { out } = await execute(
      'project',
      'origins',
      'shop',
      '--add',
      'Localhost:*',
      '--remove',
      '*.shop.example',
      '--add',
      'https://shop.example',
    )
    expect(out).toBe('https://shop.example\nlocalhost:*')
    expect((await store.find('shop', now))?.allowedOrigins).toEqual(['https://shop.example', 'localhost:*'])
  })

  it('--set › replaces the list, excludes other options', async () => {
    const { execute } = cli()
    expect(
      (await execute('project', 'origins', 'shop', '--set', 'a.example', '--set', 'b.example')).out,
    ).toBe('a.example\nb.example')
    expect(
      await execute('project', 'origins', 'shop', '--set', 'a.example', '--add', 'b.example'),
    ).toMatchObject({
      exitCode: 2,
      errors: 'The option --set replaces the list; give it without --add and --remove.',
    })
    expect((await execute('project', 'origins', 'shop', '--json')).out).toBe(
      '{"allowedOrigins":["a.example","b.example"],"acceptsDefaultOrigins":false}',
    )
  })

  it('--remove of an unlisted pattern › suggests the closest, changes nothing', async () => {
    const { execute, store } = cli()
    const { exitCode, errors } = await execute(
      'project',
      'origins',
      'shop',
      '--remove',
      'https://shpo.example',
    )
    expect([exitCode, errors]).toEqual([
      1,
      'The project shop does not list https://shpo.example. Did you mean https://shop.example?',
    ])
    expect((await store.find('shop', now))?.allowedOrigins).toEqual(shop.allowedOrigins)
  })

  it('last pattern removed › warns that no page can use the project', async () => {
    const lone = { ...shop, allowedOrigins: ['a.example'] }
    const { out } = await createTestCli(folder, [lone]).execute(
      'project',
      'origins',
      'shop',
      '--remove',
      'a.example',
    )
    expect(out).toBe('The project lists no origins: no page can use it.')
  })

  it('--defaults › accept or refuse only', async () => {
    const { execute, store } = cli()
    expect((await execute('project', 'origins', 'shop', '--defaults', 'accept')).out).toContain(
      '(and the default origins)',
    )
    expect((await store.find('shop', now))?.acceptsDefaultOrigins).toBe(true)
    await execute('project', 'origins', 'shop', '--defaults', 'refuse')
    expect((await store.find('shop', now))?.acceptsDefaultOrigins).toBe(false)
    expect(await execute('project', 'origins', 'shop', '--defaults', 'on')).toMatchObject({
      exitCode: 2,
      errors: 'The option --defaults must be accept or refuse, not "on".',
    })
  })
})

describe('project features', () => {
  it('--enable and --disable › change the features', async () => {
    const { execute, store } = cli()
    const { out } = await execute(
      'project',
      'features',
      'shop',
      '--disable',
      'swap',
      '--enable',
      'multi_wallet',
    )
    expect(out).toMatch(/^swap +off +1inch$/m)
    expect(out).toMatch(/^multi_wallet +on/m)
    const features = (await store.find('shop', now))?.features ?? []
    expect(features.find(({ id }) => id === 'swap')).toEqual({
      id: 'swap',
      isEnabled: false,
      config: ['1inch'],
    })
    expect(features.map(({ id }) => id)).toEqual(shop.features.map(({ id }) => id))
  })

  it('feature that the project lacks › added', async () => {
    const bare = { ...shop, features: [] }
    const { out } = await createTestCli(folder, [bare]).execute(
      'project',
      'features',
      'shop',
      '--enable',
      'onramp',
      '--json',
    )
    const features: readonly { readonly isEnabled: boolean; readonly id: string }[] = JSON.parse(out)
    expect(features.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)).toEqual(['onramp'])
  })

  it('unknown or contradicting features › rejected', async () => {
    const { execute } = cli()
    expect(await execute('project', 'features', 'shop', '--enable', 'swpa')).toMatchObject({
      exitCode: 2,
      errors: 'There is no feature "swpa". Did you mean swap?',
    })
    expect(
      await execute('project', 'features', 'shop', '--enable', 'swap', '--disable', 'swap'),
    ).toMatchObject({
      exitCode: 2,
      errors: 'The feature swap is both enabled and disabled.',
    })
  })
})

describe('project rotate', () => {
  it('new id › works, the former one for the retention time', async () => {
    const { execute, store } = cli()
    const { out } = await execute('project', 'rotate', 'shop', '--keep', '2d', '--json')
    const { id, formerId, formerUntil } = JSON.parse(out)
    expect([formerId, formerUntil]).toEqual(['shop', '2026-01-03T00:00:00.000Z'])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect((await store.find('shop', now + 2 * day - 1))?.id).toBe(id)
    expect(await store.find('shop', now + 2 * day)).toBeUndefined()
    expect((await execute('project', 'show', 'shop')).out).toContain(`shop is a former id of ${id}.`)
  })

  it('--to › sets the id; one in use fails', async () => {
    const { execute } = cli()
    expect((await execute('project', 'rotate', 'shop', '--to', 'shop2')).out).toBe(
      'The new id is shop2. The former id shop works until 2026-01-31T00:00:00.000Z.',
    )
    expect(await execute('project', 'rotate', 'shop2', '--to', 'shop')).toMatchObject({
      exitCode: 1,
      errors: 'The id shop is, or was, the id of a project; choose another one.',
    })
  })

  it('time without unit › rejected', async () => {
    expect(await cli().execute('project', 'rotate', 'shop', '--keep', '30')).toMatchObject({
      exitCode: 2,
      errors: 'The time "30" must be a number with s, m, h or d, such as 30d, or 0.',
    })
  })
})

describe('project check', () => {
  it('listed origin › exit code 0', async () => {
    expect(await cli().execute('project', 'check', 'shop', 'https://www.shop.example')).toEqual({
      exitCode: 0,
      out: 'https://www.shop.example is listed. The project lists *.shop.example.',
      errors: '',
    })
  })

  it('refused origin › exit code 1, prints the command to run', async () => {
    expect(await cli().execute('project', 'check', 'shop', 'http://shop.example')).toEqual({
      exitCode: 1,
      out: 'http://shop.example is refused. It is not listed: https://shop.example means https, and the page has http.\nTo list it: drawbridge project origins shop --add http://shop.example',
      errors: '',
    })
    const { out } = await cli().execute('project', 'check', 'shop', 'null', '--json')
    expect(JSON.parse(out)).toMatchObject({ verdict: 'refused', origin: 'null' })
  })
})

describe('project walletconnect', () => {
  const lines = (id: string, relay: string) => `WalletConnect project  ${id}\nWalletConnect relay    ${relay}`
  const ours = '(the deployment’s)'

  it('id and relay › set and reset separately', async () => {
    const { execute, store } = cli()
    const run = async (...options: string[]) =>
      (await execute('project', 'walletconnect', 'shop', ...options)).out
    const stored = async () => (await store.find('shop', now))?.walletConnect
    expect(await run()).toBe(lines(ours, ours))
    expect(await run('--project-id', 'abc')).toBe(lines('abc', ours))
    expect(await run('--relay-url', 'wss://relay.example')).toBe(lines('abc', 'wss://relay.example'))
    expect(await stored()).toEqual({ projectId: 'abc', relayUrl: 'wss://relay.example' })
    expect(await run('--project-id', 'default', '--relay-url', 'none', '--json')).toBe('{"relayUrl":"none"}')
    expect(await stored()).toEqual({ relayUrl: 'none' })
    expect(await run('--relay-url', 'default')).toBe(lines(ours, ours))
  })

  it.each([
    ['--relay-url', 'https://relay.example', "must be a URL with wss:// or ws://, or 'none', or 'default'"],
    ['--project-id', ' a', 'must be a text of 1 to 128 characters without spaces around it, or'],
  ])('%s %s › one sentence, nothing changes', async (option, value, sentence) => {
    const { execute, openCount } = cli()
    const { exitCode, errors } = await execute('project', 'walletconnect', 'shop', option, value)
    expect([exitCode, errors]).toEqual([2, expect.stringContaining(sentence)])
    expect(openCount()).toBe(0)
  })
})
