import { describe, expect, it } from 'vitest'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  deferredResponse,
  embeddedWorld,
  testAccount,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import {
  resetSocialAttemptAtom,
  type SocialAttemptState,
  socialAttemptAtom,
  socialWindowAtom,
} from './social-attempt.ts'
import { chooseSocialAtom, startSocialLoginAtom } from './social-login.ts'
import { completed, never, socialRoutes, testWindows } from './testing/social-server.ts'
import { when } from './testing/when.ts'

type Server = Parameters<typeof socialRoutes>[0]

/** A login with Google, whose view is mounted until `leave`. */
function loginWorld(server: Server = {}, { isBlocked = false } = {}) {
  const windows = testWindows()
  const bodies: unknown[] = []
  const routes = socialRoutes({
    ...server,
    create: (body) => {
      bodies.push(body)
      return (
        server?.create?.(body) ??
        socialRoutes()['/social/attempts']?.(new URL('https://x.example'), body) ??
        {}
      )
    },
  })
  const world = embeddedWorld(routes, isBlocked ? {} : { openWindow: windows.openWindow })
  const leave = world.store.sub(resetSocialAttemptAtom, () => undefined)
  const state = () => world.store.get(socialAttemptAtom)
  return {
    ...{ ...world, ...windows, bodies, leave, state },
    until: (is: ReturnType<typeof state>['is']) =>
      when(world.store, socialAttemptAtom, (current) => current.is === is),
  }
}

const waiting = () => ({ body: { is: 'waiting' } })

/** The events of logins with services, without their common properties. */
const socialEvents = (events: ReturnType<typeof loginWorld>['events']) =>
  events
    .filter(({ event }) => event.startsWith('SOCIAL_'))
    .map(({ event, properties }) => [event, properties])

