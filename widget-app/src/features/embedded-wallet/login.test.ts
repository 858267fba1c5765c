import { describe, expect, it } from 'vitest'
import { alertsAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  deferredResponse,
  embeddedWorld,
  testAccount,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestRoutes } from '#widget/testing/world.ts'
import { deliveryIntervalMs } from './code-form.ts'
import { logOutAtom } from './log-out.ts'
import { editAddressAtom, isAddressInvalidAtom, loginCode, submitAddressAtom } from './login.ts'
import { codeId, loginRoutes } from './testing/code-server.ts'
import { when } from './testing/when.ts'

const email = 'ada@example.org'

/** The login form; `bodies` are those of the requests, by path. */
function loginWorld(routes: TestRoutes = loginRoutes()) {
  const bodies: (readonly [string, unknown])[] = []
  const recorded = Object.fromEntries(
    Object.entries(routes).map(([path, route]): [string, typeof route] => [
      path,
      (url, body, headers) => {
        bodies.push([path, body])
        return route(url, body, headers)
      },
    ]),
  )
  const world = embeddedWorld(recorded)
  return {
    ...world,
    bodies,
    view: () => world.store.get(currentViewAtom).name,
    state: () => world.store.get(loginCode.stateAtom),
    submit: (typed: string) => world.store.set(submitAddressAtom, typed),
    enter: (code: string) => world.store.set(loginCode.submitAtom, code),
  }
}

describe('address', () => {
  it('valid › sends a code for this site, shows the form for it', async () => {
    const { submit, bodies, view, store, events } = loginWorld()
    await submit(`Ada <${email}>`)
    expect(bodies).toEqual([['/codes', { email, site: 'https://shop.example' }]])
    expect(view()).toBe('EmailLoginCode')
    expect(store.get(recentEmailsAtom)).toEqual([email])
    expect(events.map(({ event }) => event)).toEqual(['EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT'])
  })

  it.each(['ada', 'ada@host', 'jürgen@bücher.example'])(
    '%s › is not sent, raises APKTW002',
    async (typed) => {
      const { submit, bodies, store } = loginWorld()
      await submit(typed)
      expect(bodies).toEqual([])
      expect(store.get(alertsAtom)).toMatchObject([{ code: 'APKTW002' }])
      expect(store.get(isAddressInvalidAtom)).toBe(true)
      store.set(editAddressAtom)
      expect(store.get(isAddressInvalidAtom)).toBe(false)
    },
  )

  it('429 › states when to try again; typing clears it', async () => {
    const send = () => ({ status: 429, headers: { 'retry-after': '60' } })
    const { submit, state, store, clock, view } = loginWorld(loginRoutes({ send }))
    await submit(email)
    const retryAtMs = clock.now() + 60_000
    expect(state()).toEqual({ is: 'unsent', sendProblem: { is: 'too-many', retryAtMs } })
    expect(view()).toBe('Connect')
    store.set(editAddressAtom)
    expect(state()).toEqual({ is: 'unsent' })
  })

  it('rejected by the server › not among the recent addresses', async () => {
    const { submit, store } = loginWorld(loginRoutes({ send: () => ({ status: 400 }) }))
    await submit('ada@example.or')
    expect(store.get(recentEmailsAtom)).toEqual([])
  })

  it('submitted twice at once › one code', async () => {
    const { submit, bodies } = loginWorld()
    await Promise.all([submit(email), submit(email)])
    expect(bodies).toHaveLength(1)
  })

  it('same address within 30 s › shows the form without another code', async () => {
    const { submit, bodies, clock } = loginWorld()
    await submit(email)
    await clock.advance(29_999)
    await submit(email)
    expect(bodies).toHaveLength(1)
    await clock.advance(1)
    await submit(email)
    expect(bodies).toHaveLength(2)
  })

  it('another address › another code', async () => {
    const { submit, bodies, store } = loginWorld()
    await submit(email)
    await submit('other@example.org')
    expect(bodies).toHaveLength(2)
    expect(store.get(loginCode.sentAtom)?.email).toBe('other@example.org')
  })
})

