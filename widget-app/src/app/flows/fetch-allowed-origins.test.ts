import { describe, expect, it } from 'vitest'
import { originCacheMs } from '#shared/config/limits.ts'
import { alertsAtom, toastAtom } from '#widget/core/notices.ts'
import {
  beginOriginCheckAtom,
  blockAtom,
  checkOriginAtom,
  declaredOriginsAtom,
  originStatusAtom,
  verifyOrigin,
} from '#widget/core/verify-origin.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import { type TestResponse, type TestWorldOptions, testOrigin, testWorld } from '#widget/testing/world.ts'
import {
  type AllowedOriginsResult,
  fetchAllowedOriginsAtom,
  readOriginsResult,
} from './fetch-allowed-origins.ts'

const respondWith = (...origins: string[]): AllowedOriginsResult => ({ is: 'answered', origins })
const status = (code: number): AllowedOriginsResult => ({ is: 'status', status: code })

describe('readOriginsResult', () => {
  it.each([
    [
      'listed',
      respondWith('https://shop.example'),
      'https://shop.example',
      'production',
      'allowed',
      undefined,
    ],
    [
      'listed by pattern',
      respondWith('*.example'),
      'https://shop.example',
      'production',
      'allowed',
      undefined,
    ],
    [
      'not listed, no default',
      respondWith('https://a.example'),
      'https://shop.example',
      'production',
      'refused',
      'APKT002',
    ],
    [
      'not listed, no default, local',
      respondWith('https://a.example'),
      'https://shop.example',
      'local',
      'refused',
      'APKT002',
    ],
    ['empty', respondWith(), 'https://shop.example', 'production', 'unverified', undefined],
    ['empty, a default', respondWith(), 'http://localhost:3000', 'local', 'unverified', undefined],
    [
      'only a default in production',
      respondWith('https://a.example'),
      'http://localhost:3000',
      'production',
      'unverified',
      'APKT005',
    ],
    [
      'only a default (pages.dev) in production',
      respondWith('https://a.example'),
      'https://x.pages.dev',
      'production',
      'unverified',
      'APKT005',
    ],
    [
      'only a default, local',
      respondWith('https://a.example'),
      'http://localhost:3000',
      'local',
      'allowed',
      undefined,
    ],
    ['R17 › 429', status(429), 'https://shop.example', 'production', 'unavailable', 'APKT010'],
    ['R17 › 408', status(408), 'https://shop.example', 'production', 'unavailable', 'APKT009'],
    ['R17 › 500', status(500), 'https://shop.example', 'production', 'unavailable', 'APKT009'],
    ['R17 › 599', status(599), 'https://shop.example', 'production', 'unavailable', 'APKT009'],
    ['R17 › 503 on localhost', status(503), 'http://localhost:3000', 'local', 'unavailable', 'APKT009'],
    ['600', status(600), 'https://shop.example', 'production', 'unverified', undefined],
    ['404', status(404), 'https://shop.example', 'production', 'unverified', undefined],
    [
      'R17 › unreachable',
      { is: 'unreachable' },
      'https://shop.example',
      'production',
      'unavailable',
      'APKT009',
    ],
  ] as const)('%s', (_, response, origin, environment, verdict, alert) => {
    expect(verifyOrigin(readOriginsResult(response, origin), environment)).toEqual({ status: verdict, alert })
  })
})

const originsPath = '/projects/v1/origins'
const listed: TestResponse = { body: { allowedOrigins: [testOrigin] } }
const unlisted: TestResponse = { body: { allowedOrigins: ['https://a.example'] } }

/** A world whose API returns `answers`, the last one repeatedly; `check` runs a check to its end. */
function originWorld(responses: readonly TestResponse[], options: TestWorldOptions = {}) {
  let requestCount = 0
  const world = testWorld({
    ...options,
    routes: {
      [originsPath]: () => {
        requestCount += 1
        return responses[Math.min(requestCount, responses.length) - 1] ?? { status: 404 }
      },
    },
  })
  const { store, clock, urls } = world
  store.set(originStatusAtom, 'checking')
  const read = (origin: string) => store.set(fetchAllowedOriginsAtom, origin)
  const check = async () => {
    store.set(beginOriginCheckAtom)
    const done = store.set(checkOriginAtom, read)
    await clock.advance(60_000)
    await done
    return {
      status: store.get(originStatusAtom),
      block: store.get(blockAtom),
      alerts: store.get(alertsAtom).map(({ code }) => code),
      calls: urls.length,
    }
  }
  return { ...world, read, check }
}

