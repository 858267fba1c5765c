import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { postBatch } from '#shared/api/analytics.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { analyticsFlushBytes } from '#shared/config/limits.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { originStatusAtom } from '#widget/core/origin.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { type Answer, testWorld } from '#widget/testing/world.ts'
import { uuidOf } from './event-batch.ts'
import { startAnalytics } from './start-analytics.ts'

type ConfigCase = [string, Partial<HostConfigInput>]
type AnswerCase = [string, () => Answer | Promise<Answer>]
type BeaconCase = [string, () => boolean]

const wants = () => ({ body: { isAnalyticsEnabled: true } })

/** A window that records its beacons; `acceptsBeacon` is the result of `sendBeacon`. */
function analyticsPage(takes: () => boolean = () => true) {
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
        const taken = takes()
        if (taken)
          sent.push({ url: String(url), events: z.parse(z.array(z.unknown()), JSON.parse(String(body))) })
        return taken
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

async function counting(
  options: {
    readonly answer?: () => Answer | Promise<Answer>
    readonly config?: Partial<HostConfigInput>
    readonly takes?: () => boolean
  } = {},
) {
  const world = testWorld({
    routes: { '/getAnalyticsConfig': options.answer ?? wants },
    config: { analyticsConsent: true, ...options.config },
  })
  const browser = analyticsPage(options.takes)
  const end = startAnalytics(world.store, browser.page)
  await world.clock.advance(0)
  const { store } = world
  const tell = (message = 'x') =>
    store.set(trackEventAtom, { event: 'CONNECT_ERROR', properties: { message } })
  const tellLong = (name: string) =>
    store.set(trackEventAtom, { event: 'GET_WALLET', properties: { name, type: 'homepage' } })
  const consent = (analyticsConsent: boolean) =>
    store.set(hostConfigAtom, { ...store.get(hostConfigAtom), analyticsConsent })
  const asked = () => world.urls.filter((url) => url.startsWith('/getAnalyticsConfig')).length
  return { ...world, ...browser, tell, tellLong, consent, asked, end }
}

describe('analytics', () => {
  it('events queued › page hidden › sends them in one beacon', async () => {
    const { sent, tell, hide, clock } = await counting()
    tell('one')
    tell('two')
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
    const { sent, store, hide, events } = await counting()
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
    const { sent, tell, tellLong, page } = await counting()
    tell()
    page.dispatchEvent(new Event('pagehide'))
    expect(sent).toHaveLength(1)
    const long = 'é'.repeat(4_000)
    const fit = Math.floor(analyticsFlushBytes / 8_000)
    for (let at = 0; at < fit; at += 1) tellLong(long)
    expect(sent).toHaveLength(1)
    tellLong(long)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.events).toHaveLength(fit + 1)
  })

  it('no consent yet › fetches no config and queues nothing', async () => {
    const { sent, tell, consent, asked, hide, urls, clock } = await counting({
      config: { analyticsConsent: false },
    })
    tell('before')
    hide()
    expect([urls, sent]).toEqual([[], []])
    consent(true)
    tell('after')
    await clock.advance(0)
    expect(asked()).toBe(1)
    hide()
    expect(JSON.stringify(sent)).toContain('after')
    expect(JSON.stringify(sent)).not.toContain('before')
  })

  it('consent withdrawn › drops the queue; consent again › does not refetch the config', async () => {
    const { sent, tell, consent, asked, hide } = await counting()
    tell('dropped')
    consent(false)
    tell('unheard')
    hide()
    expect(sent).toEqual([])
    consent(true)
    tell('kept')
    hide()
    expect(JSON.stringify(sent)).toMatch(/kept/)
    expect(JSON.stringify(sent)).not.toMatch(/dropped|unheard/)
    expect(asked()).toBe(1)
  })

  it.each<ConfigCase>([
    ['the flag is off', { features: { analytics: false } }],
    ['nobody agreed', { analyticsConsent: false }],
  ])('%s › does not fetch the config', async (_name, config) => {
    const { urls } = await counting({ config })
    expect(urls).toEqual([])
  })

  it('origin refused › sends nothing', async () => {
    const { store, tell, hide, sent } = await counting()
    tell()
    store.set(originStatusAtom, 'refused')
    hide()
    expect(sent).toEqual([])
  })

  it.each<AnswerCase>([
    ['the project wants none', () => ({ body: { isAnalyticsEnabled: false } })],
    ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '1' } })],
    ['500', () => ({ status: 500 })],
    ['silence', () => new Promise(() => {})],
    ['a wrong shape', () => ({ body: { isAnalyticsEnabled: 'true' } })],
    ['nothing', () => ({ body: null })],
  ])('config is %s › neither sends nor queues', async (_name, answer) => {
    const { sent, tell, hide, clock } = await counting({ answer })
    tell()
    await clock.advance(60_000)
    tell()
    hide()
    expect(sent).toEqual([])
  })

  it('config pending › queues events up to the size of one beacon', async () => {
    let answer: (value: Answer) => void = () => {}
    const pending = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    const { sent, tellLong, hide, clock } = await counting({ answer: () => pending })
    for (let at = 0; at < 100; at += 1) tellLong('x'.repeat(1_000))
    hide()
    expect(sent).toEqual([])
    answer({ body: { isAnalyticsEnabled: true } })
    await clock.advance(0)
    // More bytes than a queue normally stores. They are sent when the config arrives; later events start a new queue.
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(sent[0]?.events).length).toBeLessThan(60 * 1024)
    tellLong('after')
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
  ])('beacon %s › sends nothing more in this document', async (_name, takes) => {
    let tries = 0
    const { tell, hide, consent } = await counting({
      takes: () => {
        tries += 1
        return takes()
      },
    })
    tell()
    hide()
    tell()
    hide()
    consent(false)
    consent(true)
    tell()
    hide()
    expect(tries).toBe(1)
  })

  it('event id › is a UUID of version 4', () => {
    expect(uuidOf('0123456789abcdef0123456789abcdef')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
