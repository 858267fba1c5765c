import { describe, expect, it } from 'vitest'
import { postBatch } from '#shared/api/analytics.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { analyticsFlushBytes } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { type TestResponse, testWorld } from '#widget/testing/world.ts'
import { uuidOf } from './event-batch.ts'
import { startAnalytics } from './start-analytics.ts'

type ConfigCase = [string, Partial<HostConfigInput>]
type ConfigResponseCase = [string, () => TestResponse | Promise<TestResponse>]
type BeaconCase = [string, () => boolean]

const enabledConfig = () => ({ body: { isAnalyticsEnabled: true } })

/** A window that records its beacons; `acceptsBeacon` is the result of `sendBeacon`. */
function analyticsPage(acceptsBeacon: () => boolean = () => true) {
  const sent: { readonly url: string; readonly events: unknown[] }[] = []
  let visibilityState: DocumentVisibilityState = 'visible'
  const document = Object.assign(new EventTarget(), {
    get visibilityState() {
      return visibilityState
    },
  })
  Object.defineProperty(document, 'visibilityState', { get: () => visibilityState })
  const page = Object.assign(new EventTarget(), {
    document,
    navigator: {
      sendBeacon: (url: string | URL, body?: unknown) => {
        const isAccepted = acceptsBeacon()
        if (isAccepted)
          sent.push({ url: String(url), events: z.parse(z.array(z.unknown()), JSON.parse(String(body))) })
        return isAccepted
      },
    },
  })
  return {
    page,
    sent,
    hide: () => {
      visibilityState = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
      visibilityState = 'visible'
    },
  }
}

async function startTestAnalytics(
  options: {
    readonly respond?: () => TestResponse | Promise<TestResponse>
    readonly config?: Partial<HostConfigInput>
    readonly acceptsBeacon?: () => boolean
  } = {},
) {
  const world = testWorld({
    routes: { '/getAnalyticsConfig': options.respond ?? enabledConfig },
    config: { analyticsConsent: true, ...options.config },
  })
  const browser = analyticsPage(options.acceptsBeacon)
  const stop = startAnalytics(world.store, browser.page)
  await world.clock.advance(0)
  const { store } = world
  const track = (message = 'x') =>
    store.set(trackEventAtom, { event: 'CONNECT_ERROR', properties: { message } })
  const trackLong = (name: string) =>
    store.set(trackEventAtom, { event: 'GET_WALLET', properties: { name, type: 'homepage' } })
  const consent = (analyticsConsent: boolean) =>
    store.set(hostConfigAtom, { ...store.get(hostConfigAtom), analyticsConsent })
  const countConfigFetches = () => world.urls.filter((url) => url.startsWith('/getAnalyticsConfig')).length
  return { ...world, ...browser, track, trackLong, consent, countConfigFetches, stop }
}

