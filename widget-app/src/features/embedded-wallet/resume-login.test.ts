import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentViewAtom, goBackAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { pendingLogins } from '#widget/domain/embedded-wallet/pending-logins.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { memoryIndexedDb } from '#widget/lib/dpop/testing/memory-indexed-db.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { atom } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestRoutes } from '#widget/testing/world.ts'
import { farcasterLoginAtom } from './farcaster-login.ts'
import { logOutAtom } from './log-out.ts'
import { changeAddressAtom, loginCode, resumedCodeAtom, submitAddressAtom } from './login.ts'
import { resetSocialAttemptAtom, socialAttemptAtom, socialWindowAtom } from './social-attempt.ts'
import { chooseSocialAtom, startSocialLoginAtom } from './social-login.ts'
import { codeId, loginRoutes } from './testing/code-server.ts'
import {
  attemptId,
  completed,
  farcasterRoutes,
  farcasterUrl,
  never,
  testWindows,
} from './testing/social-server.ts'
import { when } from './testing/when.ts'

beforeEach(() => vi.stubGlobal('indexedDB', memoryIndexedDb().factory))
afterEach(() => vi.unstubAllGlobals())

/** Id of the second attempt. */
const otherId = 'new'.repeat(8)
const email = 'ada@example.org'
const listAtom = atom((get) => () => pendingLogins(get))

/** Pages of one browser: they share storage, key, locks and time. A page that the browser discards unmounts nothing. */
function browser(routes: TestRoutes = loginRoutes()) {
  const storage = memoryArea()
  const clock = fakeClock()
  const bodies: (readonly [string, unknown])[] = []
  const locks = new Map<string, object>()
  const recorded = Object.fromEntries(
    Object.entries(routes).map(([path, route]): [string, typeof route] => [
      path,
      (url, body, headers) => {
        bodies.push([path, body])
        return route(url, body, headers)
      },
    ]),
  )
  const open = () => {
    const windows = testWindows()
    const page = {}
    const world = embeddedWorld(recorded, {
      ...{ storage, clock, openWindow: windows.openWindow },
      withExclusiveLock: async (name, work) => {
        if (locks.has(name)) return
        locks.set(name, page)
        await work().finally(() => locks.delete(name))
      },
    })
    /** Mounts the form for the address, which a click in Connect has opened. */
    const showEmailLogin = () => {
      world.store.set(viewStackAtom, { to: 'push', view: { name: 'EmailLogin' } })
      world.store.sub(resumedCodeAtom, () => undefined)()
    }
    const discard = () => {
      for (const [name, holder] of locks) if (holder === page) locks.delete(name)
    }
    const pending = () => world.store.get(listAtom)()
    return {
      ...world,
      ...windows,
      showEmailLogin,
      discard,
      pending,
      view: () => world.store.get(currentViewAtom),
    }
  }
  return { open, clock, bodies }
}

const posts = (bodies: ReturnType<typeof browser>['bodies'], path: string) =>
  bodies.filter(([called, body]) => called === path && body !== undefined).length

