import { describe, expect, it } from 'vitest'
import { alertsAtom } from './notices.ts'
import { blockAtom, checkOriginAtom, judgeOrigin, type OriginsAnswer, originStatusAtom } from './origin.ts'
import { displayOrigin } from './origin-display.ts'
import { decodePunycode } from './punycode.ts'
import { type Answer, testOrigin, testWorld } from './test-world.ts'

const answered = (...origins: string[]): OriginsAnswer => ({ is: 'answered', origins })
const status = (code: number): OriginsAnswer => ({ is: 'status', status: code })

describe('judgeOrigin', () => {
  it.each([
    ['listed', answered('https://shop.example'), 'https://shop.example', 'production', 'allowed', undefined],
    ['listed by pattern', answered('*.example'), 'https://shop.example', 'production', 'allowed', undefined],
    [
      'not listed, no default',
      answered('https://a.example'),
      'https://shop.example',
      'production',
      'refused',
      'APKT002',
    ],
    [
      'not listed, no default, local',
      answered('https://a.example'),
      'https://shop.example',
      'local',
      'refused',
      'APKT002',
    ],
    ['empty', answered(), 'https://shop.example', 'production', 'unverified', undefined],
    ['empty, a default', answered(), 'http://localhost:3000', 'local', 'unverified', undefined],
    [
      'only a default in production',
      answered('https://a.example'),
      'http://localhost:3000',
      'production',
      'unverified',
      'APKT005',
    ],
    [
      'only a default (pages.dev) in production',
      answered('https://a.example'),
      'https://x.pages.dev',
      'production',
      'unverified',
      'APKT005',
    ],
    [
      'only a default, local',
      answered('https://a.example'),
      'http://localhost:3000',
      'local',
      'allowed',
      undefined,
    ],
    ['429', status(429), 'https://shop.example', 'production', 'unverified', 'APKT010'],
    ['500', status(500), 'https://shop.example', 'production', 'unverified', 'APKT009'],
    ['599', status(599), 'https://shop.example', 'production', 'unverified', 'APKT009'],
    ['600', status(600), 'https://shop.example', 'production', 'unverified', undefined],
    ['404', status(404), 'https://shop.example', 'production', 'unverified', undefined],
    ['unreachable', { is: 'unreachable' }, 'https://shop.example', 'production', 'unverified', undefined],
  ] as const)('param: %s', (_, answer, origin, environment, verdict, alert) => {
    expect(judgeOrigin(answer, origin, environment)).toEqual({ status: verdict, alert })
  })
})

describe('checkOriginAtom', () => {
  const check = async (answer: Answer, projectId = 'demo') => {
    const world = testWorld({ config: { projectId }, routes: { '/projects/v1/origins': () => answer } })
    world.store.set(originStatusAtom, 'checking')
    const done = world.store.set(checkOriginAtom)
    await world.clock.advance(60_000)
    await done
    return {
      status: world.store.get(originStatusAtom),
      block: world.store.get(blockAtom),
      alerts: world.store.get(alertsAtom).map((alert) => alert.code),
      calls: world.urls.length,
    }
  }

  it.each<[Answer, string, string | undefined, readonly string[]]>([
    [{ body: { allowedOrigins: [testOrigin] } }, 'allowed', undefined, []],
    [{ body: { allowedOrigins: ['https://a.example'] } }, 'refused', 'APKT002', ['APKT002']],
    [{ body: { allowedOrigins: [] } }, 'unverified', undefined, []],
    [{ body: 'nonsense' }, 'unverified', undefined, []],
    [{ status: 429 }, 'unverified', undefined, ['APKT010']],
    [{ status: 503 }, 'unverified', undefined, ['APKT009']],
  ])('behavior: %j makes the host %s', async (answer, verdict, block, alerts) => {
    expect(await check(answer)).toMatchObject({ status: verdict, block, alerts })
  })

  it('error: without a project id nothing is asked and everything is blocked', async () => {
    expect(await check({ body: { allowedOrigins: [testOrigin] } }, '  ')).toEqual({
      status: 'checking',
      block: 'APKT008',
      alerts: ['APKT008'],
      calls: 0,
    })
  })
})

describe('displayOrigin', () => {
  it.each([
    ['https://shop.example', 'shop.example'],
    ['https://shop.example:8443', 'shop.example:8443'],
    ['http://localhost:5174', 'http://localhost:5174'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://xn--mnchen-3ya.de', 'münchen.de'],
    ['https://xn--r8jz45g.jp', '例え.jp'],
    // а, р and р are Cyrillic: mixed with Latin, and alone under a Latin top-level domain.
    ['https://xn--pple-43d.com', 'xn--pple-43d.com'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['https://xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['https://xn--e1afmkfd.example', 'xn--e1afmkfd.example'],
    ['https://xn--!.com', 'xn--!.com'],
    ['null', 'null'],
  ])('param: %s is shown as %s', (origin, shown) => {
    expect(displayOrigin(origin)).toBe(shown)
  })
})

describe('decodePunycode', () => {
  it.each([
    ['mnchen-3ya', 'münchen'],
    ['bcher-kva', 'bücher'],
    ['n3h', '☃'],
    ['fiqs8s', '中国'],
    ['99999999999', undefined],
    ['a-\u0000', undefined],
  ])('param: %s is %s', (text, decoded) => {
    expect(decodePunycode(text)).toBe(decoded)
  })

  it.each(['münchen', 'пример', '例え', 'straße-ñ'])(
    'behavior: it agrees with the platform on %s',
    (label) => {
      const ascii = new URL(`https://${label}.example`).hostname.split('.')[0] ?? ''
      expect(decodePunycode(ascii.slice(4))).toBe(label)
    },
  )
})
