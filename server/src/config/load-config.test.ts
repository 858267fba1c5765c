import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseLocation } from './config-schema.ts'
import { ConfigError, type ConfigSources, loadConfig, requireConfig, requireDatabase } from './load-config.ts'
import { toWidgetConfig } from './widget-config.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-config-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = () => join(folder, 'drawbridge.config.json')
const write = (content: unknown, name = 'drawbridge.config.json') =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

const load = (environment: ConfigSources['environment'] = {}, rest: Partial<ConfigSources> = {}) =>
  loadConfig({ environment, workingDirectory: folder, ...rest })

async function loaded(...sources: Parameters<typeof load>) {
  const result = await load(...sources)
  if (result.is === 'invalid') throw new Error(result.problems.join('\n'))
  return result
}

async function problemsOf(...sources: Parameters<typeof load>) {
  const result = await load(...sources)
  return result.is === 'invalid' ? result.problems : []
}

const key = Buffer.alloc(32, 7).toString('base64')

describe('requireDatabase', () => {
  const database = (environment: ConfigSources['environment'] = {}) =>
    requireDatabase({ environment, workingDirectory: folder })

  it('other settings have unreadable secrets › loads the database', async () => {
    const oneInch = { url: 'https://swaps.example' }
    await write({ database: 'sqlite:./shop.db', sessions: { isEnabled: true }, swaps: { oneInch } })
    expect(await problemsOf()).not.toEqual([])
    expect(await database()).toEqual({ database: 'sqlite:./shop.db' })
  })

  it('nothing set › default', async () => {
    expect(await database()).toEqual({ database: 'sqlite:./drawbridge.db' })
  })

  it.each([
    ['of no known kind', { database: 'mysql://db' }, /^database \(/],
    ['under a misspelled key', { databse: 'sqlite:./shop.db' }, /databse.*did you mean database/],
  ])('database %s › one sentence', async (_, content, sentence) => {
    await write(content)
    const error = await database().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error).toMatchObject({ problems: [expect.stringMatching(sentence)] })
  })

  it('file of its variable is missing › one sentence', async () => {
    await expect(database({ DRAWBRIDGE_DATABASE_FILE: join(folder, 'none') })).rejects.toThrow(
      /DRAWBRIDGE_DATABASE_FILE/,
    )
  })
})

describe('configuration › sources', () => {
  it('empty folder › every default', async () => {
    const { config, file: read, origins } = await loaded()
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:8787',
      port: 8787,
      host: '127.0.0.1',
      database: 'sqlite:./drawbridge.db',
      walletConnect: { relayUrl: 'wss://relay.walletconnect.org', verify: false },
      names: { zone: 'reown.id', isEnabled: true },
      sessions: { isEnabled: false },
    })
    expect(config.mail).toBeUndefined()
    expect([read, origins.size]).toEqual([undefined, 0])
    expect(databaseLocation(config)).toEqual({ is: 'sqlite', file: './drawbridge.db' })
  })

  it('flag, variable and file › precedence in this order', async () => {
    await write({ port: 1001, host: '10.0.0.1', logLevel: 'warn' })
    const { config, origins } = await loaded(
      { DRAWBRIDGE_PORT: '1002', DRAWBRIDGE_HOST: '10.0.0.2' },
      { flags: { port: '1003' } },
    )
    expect([config.port, config.host, config.logLevel]).toEqual([1003, '10.0.0.2', 'warn'])
    expect(Object.fromEntries(origins)).toEqual({
      port: '--port',
      host: 'DRAWBRIDGE_HOST',
      logLevel: file(),
    })
    expect(config.publicUrl).toBe('http://localhost:1003')
  })

  it('--config and DRAWBRIDGE_CONFIG › select the file, the flag first', async () => {
    await write({ port: 1 }, 'one.json')
    await write({ port: 2 }, 'two.json')
    const environment = { DRAWBRIDGE_CONFIG: 'one.json' }
    expect((await loaded(environment)).config.port).toBe(1)
    expect((await loaded(environment, { configFlag: join(folder, 'two.json') })).config.port).toBe(2)
  })

  it('variables › converted to numbers, flags, lists and JSON', async () => {
    const { config } = await loaded({
      DRAWBRIDGE_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DRAWBRIDGE_FEATURES_DISABLED: '["swap"]',
      DRAWBRIDGE_NAMES_IS_ENABLED: 'false',
      DRAWBRIDGE_LIMITS_BODY_MAX_BYTES: '2048',
      DRAWBRIDGE_NETWORKS: '[{"id":"eip155:1","rpcUrls":["https://node.example"]}]',
      DRAWBRIDGE_HISTORY_ETHERSCAN_API_KEY: 'abc',
    })
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(config.features.disabled).toEqual(['swap'])
    expect(config.names.isEnabled).toBe(false)
    expect(config.limits.bodyMaxBytes).toBe(2048)
    expect(config.networks).toEqual([{ id: 'eip155:1', rpcUrls: ['https://node.example'] }])
    expect(config.history.etherscan).toEqual({
      ...{ apiKey: 'abc', url: 'https://api.etherscan.io/v2/api' },
      ...{ chainIds: ['eip155:1'], requestsPerSecond: 3 },
    })
  })

  it('_FILE variable › reads the file without its last line break', async () => {
    await write('postgres://u:p@db/drawbridge\n', 'secret')
    const { config } = await loaded({ DRAWBRIDGE_DATABASE_FILE: join(folder, 'secret') })
    expect(databaseLocation(config)).toEqual({ is: 'postgres', url: 'postgres://u:p@db/drawbridge' })
  })

  it('empty variable › counts as unset', async () => {
    expect((await loaded({ DRAWBRIDGE_PORT: '', DRAWBRIDGE_DATABASE_FILE: '' })).config.port).toBe(8787)
  })

  it('variables set by Kubernetes › ignored', async () => {
    const { config } = await loaded({
      DRAWBRIDGE_PORT: 'tcp://10.0.0.1:8787',
      DRAWBRIDGE_PORT_8787_TCP_ADDR: '10.0.0.1',
      DRAWBRIDGE_SERVICE_HOST: '10.0.0.1',
      DRAWBRIDGE_SERVICE_PORT_HTTP: '8787',
    })
    expect(config.port).toBe(8787)
  })

  it('$schema and a byte order mark in the file › accepted', async () => {
    await write('\uFEFF{"$schema":"./schema.json","port":9}')
    expect((await loaded()).config.port).toBe(9)
  })
})

