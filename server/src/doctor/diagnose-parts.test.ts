import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { type ConfigInput, configSchema } from '../config/config-schema.ts'
import { type CheckVerdict, verdictLine } from './check-verdict.ts'
import { checkConfig } from './config-checks.ts'
import { checkRelay, type SocketProbe } from './relay-checks.ts'
import { checkVersions } from './sdk-checks.ts'
import { openTestDeployment } from './testing/test-deployment.ts'

let deployment: Awaited<ReturnType<typeof openTestDeployment>>
beforeEach(async () => {
  deployment = await openTestDeployment()
})
afterEach(() => deployment.close())

const problems = (verdicts: readonly CheckVerdict[]): readonly string[] =>
  verdicts.flatMap(({ level, check, message }) => (level === 'ok' ? [] : [`${level} ${check}: ${message}`]))

describe('reachability', () => {
  it.each([
    ['ECONNREFUSED', 'nothing listens on this port (ECONNREFUSED)'],
    ['CERT_HAS_EXPIRED', 'the TLS certificate has expired (CERT_HAS_EXPIRED)'],
    ['ENOTFOUND', 'the name has no address in DNS (ENOTFOUND)'],
    ['UNKNOWN_CODE', 'fetch failed'],
  ])('%s › the only verdict', async (code, reason) => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))
    expect(problems(await deployment.runChecks([], { fetch }))).toEqual([
      `error https://wallet.example: cannot be reached: ${reason}`,
    ])
  })

  it('http on another host › error; on this machine › ok', async () => {
    const tls = async (url: string) =>
      (await deployment.runChecks([], { url })).filter(({ check }) => check === 'TLS')
    expect(await tls('http://wallet.example')).toMatchObject([{ level: 'error' }])
    expect(await tls('http://localhost:8787')).toMatchObject([{ level: 'ok' }])
  })
})

describe('project and origins', () => {
  it('unknown project › error with the command', async () => {
    const verdicts = await deployment.runChecks([], { projectId: 'quux' })
    expect(problems(verdicts)).toContain('error project quux: does not exist on this deployment')
    expect(verdicts.map(verdictLine).join('\n')).toContain('drawbridge project add quux')
  })

  it('unlisted page › error in policy and project, with the command', async () => {
    const verdicts = await deployment.runChecks([], { pageOrigin: 'https://www.shop.example' })
    expect(problems(verdicts)).toEqual([
      'error /embed/1/demo: cannot be framed by https://www.shop.example: frame-ancestors does not cover it',
      'error /embed/1/isolated/demo: cannot be framed by https://www.shop.example: frame-ancestors does not cover it',
      expect.stringMatching(/^error project demo: refuses https:\/\/www\.shop\.example: /),
    ])
    expect(verdicts.map(verdictLine).join('\n')).toContain(
      'drawbridge project origins demo --add https://www.shop.example',
    )
  })

  it('page of a default origin › warning', async () => {
    const verdicts = await deployment.runChecks([], { pageOrigin: 'https://shop.pages.dev' })
    expect(problems(verdicts)).toEqual([
      expect.stringMatching(/^warning project demo: accepts as unverified https:\/\/shop\.pages\.dev/),
    ])
  })

  it('project without origins › error', async () => {
    await deployment.changeProject({ allowedOrigins: [], acceptsDefaultOrigins: false })
    expect(problems(await deployment.runChecks([], {}, 'none'))).toEqual([
      'error /embed/1/demo: has frame-ancestors that let no page frame it',
      'error /embed/1/isolated/demo: has frame-ancestors that let no page frame it',
      'error project demo: lists no origins: no page of yours can use it',
    ])
  })

  it('pattern that matches nothing › warning', async () => {
    await deployment.changeProject({ allowedOrigins: ['https://shop.example', 'https://cafe.example/'] })
    expect(problems(await deployment.runChecks())).toEqual([
      expect.stringMatching(
        /^warning project demo: lists the pattern https:\/\/cafe\.example\/, which has a path/,
      ),
    ])
  })
})