describe('code after a reload', () => {
  async function sentBrowser(routes?: TestRoutes) {
    const one = browser(routes)
    const first = one.open()
    first.showEmailLogin()
    await first.store.set(submitAddressAtom, email)
    await first.store.get(embeddedApiAtom).isKeyPersistent()
    first.discard()
    return { ...one, first }
  }

  it('EmailLogin opens › code field of the same address, rest of the countdown, logs in', async () => {
    const { open, clock, first, bodies } = await sentBrowser()
    const resendAtMs = clock.now() + 30_000
    await clock.advance(20_000)
    const { store, showEmailLogin, view, flowCalls, pending } = open()
    showEmailLogin()
    expect(view().name).toBe('EmailLoginCode')
    expect(store.get(loginCode.stateAtom)).toEqual({
      is: 'entering',
      sent: { id: codeId, email, resendAtMs },
    })
    const keys = [first.store, store].map((one) => one.get(embeddedApiAtom).thumbprint())
    expect(new Set(await Promise.all(keys)).size).toBe(1)
    await store.set(loginCode.submitAtom, '123456')
    expect(bodies.at(-1)).toEqual([`/codes/${codeId}`, { code: '123456', site: 'https://shop.example' }])
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
    expect(pending()).toEqual([])
  })

  it('page starts › no view and no request of its own', async () => {
    const { open, bodies } = await sentBrowser()
    const { view, urls } = open()
    expect([view().name, urls, bodies.length]).toEqual(['Connect', [], 1])
  })

  it('same address submitted within the wait › no other code', async () => {
    const { open, bodies } = await sentBrowser()
    const { store, showEmailLogin, view } = open()
    showEmailLogin()
    store.set(goBackAtom)
    await store.set(submitAddressAtom, email)
    expect([view().name, posts(bodies, '/codes')]).toEqual(['EmailLoginCode', 1])
  })

  it('widget reopened without a reload › code field', async () => {
    const { first } = await sentBrowser()
    first.store.set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
    first.showEmailLogin()
    expect(first.view().name).toBe('EmailLoginCode')
  })

  it('Back from the code › form for the address stays', async () => {
    const { first } = await sentBrowser()
    first.store.set(goBackAtom)
    first.store.sub(resumedCodeAtom, () => undefined)
    expect(first.view().name).toBe('EmailLogin')
  })

  it('address changed › the next page asks for the address', async () => {
    const { first, open } = await sentBrowser()
    first.store.set(changeAddressAtom)
    const { showEmailLogin, view } = open()
    showEmailLogin()
    expect(view().name).toBe('EmailLogin')
  })

  it('another address, rejected by the server › former code not continued', async () => {
    let isDown = false
    const send = () =>
      isDown ? { status: 500 } : { body: { id: codeId, lifetimeSeconds: 600, resendSeconds: 30 } }
    const { first, open } = await sentBrowser(loginRoutes({ send }))
    isDown = true
    first.store.set(goBackAtom)
    await first.store.set(submitAddressAtom, 'other@example.org')
    expect(open().pending()).toEqual([])
  })

  it('another code sent to the address › continued with that one only', async () => {
    let id = codeId
    const send = () => ({ body: { id, lifetimeSeconds: 600, resendSeconds: 30 } })
    const { first, open, clock } = await sentBrowser(loginRoutes({ send }))
    id = otherId
    await clock.advance(30_000)
    await first.store.set(loginCode.resendAtom)
    expect(open().pending()).toMatchObject([{ id: otherId, resendAtMs: clock.now() + 30_000 }])
  })

  it('code expired › the next page asks for the address', async () => {
    const { open, clock } = await sentBrowser()
    await clock.advance(600_000)
    const { showEmailLogin, view } = open()
    showEmailLogin()
    expect(view().name).toBe('EmailLogin')
  })

  it.each(['000001', '000002'])('code %s cannot be used any more › not continued', async (code) => {
    const { first, open } = await sentBrowser()
    await first.store.set(loginCode.submitAtom, code)
    expect(open().pending()).toEqual([])
  })

  it('wrong code › still continued', async () => {
    const { first, open } = await sentBrowser()
    await first.store.set(loginCode.submitAtom, '000000')
    expect(open().pending()).toHaveLength(1)
  })

  it('log-out › not continued', async () => {
    const { first, open } = await sentBrowser()
    await first.store.set(logOutAtom)
    expect(open().pending()).toEqual([])
  })

  it('two tabs, one changes the address › the other still logs in', async () => {
    const { first, open } = await sentBrowser()
    const second = open()
    second.showEmailLogin()
    second.store.set(changeAddressAtom)
    await first.store.set(loginCode.submitAtom, '123456')
    expect(first.store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testAccount })
  })
})