describe('configuration › problems', () => {
  const cases: readonly (readonly [name: string, content: unknown, sentence: string])[] = [
    ['number as text', { port: '80' }, 'port (FILE) must be a whole number from 0 to 65535, not "80".'],
    ['unknown key', { prot: 80 }, 'prot (FILE) is not a setting; did you mean port?'],
    [
      'unknown key in a group',
      { walletConnect: { projectID: 'x', relayURI: 'y' } },
      'walletConnect.relayURI (FILE) is not a setting; did you mean walletConnect.relayUrl?',
    ],
    [
      'key of a group at the top',
      { smtpUrl: 'smtp://a' },
      'smtpUrl (FILE) is not a setting; did you mean mail.smtpUrl?',
    ],
    ['key like none', { quux: 1 }, 'quux (FILE) is not a setting.'],
    ['group that is no object', { limits: 5 }, 'limits (FILE) must be an object.'],
    ['file that is no object', [], 'FILE must be an object.'],
    [
      'public URL with a path',
      { publicUrl: 'https://wallet.example/' },
      'publicUrl (FILE) must be an https:// origin without a path, such as https://wallet.example (http:// only for localhost, *.localhost and 127.0.0.1), not "https://wallet.example/".',
    ],
    [
      'plain http on a public host',
      { publicUrl: 'http://wallet.example' },
      'publicUrl (FILE) must be an https:// origin without a path, such as https://wallet.example (http:// only for localhost, *.localhost and 127.0.0.1), not "http://wallet.example".',
    ],
    [
      'item of a list',
      { trustedProxies: ['10.0.0.0/8', 'proxy'] },
      'trustedProxies[1] (FILE) must be an IP address or a range in CIDR notation, such as 10.0.0.0/8, not "proxy".',
    ],
    [
      'unknown key of an item',
      { networks: [{ id: 'eip155:1', rpcUrl: 'https://node.example/key' }] },
      'networks[0].rpcUrl (FILE) is not a setting; did you mean rpcUrls?',
    ],
    [
      'missing key of an item',
      { networks: [{ rpcUrls: ['https://node.example'] }] },
      'networks[0].id (FILE) is missing: it must be a CAIP-2 id, such as eip155:1.',
    ],
    [
      'choice',
      { logLevel: 'loud' },
      'logLevel (FILE) must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    ],
    [
      'half of an optional group',
      { mail: { smtpUrl: 'smtp://mail.example' } },
      'mail.from is missing although mail.smtpUrl is set by FILE: it must be an e-mail address, such as Drawbridge <wallet@example.com>. Set it in the file or by DRAWBRIDGE_MAIL_FROM.',
    ],
    [
      'empty optional group',
      { history: { etherscan: {} } },
      'history.etherscan.apiKey is missing although history.etherscan is present in FILE: it must be a text of 1 to 512 characters without spaces around it. Set it in the file or by DRAWBRIDGE_HISTORY_ETHERSCAN_API_KEY.',
    ],
    [
      'analytics without URL',
      { analytics: { sink: 'http' } },
      "analytics.url (default) must be set when analytics.sink is 'http'.",
    ],
    [
      'sessions without key',
      { sessions: { isEnabled: true } },
      'secretKeys (default) must have at least one key when sessions.isEnabled is true.',
    ],
    [
      'Farcaster without embedded wallets',
      { embeddedWallet: { farcaster: { isEnabled: true } } },
      'embeddedWallet.isEnabled (default) must be true when embeddedWallet.farcaster.isEnabled is true.',
    ],
    [
      'key id twice',
      {
        secretKeys: [
          { id: 'a', key },
          { id: 'a', key },
        ],
      },
      'secretKeys (FILE) must have each id once, but "a" is repeated.',
    ],
    [
      'vault on the origin of the widget',
      { publicUrl: 'https://wallet.example', embeddedWallet: { vaultUrl: 'https://wallet.example' } },
      'embeddedWallet.vaultUrl (FILE) must have another host than publicUrl, which is https://wallet.example.',
    ],
    [
      'vault on the host of the widget',
      { publicUrl: 'https://localhost:8787', embeddedWallet: { vaultUrl: 'http://localhost:8787' } },
      'embeddedWallet.vaultUrl (FILE) must have another host than publicUrl, which is https://localhost:8787.',
    ],
    [
      'vault below an address',
      {
        publicUrl: 'http://127.0.0.1:8787',
        secretKeys: [{ id: 'a', key }],
        embeddedWallet: { isEnabled: true },
      },
      'embeddedWallet.vaultUrl (default) must be set, because there is no host below that of publicUrl, which is http://127.0.0.1:8787.',
    ],
    [
      'apart without embedded wallets',
      { serves: 'others', database: 'postgres://db/wallet' },
      "embeddedWallet.isEnabled (default) must be true when serves is 'others'.",
    ],
    [
      'apart on SQLite',
      { serves: 'embedded-wallet', secretKeys: [{ id: 'a', key }], embeddedWallet: { isEnabled: true } },
      "database (default) must be a PostgreSQL database when serves is 'embedded-wallet'.",
    ],
    [
      'embedded wallet apart without a key',
      {
        serves: 'embedded-wallet',
        database: 'postgres://db/wallet',
        embeddedWallet: { isEnabled: true },
      },
      'secretKeys (default) must have at least one key when embeddedWallet.isEnabled is true.',
    ],
    [
      'socials of another process that does not exist',
      { embeddedWallet: { offeredSocials: ['google'] } },
      "embeddedWallet.offeredSocials (FILE) must be empty unless serves is 'others'.",
    ],
    [
      'source of prices twice',
      { prices: { order: ['defillama', 'chainlink', 'defillama'] } },
      'prices.order (FILE) must have each source once, but "defillama" is repeated.',
    ],
    [
      'source of swaps twice',
      { swaps: { order: ['oneInch', 'oneInch'] } },
      'swaps.order (FILE) must have each source once, but "oneInch" is repeated.',
    ],
    [
      'source of prices without a place',
      { prices: { order: ['defillama'] } },
      'prices.order (FILE) must have "chainlink", because prices.chainlink.isEnabled is true.',
    ],
    [
      'network twice',
      { networks: [{ id: 'eip155:1' }, { id: 'eip155:1' }] },
      'networks (FILE) must have each network once, but "eip155:1" is repeated.',
    ],
    [
      'half of a network',
      { networks: [{ id: 'eip155:7', name: 'Seven' }] },
      'networks (FILE) must state both name and nativeCurrency of a network or neither, but "eip155:7" has one of them.',
    ],
    [
      'client above project',
      { limits: { ip: { pointsPerMinute: 70_000 } } },
      'limits.ip.pointsPerMinute (FILE) must be at most limits.project.pointsPerMinute, which is 60000.',
    ],
  ]
  it.each(cases)('%s › one sentence', async (_name, content, sentence) => {
    await write(content)
    expect((await problemsOf()).at(-1)).toBe(sentence.replaceAll('FILE', file()))
  })

  it('process beside the embedded wallet › needs no key, offers the socials of the other one', async () => {
    const embeddedWallet = { isEnabled: true, offeredSocials: ['google'] }
    await write({ serves: 'others', database: 'postgres://db/wallet', embeddedWallet })
    const { config } = await loaded()
    expect(toWidgetConfig(config)).toMatchObject({
      socials: ['google'],
      vaultUrl: 'http://vault.localhost:8787',
    })
  })

  it('problem in a variable › sentence contains the variable', async () => {
    const found = await problemsOf({
      DRAWBRIDGE_PORT: 'abc',
      DRAWBRIDGE_NETWORKS: 'eip155:1',
      DRAWBRIDGE_NAMES_IS_ENABLED: 'yes',
      DRAWBRIDGE_WALLET_CONECT_PROJECT_ID: 'x',
      DRAWBRIDGE_QUUX: 'x',
    })
    expect(found).toEqual([
      'DRAWBRIDGE_WALLET_CONECT_PROJECT_ID is not a variable of the server; did you mean DRAWBRIDGE_WALLET_CONNECT_PROJECT_ID?',
      'DRAWBRIDGE_QUUX is not a variable of the server.',
      'port (DRAWBRIDGE_PORT) must be a whole number from 0 to 65535, not "abc".',
      'names.isEnabled (DRAWBRIDGE_NAMES_IS_ENABLED) must be true or false, not "yes".',
      'networks (DRAWBRIDGE_NETWORKS) must be a list of objects in JSON.',
    ])
  })

  it('problem in a flag › sentence contains the flag', async () => {
    expect(await problemsOf({}, { flags: { port: '99999' } })).toEqual([
      'port (--port) must be a whole number from 0 to 65535, not 99999.',
    ])
  })

  it('variable and its _FILE › not both allowed', async () => {
    await write('x', 'secret')
    const both = { DRAWBRIDGE_REDIS: 'redis://a', DRAWBRIDGE_REDIS_FILE: join(folder, 'secret') }
    expect(await problemsOf(both)).toEqual([
      'DRAWBRIDGE_REDIS and DRAWBRIDGE_REDIS_FILE are both set; set one of them.',
    ])
    expect(await problemsOf({ DRAWBRIDGE_REDIS_FILE: join(folder, 'absent') })).toEqual([
      `DRAWBRIDGE_REDIS_FILE names a file that cannot be read: ${join(folder, 'absent')} (ENOENT).`,
    ])
  })

  it('selected file is missing › problem', async () => {
    expect(await problemsOf({}, { configFlag: 'absent.json' })).toEqual([
      `The configuration file ${join(folder, 'absent.json')}, which --config names, cannot be read (ENOENT).`,
    ])
  })

  it('invalid JSON › sentence contains the position and no content', async () => {
    await write('{\n  "redis": "redis://:hunter2@cache"\n  "port": 1 }')
    const [sentence = ''] = await problemsOf()
    expect(sentence).toMatch(/drawbridge\.config\.json is not valid JSON: look at line 3, column 3\.$/)
    expect(sentence).not.toContain('hunter2')
  })

  it('secrets › never printed', async () => {
    await write({
      database: 'mysql://hunter2',
      redis: 'hunter2',
      secretKeys: [{ id: 'a', key: 'hunter2' }],
      networks: [{ id: 'eip155:1', rpcUrls: ['hunter2'] }],
      mail: { smtpUrl: 'hunter2', from: 'a@b.example' },
      history: { etherscan: { apiKey: ' hunter2' } },
      analytics: { sink: 'http', url: 'hunter2' },
    })
    const found = await problemsOf({
      DRAWBRIDGE_SECRET_KEYS: 'hunter2',
      DRAWBRIDGE_SWAPS_ONE_INCH_API_KEY: ' hunter2',
    })
    expect(found).toHaveLength(8)
    expect(found.join('\n')).not.toContain('hunter2')
  })

  it('requireConfig › throws all of them', async () => {
    await write({ port: -1, host: '' })
    const failure = requireConfig({ environment: {}, workingDirectory: folder })
    await expect(failure).rejects.toThrow(ConfigError)
    await expect(failure).rejects.toMatchObject({ problems: { length: 2 } })
  })
})