describe('social login', () => {
  it.each<[string, Server, SocialAttemptState['is'], string, object]>([
    ['completed', { reads: [completed] }, 'completed', 'SOCIAL_LOGIN_SUCCESS', {}],
    [
      'cancelled at the service',
      { reads: [() => ({ body: { is: 'cancelled' } })] },
      'cancelled',
      'SOCIAL_LOGIN_CANCELED',
      {},
    ],
    [
      'rejected by the service',
      { reads: [() => ({ body: { is: 'failed', reason: 'rejected' } })] },
      'failed',
      'SOCIAL_LOGIN_ERROR',
      { message: 'rejected' },
    ],
    [
      'not created',
      { create: () => ({ status: 429, headers: { 'retry-after': '60' } }) },
      'not-started',
      'SOCIAL_LOGIN_ERROR',
      { message: 'too-many' },
    ],
  ])('%s › one event for the start, one for the end', async (_, server, end, event, properties) => {
    const { store, until, events, leave } = loginWorld(server)
    store.set(startSocialLoginAtom, 'google')
    await until(end)
    leave()
    expect(socialEvents(events)).toMatchObject([
      ['SOCIAL_LOGIN_STARTED', { provider: 'google' }],
      [event, { provider: 'google', ...properties }],
    ])
  })

  it('left › cancelled, once', async () => {
    const { store, until, events, leave } = loginWorld({ reads: [never] })
    store.set(startSocialLoginAtom, 'google')
    await until('waiting')
    leave()
    expect(socialEvents(events).map(([event]) => event)).toEqual([
      'SOCIAL_LOGIN_STARTED',
      'SOCIAL_LOGIN_CANCELED',
    ])
  })

  it('choice › opens the window in the same task, creates the attempt with its secret', async () => {
    const { store, urls, windows, bodies, until } = loginWorld()
    store.set(chooseSocialAtom, 'google')
    expect(urls).toHaveLength(1)
    const url = new URL(urls[0] ?? '')
    const secret = url.searchParams.get('attempt')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(url.origin).toBe('https://widget.example')
    expect(windows[0]?.opener).toBeNull()
    expect(store.get(currentViewAtom)).toEqual({ name: 'ConnectingSocial', provider: 'google' })
    await until('waiting')
    expect(bodies).toEqual([{ provider: 'google', site: 'https://shop.example', secret }])
    expect(store.get(socialAttemptAtom)).toEqual({ is: 'waiting', number: '42', isReachable: true })
  })

  it('each attempt › a secret of its own', () => {
    const { store, urls } = loginWorld()
    store.set(startSocialLoginAtom, 'x')
    store.set(startSocialLoginAtom, 'x')
    expect(new Set(urls).size).toBe(2)
  })

  it('completed › session, window closed, next step', async () => {
    const { store, until, flowCalls, windows } = loginWorld({ reads: [waiting, completed] })
    store.set(startSocialLoginAtom, 'google')
    await until('completed')
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testAccount })
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
    expect(windows[0]?.closed).toBe(true)
  })

  it.each([
    ['cancelled', { is: 'cancelled' }, { is: 'cancelled' }],
    ['rejected', { is: 'failed', reason: 'rejected' }, { is: 'failed', reason: 'rejected' }],
    [
      'completed without a token',
      { is: 'completed', isNew: false, account: testAccount },
      { is: 'failed', reason: 'invalid' },
    ],
  ] as const)('%s › no session', async (_, body, ended) => {
    const { store, until, flowCalls, state } = loginWorld({ reads: [() => ({ body })] })
    store.set(startSocialLoginAtom, 'google')
    await until(ended.is)
    expect(state()).toEqual(ended)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(flowCalls).toEqual([])
  })

  it('attempt unknown to the server › expired', async () => {
    const { store, until, windows } = loginWorld({ reads: [() => ({ status: 404 })] })
    store.set(startSocialLoginAtom, 'google')
    await until('waiting')
    await until('expired')
    expect(windows[0]?.closed).toBe(true)
  })

  it('reads fail › repeated until the attempt expires', async () => {
    const { store, until, clock, state } = loginWorld({
      reads: [() => ({ status: 400 }), waiting, () => ({ status: 400 })],
    })
    store.set(startSocialLoginAtom, 'google')
    await when(store, socialAttemptAtom, (current) => current.is === 'waiting' && !current.isReachable)
    await clock.advance(2_000)
    await when(store, socialAttemptAtom, (current) => current.is === 'waiting' && current.isReachable)
    await when(store, socialAttemptAtom, (current) => current.is === 'waiting' && !current.isReachable)
    const expired = until('expired')
    await clock.advance(600_000)
    await clock.advance(2_000)
    await expired
    expect(state()).toEqual({ is: 'expired' })
  })

  it('attempt not created › says so, closes the window', async () => {
    const { store, until, windows, state } = loginWorld({ create: () => ({ status: 429 }) })
    store.set(startSocialLoginAtom, 'google')
    await until('not-started')
    expect(state()).toMatchObject({ problem: { is: 'too-many' } })
    expect(windows[0]?.closed).toBe(true)
  })

  it('window blocked › a link to the same window', async () => {
    const { store, until, bodies } = loginWorld({}, { isBlocked: true })
    store.set(startSocialLoginAtom, 'google')
    await until('waiting')
    const window = store.get(socialWindowAtom)
    const secret = String(Reflect.get(Object(bodies[0]), 'secret'))
    expect(window).toEqual({
      is: 'blocked',
      url: `https://widget.example/embedded/v1/social/start?attempt=${secret}`,
    })
  })

  it('window closed › stays waiting, can be opened again', async () => {
    const { store, until, clock, windows, state } = loginWorld()
    store.set(startSocialLoginAtom, 'google')
    await until('waiting')
    windows[0]?.close()
    await clock.advance(1_000)
    expect(store.get(socialWindowAtom)).toEqual({ is: 'closed' })
    expect(state().is).toBe('waiting')
  })

  it('view left › window closed, late login discarded', async () => {
    const { respond, response } = deferredResponse()
    const { store, until, leave, windows, flowCalls, clock } = loginWorld({ reads: [() => response, never] })
    store.set(startSocialLoginAtom, 'google')
    await until('waiting')
    leave()
    respond(completed())
    await clock.advance(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(windows[0]?.closed).toBe(true)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(flowCalls).toEqual([])
  })

  it('Farcaster › its own view, no window', () => {
    const { store, urls } = loginWorld()
    store.set(chooseSocialAtom, 'farcaster')
    expect(store.get(currentViewAtom)).toEqual({ name: 'ConnectingFarcaster' })
    expect(urls).toEqual([])
  })
})