describe('RPC gateway', () => {
  it('chain does not respond › warning with its label', async () => {
    deployment.answers.set('eip155:1', '')
    expect(problems(await deployment.runChecks())).toEqual([
      expect.stringMatching(
        /^warning RPC gateway: has no answer of Ethereum \(eip155:1\): Internal error \(request [\w-]+\)$/,
      ),
    ])
  })

  it.each([
    ['eip155:1', '0x2'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', `0x${'b0'.repeat(32)}`],
  ])('%s that is another chain › error', async (chainId, identity) => {
    deployment.answers.set(chainId, identity)
    expect(problems(await deployment.runChecks())).toEqual([
      expect.stringMatching(
        new RegExp(`^error RPC gateway: answers for \\w+ \\(${chainId}\\) from another chain, ${identity}$`),
      ),
    ])
  })

  it('no chain responds › error', async () => {
    for (const chainId of deployment.answers.keys()) deployment.answers.set(chainId, '')
    const found = problems(await deployment.runChecks())
    expect(found).toEqual(['error RPC gateway: has no answer of any chain (Internal error)'])
  })
})

describe('versions', () => {
  it.each([
    ['1.0.0', '1.0.0', '1.0.0', 'ok'],
    ['1.0.0', '1.1.0', '1.0.0', 'warning'],
    ['1.0.0', '1.0.0', '1.1.0', 'warning'],
    ['1.0.0', undefined, '1.0.0', 'ok'],
  ])('SDK %s, widget %s, program %s › %s', (sdk, widget, program, level) => {
    expect(checkVersions(sdk, widget, program)).toMatchObject([{ level }])
  })

  it('widget of another version than the SDK files › warning', async () => {
    const html = '<!doctype html><script>greet("widget-9.9.9")</script>'
    const found = problems(await deployment.runChecks([{ path: '/embed/1/demo', body: html }]))
    expect(found).toContain('warning versions: are 1.2.3 of the SDK files and 9.9.9 of the widget')
  })
})

describe('relay', () => {
  const publicRelay = 'wss://relay.walletconnect.org'
  const open: SocketProbe = { is: 'open' }
  const status = (code: number): SocketProbe => ({ is: 'answered', status: code })
  const cases: readonly (readonly [string, string | undefined, SocketProbe, readonly string[]])[] = [
    ['', undefined, open, ['warning: is turned off']],
    ['wss://own.example', undefined, open, ['ok: wss://own.example can be reached']],
    ['wss://own.example', undefined, status(404), ['error: wss://own.example answers with status 404']],
    ['wss://own.example', undefined, status(401), ['error: wss://own.example answers with status 401']],
    [
      'wss://own.example',
      undefined,
      { is: 'failed', reason: 'no DNS' },
      ['error: wss://own.example cannot be'],
    ],
    [publicRelay, 'id', status(401), [`ok: ${publicRelay} can be reached`, 'ok: gets a project id']],
    [
      publicRelay,
      undefined,
      open,
      [
        `ok: ${publicRelay}`,
        'warning: is the public one, which needs a project id of its own, and none is set',
      ],
    ],
    [publicRelay, 'id', status(502), [`error: ${publicRelay} answers with status 502`]],
  ]
  it.each(cases)('%s with project id %s and %j › %j', async (relayUrl, projectId, probe, expected) => {
    const verdicts = await checkRelay(relayUrl, projectId, 'edit', async () => probe)
    expect(verdicts.map(({ level, message }) => `${level}: ${message}`)).toEqual(
      expected.map((text) => expect.stringContaining(text)),
    )
  })
})

describe('configuration', () => {
  const found = (input: ConfigInput, publicUrl = 'https://wallet.example') =>
    checkConfig({ ...z.parse(configSchema, input), publicUrl })
  const key = { id: 'a', key: Buffer.alloc(32).toString('base64') }

  it('features with a choice of sources › lists the enabled ones in order', () => {
    const on = (input: ConfigInput) =>
      found(input).flatMap(({ level, check, message }) => (level === 'ok' ? [`${check} ${message}`] : []))
    expect(on({})).toContain('Prices is on, from chainlink')
    const prices = { order: ['defillama' as const, 'chainlink' as const], defillama: { isEnabled: true } }
    const history = {
      blockscout: { explorers: [{ chainId: 'eip155:1', url: 'https://eth.blockscout.com' }] },
      etherscan: { apiKey: 'k' },
    }
    const swaps = { jupiter: { apiKey: 'k' }, oneInch: { apiKey: 'k' } }
    expect(on({ prices, history, swaps })).toEqual(
      expect.arrayContaining([
        'Prices is on, from defillama, chainlink',
        'Activity is on, from blockscout, etherscan',
        'Swaps is on, from oneInch, jupiter',
      ]),
    )
  })

  const cases: readonly (readonly [string, ConfigInput, ConfigInput, string])[] = [
    ['no proxy', {}, { trustedProxies: ['127.0.0.1/32'] }, 'configuration: has no trustedProxies'],
    ['no keys', {}, { secretKeys: [key] }, 'configuration: has no secretKeys'],
    [
      'SQLite and Redis',
      { redis: 'redis://x' },
      { redis: 'redis://x', database: 'postgres://u@db/x' },
      'configuration: has a SQLite database',
    ],
    ['swaps', {}, { swaps: { jupiter: { apiKey: 'k' } } }, 'Swaps: is off: swaps has no source'],
    [
      'e-mail',
      {},
      { mail: { smtpUrl: 'smtp://x', from: 'a@b.example' } },
      'E-mail addresses: is off: mail.smtpUrl',
    ],
  ]
  it.each(cases)('%s › warning until it is set', (_, bad, right, text) => {
    const lines = (input: ConfigInput) =>
      problems(found(input)).filter((one) => one.startsWith(`warning ${text}`))
    expect(lines(bad)).toHaveLength(1)
    expect(lines(right)).toHaveLength(0)
  })

  it('publicUrl without TLS › warning', () => {
    expect(problems(found({}, 'http://localhost:8787'))[0]).toMatch(
      /^warning configuration: has the publicUrl http/,
    )
  })

  it('networks with one RPC URL › listed', () => {
    const one = [{ id: 'eip155:1', rpcUrls: ['https://a.example'] }]
    const two = [{ id: 'eip155:1', rpcUrls: ['https://a.example', 'https://b.example'] }]
    const named = (networks: ConfigInput['networks']) =>
      found({ networks }).filter(
        ({ check, message }) => check === 'networks' && /Ethereum \(eip155:1\)(?:,|$)/.test(message),
      )
    expect(named(one)).toHaveLength(1)
    expect(named(two)).toHaveLength(0)
  })

  it('configuration verdicts › come last, contain no secrets', async () => {
    const config = {
      ...z.parse(configSchema, { redis: 'redis://:hunter2@cache', database: 'postgres://u:hunter2@db/x' }),
      publicUrl: 'https://wallet.example',
    }
    const verdicts = await deployment.runChecks([], { config })
    expect(verdicts.some(({ check }) => check === 'Swaps')).toBe(true)
    expect(JSON.stringify(verdicts)).not.toContain('hunter2')
  })
})