describe('analytics', () => {
  it('events queued › page hidden › sends them in one beacon', async () => {
    const { sent, track, hide, clock } = await startTestAnalytics()
    track('one')
    track('two')
    expect(sent).toEqual([])
    hide()
    hide()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url).toMatch(/^\/batch\?projectId=demo&st=drawbridge&sv=/)
    expect(sent[0]?.events).toEqual([
      {
        eventId: expect.any(String),
        url: 'https://shop.example',
        domain: 'shop.example',
        timestamp: clock.now(),
        props: {
          type: 'track',
          event: 'CONNECT_ERROR',
          properties: { message: 'one', caipNetworkId: 'eip155:1' },
        },
      },
      expect.objectContaining({ props: expect.objectContaining({ event: 'CONNECT_ERROR' }) }),
    ])
    expect(z.safeParse(postBatch.body(), sent[0]?.events).success).toBe(true)
  })

  it('event with items › puts the items next to its properties', async () => {
    const { sent, store, hide, events } = await startTestAnalytics()
    const items = [{ name: 'Gull', view: 'Connect', displayIndex: 0, query: '', certified: false }]
    store.set(trackEventAtom, { event: 'WALLET_IMPRESSION_V2', properties: { items } })
    hide()
    expect(sent[0]?.events).toMatchObject([
      { props: { type: 'track', event: 'WALLET_IMPRESSION_V2', items, properties: {} } },
    ])
    expect(JSON.stringify(sent[0]?.events).split('"items"')).toHaveLength(2)
    expect(z.safeParse(postBatch.body(), sent[0]?.events).success).toBe(true)
    expect(events.at(-1)).toMatchObject({ properties: { items } })
  })

  it('page hides, or queue exceeds 45 KB › sends at once', async () => {
    const { sent, track, trackLong, page } = await startTestAnalytics()
    track()
    page.dispatchEvent(new Event('pagehide'))
    expect(sent).toHaveLength(1)
    const long = 'é'.repeat(4_000)
    const fit = Math.floor(analyticsFlushBytes / 8_000)
    for (let at = 0; at < fit; at += 1) trackLong(long)
    expect(sent).toHaveLength(1)
    trackLong(long)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.events).toHaveLength(fit + 1)
  })

  it('no consent yet › fetches no config and queues nothing', async () => {
    const { sent, track, consent, countConfigFetches, hide, urls, clock } = await startTestAnalytics({
      config: { analyticsConsent: false },
    })
    track('before')
    hide()
    expect([urls, sent]).toEqual([[], []])
    consent(true)
    track('after')
    await clock.advance(0)
    expect(countConfigFetches()).toBe(1)
    hide()
    expect(JSON.stringify(sent)).toContain('after')
    expect(JSON.stringify(sent)).not.toContain('before')
  })

  it('consent withdrawn › drops the queue; consent again › does not refetch the config', async () => {
    const { sent, track, consent, countConfigFetches, hide } = await startTestAnalytics()
    track('dropped')
    consent(false)
    track('unheard')
    hide()
    expect(sent).toEqual([])
    consent(true)
    track('kept')
    hide()
    expect(JSON.stringify(sent)).toMatch(/kept/)
    expect(JSON.stringify(sent)).not.toMatch(/dropped|unheard/)
    expect(countConfigFetches()).toBe(1)
  })

  it.each<ConfigCase>([
    ['the flag is off', { features: { analytics: false } }],
    ['nobody agreed', { analyticsConsent: false }],
  ])('%s › does not fetch the config', async (_name, config) => {
    const { urls } = await startTestAnalytics({ config })
    expect(urls).toEqual([])
  })

  it('origin refused › sends nothing', async () => {
    const { store, track, hide, sent } = await startTestAnalytics()
    track()
    store.set(originStatusAtom, 'refused')
    hide()
    expect(sent).toEqual([])
  })

  it.each<ConfigResponseCase>([
    ['the project wants none', () => ({ body: { isAnalyticsEnabled: false } })],
    ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '1' } })],
    ['500', () => ({ status: 500 })],
    ['silence', () => new Promise(() => {})],
    ['a wrong shape', () => ({ body: { isAnalyticsEnabled: 'true' } })],
    ['nothing', () => ({ body: null })],
  ])('config is %s › neither sends nor queues', async (_name, respond) => {
    const { sent, track, hide, clock } = await startTestAnalytics({ respond })
    track()
    await clock.advance(60_000)
    track()
    hide()
    expect(sent).toEqual([])
  })

  it('config pending › queues events up to the size of one beacon', async () => {
    let respond: (value: TestResponse) => void = () => {}
    const pending = new Promise<TestResponse>((resolve) => {
      respond = resolve
    })
    const { sent, trackLong, hide, clock } = await startTestAnalytics({ respond: () => pending })
    for (let at = 0; at < 100; at += 1) trackLong('x'.repeat(1_000))
    hide()
    expect(sent).toEqual([])
    respond({ body: { isAnalyticsEnabled: true } })
    await clock.advance(0)
    // More bytes than a queue normally stores. They are sent when the config arrives; later events start a new queue.
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(sent[0]?.events).length).toBeLessThan(60 * 1024)
    trackLong('after')
    hide()
    expect(JSON.stringify(sent[1]?.events)).toContain('after')
  })

  it.each<BeaconCase>([
    ['refused', () => false],
    [
      'that throws',
      () => {
        throw new TypeError('No beacons here')
      },
    ],
  ])('beacon %s › sends nothing more in this document', async (_name, acceptsBeacon) => {
    let tries = 0
    const { track, hide, consent } = await startTestAnalytics({
      acceptsBeacon: () => {
        tries += 1
        return acceptsBeacon()
      },
    })
    track()
    hide()
    track()
    hide()
    consent(false)
    consent(true)
    track()
    hide()
    expect(tries).toBe(1)
  })

  it('event id › is a UUID of version 4', () => {
    expect(uuidOf('0123456789abcdef0123456789abcdef')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