describe('social login after a reload', () => {
  /** A browser whose first page has opened Google's window; reads wait until `confirm`. */
  async function waitingBrowser(end = completed) {
    let isEnded = false
    const created = { url: 'https://api.example/x', number: '42', lifetimeSeconds: 600 }
    const one: ReturnType<typeof browser> = browser({
      [`/social/attempts/${attemptId}`]: () => (isEnded ? end() : never()),
      [`/social/attempts/${otherId}`]: never,
      '/social/attempts': () => ({
        body: { ...created, id: posts(one.bodies, '/social/attempts') > 1 ? otherId : attemptId },
      }),
    })
    const first = one.open()
    first.store.sub(resetSocialAttemptAtom, () => undefined)
    first.store.set(chooseSocialAtom, 'google')
    await when(first.store, socialAttemptAtom, ({ is }) => is === 'waiting')
    await first.store.get(embeddedApiAtom).isKeyPersistent()
    const confirm = () => {
      isEnded = true
    }
    return { ...one, first, confirm }
  }

  it('window confirmed meanwhile, same service chosen › session, no window', async () => {
    const { first, open, confirm, bodies } = await waitingBrowser()
    first.discard()
    confirm()
    const { store, urls: windowUrls, flowCalls, pending } = open()
    store.set(chooseSocialAtom, 'google')
    await when(store, socialAttemptAtom, ({ is }) => is === 'completed')
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testAccount })
    expect([windowUrls, flowCalls]).toEqual([[], ['afterEmbeddedLogin']])
    expect([posts(bodies, '/social/attempts'), pending()]).toEqual([1, []])
  })

  it('page starts › reads nothing without the click', async () => {
    const { first, open, confirm, bodies } = await waitingBrowser()
    first.discard()
    confirm()
    const before = bodies.length
    const { store, clock } = open()
    await clock.advance(10_000)
    expect([store.get(embeddedSessionAtom), bodies.length]).toEqual([undefined, before])
  })

  it('still waiting › same number, window can be opened again', async () => {
    const { first, open, bodies } = await waitingBrowser()
    first.discard()
    const { store, urls } = open()
    store.set(chooseSocialAtom, 'google')
    await when(store, socialAttemptAtom, ({ is }) => is === 'waiting')
    expect(store.get(socialAttemptAtom)).toMatchObject({ number: '42' })
    expect(store.get(socialWindowAtom)).toEqual({ is: 'closed' })
    store.set(startSocialLoginAtom, 'google')
    expect(urls).toHaveLength(1)
    await expect.poll(() => posts(bodies, '/social/attempts')).toBe(2)
  })

  it('another service chosen › its own attempt', async () => {
    const { first, open } = await waitingBrowser()
    first.discard()
    const { store, urls } = open()
    store.set(chooseSocialAtom, 'github')
    expect(urls).toHaveLength(1)
  })

  it('view left › not continued', async () => {
    const { first, open } = await waitingBrowser()
    first.store.sub(resetSocialAttemptAtom, () => undefined)
    first.store.set(startSocialLoginAtom, 'google')
    expect(open().pending()).toEqual([])
  })

  it('another tab still reads it › a new attempt, the other tab keeps its own', async () => {
    const { open, bodies, first } = await waitingBrowser()
    const second = open()
    second.store.set(chooseSocialAtom, 'google')
    await expect.poll(() => second.urls.length).toBe(1)
    await expect.poll(() => posts(bodies, '/social/attempts')).toBe(2)
    expect(first.store.get(socialAttemptAtom).is).toBe('waiting')
  })

  it('stored › no secret of the window', async () => {
    const { pending, urls } = (await waitingBrowser()).first
    const secret = new URL(urls[0] ?? '').searchParams.get('attempt')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(pending()).toHaveLength(1)
    expect(JSON.stringify(pending())).not.toContain(secret)
  })
})

describe('Farcaster login after a reload', () => {
  async function waitingBrowser(isApproved: () => boolean) {
    const created = { url: farcasterUrl, lifetimeSeconds: 600, pollSeconds: 2 }
    const one: ReturnType<typeof browser> = browser({
      ...farcasterRoutes({ reads: [() => (isApproved() ? completed() : { body: { is: 'waiting' } })] }),
      [`/farcaster/${otherId}`]: () => ({ body: { is: 'waiting' } }),
      '/farcaster': () => ({
        body: { ...created, id: posts(one.bodies, '/farcaster') > 1 ? otherId : attemptId },
      }),
    })
    const first = one.open()
    const leave = first.store.sub(farcasterLoginAtom, () => undefined)
    await when(first.store, farcasterLoginAtom, ({ is }) => is === 'waiting')
    await first.store.get(embeddedApiAtom).isKeyPersistent()
    return { ...one, first, leave }
  }

  it('approved in the app, Farcaster chosen again › session without another code', async () => {
    let isApproved = false
    const { first, open, bodies } = await waitingBrowser(() => isApproved)
    first.discard()
    isApproved = true
    const { store, flowCalls, pending } = open()
    store.sub(farcasterLoginAtom, () => undefined)
    await when(store, farcasterLoginAtom, ({ is }) => is === 'completed')
    expect([flowCalls, posts(bodies, '/farcaster')]).toEqual([['afterEmbeddedLogin'], 1])
    expect(pending()).toEqual([])
  })

  it('not approved yet › same code until its end', async () => {
    const { first, open, clock, bodies } = await waitingBrowser(() => false)
    const expiresAtMs = clock.now() + 600_000
    first.discard()
    await clock.advance(5_000)
    const { store } = open()
    store.sub(farcasterLoginAtom, () => undefined)
    await when(store, farcasterLoginAtom, ({ is }) => is === 'waiting')
    expect(store.get(farcasterLoginAtom)).toMatchObject({ url: farcasterUrl, expiresAtMs, renewed: 0 })
    expect(posts(bodies, '/farcaster')).toBe(1)
  })

  it('view left › not continued', async () => {
    const { leave, open } = await waitingBrowser(() => false)
    leave()
    expect(open().pending()).toEqual([])
  })

  it('another tab still reads it › a code of its own', async () => {
    const { open, bodies } = await waitingBrowser(() => false)
    const { store } = open()
    store.sub(farcasterLoginAtom, () => undefined)
    await when(store, farcasterLoginAtom, ({ is }) => is === 'waiting')
    expect(posts(bodies, '/farcaster')).toBe(2)
  })
})