describe('document that states no origins', () => {
  it.each<[TestResponse, string, string | undefined, readonly string[]]>([
    [listed, 'allowed', undefined, []],
    [unlisted, 'refused', 'APKT002', ['APKT002']],
    [{ body: { allowedOrigins: [] } }, 'unverified', undefined, []],
    [{ body: 'nonsense' }, 'unavailable', 'APKT009', ['APKT009']],
    [{ body: { allowedOrigins: 7 } }, 'unavailable', 'APKT009', ['APKT009']],
    [{ body: {} }, 'unavailable', 'APKT009', ['APKT009']],
    [{ status: 429 }, 'unavailable', 'APKT010', ['APKT010']],
    [{ status: 503 }, 'unavailable', 'APKT009', ['APKT009']],
  ])('R17 › %j, nothing cached › %s', async (response, verdict, block, alerts) => {
    const world = originWorld([response])
    expect(await world.check()).toMatchObject({ status: verdict, block, alerts })
    expect(world.store.get(toastAtom).open).toBe(false)
  })

  it('R17 › no response in time, nothing cached › unavailable', async () => {
    const world = testWorld({ routes: { [originsPath]: () => new Promise<TestResponse>(() => {}) } })
    const { store, clock } = world
    store.set(originStatusAtom, 'checking')
    const done = store.set(checkOriginAtom, (origin) => store.set(fetchAllowedOriginsAtom, origin))
    await clock.advance(60_000)
    expect(await done).toBe('unavailable')
  })

  it('no project id › no request, and everything is blocked', async () => {
    expect(await originWorld([listed], { config: { projectId: '  ' } }).check()).toEqual({
      status: 'checking',
      block: 'APKT008',
      alerts: ['APKT008'],
      calls: 0,
    })
  })

  const down: TestResponse = { status: 429, headers: { 'retry-after': '3600' } }
  const nextVisit = (storage: StorageArea, startsAt: number, response = down) =>
    originWorld([response], { storage, startsAt: () => startsAt })

  it.each([
    ['listed', listed, 'allowed'],
    ['unlisted', unlisted, 'refused'],
  ] as const)('R17 › API down, %s response cached for 24 h at most', async (_, response, verdict) => {
    const storage = memoryArea()
    await originWorld([response], { storage, startsAt: () => 1_000 }).check()
    const checkedAt = 1_000 + 60_000
    const inTime = await nextVisit(storage, checkedAt).check()
    expect(inTime).toMatchObject({ status: verdict, alerts: expect.arrayContaining(['APKT010']) })
    expect(await nextVisit(storage, checkedAt + originCacheMs).check()).toMatchObject({
      status: 'unavailable',
      block: 'APKT010',
    })
  })

  it('R17 › cached response from the future › not used', async () => {
    const storage = memoryArea()
    await originWorld([listed], { storage, startsAt: () => 10 ** 9 }).check()
    expect(await nextVisit(storage, 1_000).check()).toMatchObject({ status: 'unavailable' })
  })

  it('R17 › response cached for another project › not used', async () => {
    const storage = memoryArea()
    await originWorld([listed], { storage, config: { projectId: 'other' } }).check()
    expect(await originWorld([down], { storage }).check()).toMatchObject({ status: 'unavailable' })
  })

  it('R17 › blocked once, then listed › stays blocked without another request', async () => {
    const { check } = originWorld([unlisted, listed])
    await check()
    expect(await check()).toMatchObject({ status: 'refused', block: 'APKT002', calls: 1 })
  })

  it('R17 › API down, then up › a later check allows the host', async () => {
    const { check } = originWorld([down, listed])
    await check()
    expect(await check()).toMatchObject({ status: 'allowed', block: undefined })
  })

  it('R18 › 3,000 checks at once › one request', async () => {
    const { store, clock, urls, read } = originWorld([listed])
    const checks = Array.from({ length: 3_000 }, () => store.set(checkOriginAtom, read))
    await clock.advance(1)
    await Promise.all(checks)
    await store.set(checkOriginAtom, read)
    expect(urls).toHaveLength(1)
    expect(store.get(originStatusAtom)).toBe('allowed')
  })
})

describe('document that states the origins', () => {
  const stated = (origins: readonly string[] | 'malformed', options: TestWorldOptions = {}) => {
    const world = originWorld([listed], options)
    world.store.set(declaredOriginsAtom, origins)
    return world
  }

  it.each<[readonly string[] | 'malformed', string, string | undefined, readonly string[]]>([
    [[testOrigin], 'allowed', undefined, []],
    [['https://a.example'], 'refused', 'APKT002', ['APKT002']],
    [[], 'unverified', undefined, []],
    ['malformed', 'unavailable', 'APKT009', ['APKT009']],
  ])('%j › %s, and no API request', async (origins, verdict, block, alerts) => {
    expect(await stated(origins).check()).toEqual({ status: verdict, block, alerts, calls: 0 })
  })

  it('malformed, a response cached › unavailable', async () => {
    const storage = memoryArea()
    await originWorld([listed], { storage }).check()
    expect(await stated('malformed', { storage }).check()).toMatchObject({ status: 'unavailable', calls: 0 })
  })
})