describe('code', () => {
  it('right › stores the session, continues', async () => {
    const { submit, enter, bodies, store, flowCalls, events } = loginWorld()
    await submit(email)
    await enter('123456')
    expect(bodies.at(-1)).toEqual([`/codes/${codeId}`, { code: '123456', site: 'https://shop.example' }])
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testAccount })
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
    expect(events.at(-1)?.event).toBe('EMAIL_VERIFICATION_CODE_PASS')
  })

  it.each([
    ['000000', 'wrong'],
    ['000001', 'over'],
    ['000002', 'too-many'],
  ])('%s › %s', async (code, problem) => {
    const { submit, enter, state, store } = loginWorld()
    await submit(email)
    await enter(code)
    expect(state()).toMatchObject({ is: 'entering', problem })
    expect(state()).not.toHaveProperty('sendProblem')
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    store.set(loginCode.editAtom)
    expect(state()).not.toHaveProperty('problem')
  })

  it('too many for the address › states when to try again', async () => {
    const { submit, enter, state, clock } = loginWorld()
    await submit(email)
    await enter('000003')
    const sendProblem = { is: 'too-many', retryAtMs: clock.now() + 18_000_000 }
    expect(state()).toMatchObject({ is: 'entering', problem: 'too-many', sendProblem })
  })

  it('no response › the same code can be submitted again', async () => {
    const { submit, enter, state, flowCalls } = loginWorld()
    await submit(email)
    await enter('000004')
    expect(state()).toMatchObject({ is: 'failed', code: '000004' })
    await enter('123456')
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
  })

  it('submitted twice at once › one attempt', async () => {
    const { submit, enter, bodies } = loginWorld()
    await submit(email)
    await Promise.all([enter('000000'), enter('000000')])
    expect(bodies).toHaveLength(2)
  })

  it('response after the user has typed another address › login is discarded', async () => {
    const { response, respond } = deferredResponse()
    const { submit, enter, store, flowCalls } = loginWorld({
      ...loginRoutes(),
      [`/codes/${codeId}`]: () => response,
    })
    await submit(email)
    const entered = enter('123456')
    await when(store, loginCode.stateAtom, ({ is }) => is === 'checking')
    store.set(editAddressAtom)
    respond({ body: { token: testToken, isNew: true, account: testAccount } })
    await entered
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(flowCalls).toEqual([])
  })

  it('resent › only after 30 s, in place of the former code', async () => {
    const { submit, store, bodies, clock, enter, state } = loginWorld()
    await submit(email)
    await enter('000000')
    await store.set(loginCode.resendAtom)
    expect(bodies).toHaveLength(2)
    await clock.advance(30_000)
    await store.set(loginCode.resendAtom)
    expect(bodies).toHaveLength(3)
    const resendAtMs = clock.now() + 30_000
    expect(state()).toEqual({ is: 'entering', sent: { id: codeId, email, resendAtMs } })
  })

  it('resend fails › the former code can still be entered', async () => {
    let sends = 0
    const { submit, store, clock, state } = loginWorld(
      loginRoutes({
        send: () => {
          sends += 1
          return sends === 1
            ? { body: { id: codeId, lifetimeSeconds: 600, resendSeconds: 30 } }
            : { status: 500 }
        },
      }),
    )
    await submit(email)
    await clock.advance(30_000)
    await store.set(loginCode.resendAtom)
    expect(state()).toMatchObject({ is: 'entering', sent: { id: codeId }, sendProblem: { is: 'failed' } })
  })
})

describe('delivery', () => {
  it.each([
    ['sending', { body: { delivery: 'sending' } }, { is: 'known', delivery: 'sending' }],
    ['failed', { body: { delivery: 'failed' } }, { is: 'known', delivery: 'failed' }],
    ['404', { status: 404 }, { is: 'known', delivery: 'over' }],
    ['of another shape', { body: { delivery: 'lost' } }, { is: 'unknown' }],
  ])('response %s', async (_, delivery, state) => {
    const { submit, store } = loginWorld(loginRoutes({ delivery: () => delivery }))
    await submit(email)
    expect(store.get(loginCode.deliveryAtom)).toEqual({ is: 'closed' })
    await store.set(loginCode.checkDeliveryAtom)
    expect(store.get(loginCode.deliveryAtom)).toEqual(state)
  })

  it('pending › read again while it is on screen, until it is over', async () => {
    const deliveries = ['sending', 'sending', 'failed']
    let reads = 0
    const delivery = () => ({ body: { delivery: deliveries[reads++] } })
    const { submit, store, clock } = loginWorld(loginRoutes({ delivery }))
    await submit(email)
    await clock.advance(deliveryIntervalMs)
    expect(reads).toBe(0)
    const { deliveryAtom, checkDeliveryAtom } = loginCode
    const leave = store.sub(deliveryAtom, () => undefined)
    await store.set(checkDeliveryAtom)
    const first = store.get(deliveryAtom)
    await clock.advance(deliveryIntervalMs)
    await when(store, deliveryAtom, (state) => state !== first)
    expect([reads, store.get(deliveryAtom)]).toEqual([2, { is: 'known', delivery: 'sending' }])
    await clock.advance(deliveryIntervalMs)
    await when(store, deliveryAtom, (state) => state.is === 'known' && state.delivery === 'failed')
    await clock.advance(10 * deliveryIntervalMs)
    // Responds after any read before it.
    await store.set(checkDeliveryAtom)
    expect(reads).toBe(4)
    leave()
  })
})

it('log-out › ends the session, shows Connect', async () => {
  const { store, view, bodies } = loginWorld({ '/sign-out': () => ({ body: {} }) })
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount })
  await store.set(logOutAtom)
  expect(store.get(embeddedSessionAtom)).toBeUndefined()
  expect([view(), bodies.length]).toEqual(['Connect', 1])
})
