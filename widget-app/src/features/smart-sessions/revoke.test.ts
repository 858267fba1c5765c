import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { alice, type TestResponse, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { resetOnLeaveAtom, revokeAtom, revokeStateAtom } from './atoms/revoke.ts'
import { sessionAtom, sessionLookupAtom, sessionsAtom, sessionsOfAtom } from './atoms/sessions.ts'
import {
  account,
  basePath,
  connected,
  listPath,
  nowMs,
  revokePath,
  session,
  sessionOptions,
} from './fixtures.tsx'
import { pciOf, siteOf, statusOf } from './model.ts'

type Routes = NonNullable<TestWorldOptions['routes']>
const seconds = nowMs / 1_000
const coffee = { ...session('coffee', 'Tidewater Coffee'), expiry: seconds + 5 }
const revoked = { ...coffee, revokedAt: seconds }

async function openSession(
  over: Partial<NonNullable<ChainAdapter['smartSessions']>> = {},
  routes: Routes = {},
) {
  const world = testWorld(sessionOptions([coffee], over, routes))
  const { store, clock } = world
  connected(world)
  onTestFinished(store.sub(sessionAtom('coffee'), () => undefined))
  const leave = store.sub(resetOnLeaveAtom, () => undefined)
  await vi.waitFor(async () => {
    await clock.advance(10)
    expect(store.get(sessionAtom('coffee'))?.status).toBe('active')
  })
  const revoke = async () => {
    const found = store.get(sessionAtom('coffee'))
    if (!found) throw new Error('There is no session')
    await store.set(revokeAtom, found.session)
  }
  /** Revokes the session, and advances the clock until that resolves. */
  const revokeToEnd = async () => {
    let isOver = false
    void revoke().then(() => {
      isOver = true
    })
    await vi.waitFor(
      async () => {
        await clock.advance(500)
        expect(isOver).toBe(true)
      },
      { interval: 5 },
    )
  }
  const posts = () => world.urls.filter((url) => url.startsWith(`${revokePath}?`)).length
  return { ...world, leave, revoke, revokes: revokeToEnd, posts, state: () => store.get(revokeStateAtom) }
}

describe('sessions of an account', () => {
  it.each([
    ['active', { expiry: seconds + 1 }],
    ['expired', { expiry: seconds }],
    ['revoked', { expiry: seconds + 1, revokedAt: seconds }],
    ['revoked', { expiry: seconds - 9, revokedAt: seconds }],
    ['active', { expiry: seconds + 1, revokedAt: null }],
  ])('status › session with %s, %j › is reported', (status, over) => {
    expect(statusOf({ ...coffee, ...over }, nowMs)).toBe(status)
  })

  it('active session › expiry passes › moves to the expired list', async () => {
    const { store, clock } = await openSession()
    const listed = (status: 'active' | 'expired') => store.get(sessionsOfAtom(status)).map(pciOf)
    expect([listed('active'), listed('expired')]).toEqual([['coffee'], []])
    await clock.advance(6_000)
    expect([listed('active'), listed('expired')]).toEqual([[], ['coffee']])
  })

  const failures: readonly [string, () => TestResponse | Promise<TestResponse>][] = [
    ['429', () => ({ status: 429, headers: { 'retry-after': '1' } })],
    ['500', () => ({ status: 500 })],
    ['no answer', () => new Promise<never>(() => {})],
    ['the wrong shape', () => ({ body: { pcis: 7 } })],
    ['nothing', () => ({ text: '' })],
  ]
  it.each(failures)(
    'session list › refetch ends with %s › keeps the cached list without a toast',
    async (_, answer) => {
      let isFailing = false
      const list = () => (isFailing ? answer() : { body: { pcis: [coffee] } })
      const { store, clock } = await openSession({}, { [listPath]: list })
      isFailing = true
      void store.set(sessionsAtom(account))
      await vi.waitFor(
        async () => {
          await clock.advance(500)
          const loaded = store.get(sessionsAtom(account))
          expect(loaded.is === 'ready' && loaded.failure).toBeTruthy()
          expect(loaded).toMatchObject({ is: 'ready', data: [{ session: { pci: 'coffee' } }] })
        },
        { interval: 5 },
      )
      expect(store.get(toastAtom)).toMatchObject({ open: false })
    },
  )

  it('two networks › each has a session › fetches both and revokes on the right one', async () => {
    const posted: unknown[] = []
    const wharf = { ...coffee, pci: 'wharf', createdAt: coffee.createdAt + 1 }
    const { store, clock } = await openSession(
      {},
      {
        [basePath]: () => ({ body: { pcis: posted.length > 0 ? [] : [wharf] } }),
        [`${basePath}/revoke`]: (_url, body) => {
          posted.push(body)
          return { body: {} }
        },
      },
    )
    const rows = () => store.get(sessionsOfAtom('active')).map((one) => [one.account, pciOf(one)])
    const onBase = `eip155:8453:${alice}`
    expect(rows()).toEqual([
      [onBase, 'wharf'],
      [account, 'coffee'],
    ])
    const found = store.get(sessionAtom('wharf'))
    if (!found) throw new Error('There is no session')
    void store.set(revokeAtom, found.session)
    await vi.waitFor(async () => {
      await clock.advance(500)
      expect(store.get(revokeStateAtom)).toEqual({ is: 'revoked' })
    })
    expect(posted).toEqual([{ pci: 'wharf', signature: '0x1234' }])
    await vi.waitFor(() => expect(rows()).toEqual([[account, 'coffee']]))
  })

  it('two networks › one fails › reports it and lists the sessions of the other', async () => {
    const { store, clock } = await openSession({}, { [basePath]: () => ({ status: 400 }) })
    await vi.waitFor(async () => {
      await clock.advance(500)
      expect(store.get(sessionLookupAtom)).toEqual({ isLoading: false, failed: [`eip155:8453:${alice}`] })
    })
    expect(store.get(sessionsOfAtom('active')).map(pciOf)).toEqual(['coffee'])
  })

  it.each([
    [{ pci: 'odd', expiry: 'soon' }, 'active', 'odd'],
    [{ ...coffee, pci: 'odd', permissions: 'all' }, 'active', 'odd'],
    [{ ...coffee, pci: 'odd', project: null, revokedAt: seconds }, 'revoked', 'odd'],
    [{ ...coffee, pci: 7 }, 'active', undefined],
    [null, 'active', undefined],
  ] as const)(
    'unreadable session %j › list loads › is listed as %s and hides no other',
    async (odd, status, pci) => {
      const { store } = await openSession({}, { [listPath]: () => ({ body: { pcis: [odd, coffee] } }) })
      const unreadable = store.get(sessionsOfAtom(status)).filter(({ is }) => is === 'unreadable')
      expect(unreadable.map(pciOf)).toEqual([pci])
      expect(store.get(sessionAtom('coffee'))?.status).toBe('active')
    },
  )

  it('unreadable session › revoke › the wallet signs its id alone', async () => {
    const signed: unknown[] = []
    let revokedAt: number | undefined
    const { store, clock } = await openSession(
      {
        revoke: async (_connection, ending) => {
          signed.push(ending)
          return '0x1234'
        },
      },
      {
        [listPath]: () => ({ body: { pcis: [{ pci: 'odd', revokedAt }, coffee] } }),
        [revokePath]: () => {
          revokedAt = seconds
          return { body: {} }
        },
      },
    )
    const odd = store.get(sessionAtom('odd'))
    if (!odd) throw new Error('There is no session')
    void store.set(revokeAtom, odd.session)
    await vi.waitFor(async () => {
      await clock.advance(500)
      expect(store.get(revokeStateAtom)).toEqual({ is: 'revoked' })
    })
    expect(signed).toEqual([{ pci: 'odd', permissions: [], expiry: 0, address: alice }])
  })

  it('site of a session › untrusted name and URL › sanitizes and shows only web hosts', () => {
    const named = (name: string, url: string | null) => siteOf({ ...coffee, project: { id: 'x', name, url } })
    expect(named('Shop\u202e 1', 'https://shop.example/a?b')).toEqual({
      name: 'Shop 1',
      host: 'shop.example',
    })
    expect(named('', 'https://xn--pple-43d.com')).toEqual({
      name: 'xn--pple-43d.com',
      host: 'xn--pple-43d.com',
    })
    for (const url of ['javascript:alert(1)', 'nowhere', null])
      expect(named('Shop', url)).toEqual({ name: 'Shop', host: undefined })
  })
})

describe('revoking a session', () => {
  it('revoke › service accepts the signature › one prompt, one post, then revoked', async () => {
    const bodies: unknown[] = []
    const signed: unknown[] = []
    let pcis: readonly unknown[] = [coffee]
    const world = await openSession(
      {
        revoke: async (_connection, ending) => {
          signed.push(ending)
          return '0x1234'
        },
      },
      {
        [listPath]: () => ({ body: { pcis } }),
        [revokePath]: (_url, body) => {
          bodies.push(body)
          pcis = [revoked]
          return { body: {} }
        },
      },
    )
    await Promise.all([world.revoke(), world.revoke()])
    const { permissions, expiry } = coffee
    expect(signed).toEqual([{ pci: 'coffee', permissions, expiry, address: alice }])
    expect(bodies).toEqual([{ pci: 'coffee', signature: '0x1234' }])
    expect(world.state()).toEqual({ is: 'revoked' })
    await vi.waitFor(() => expect(world.store.get(sessionAtom('coffee'))?.status).toBe('revoked'))
  })

  it.each([
    [4001, 'rejected'],
    [-32002, 'pending'],
    [4200, 'failed'],
  ])('revoke › wallet returns error %i › stays active, failure is %s', async (code, is) => {
    const world = await openSession({ revoke: () => Promise.reject(new ProviderRpcError(code, 'No')) })
    await world.revoke()
    expect(world.state()).toMatchObject({ is: 'idle', failure: { is } })
    expect(world.posts()).toBe(0)
    expect(world.store.get(sessionAtom('coffee'))?.status).toBe('active')
  })

  it('revoke › service rejects › reports its sanitized reason, stays active', async () => {
    const body = { reasons: [{ description: 'The signature\u202e does not hold' }] }
    const world = await openSession({}, { [revokePath]: () => ({ status: 401, body }) })
    await world.revoke()
    const failure = { is: 'service-failed', reason: 'The signature does not hold' }
    expect(world.state()).toEqual({ is: 'idle', failure })
    expect(world.store.get(sessionAtom('coffee'))?.status).toBe('active')
  })

  const responses: readonly [string, () => TestResponse | Promise<TestResponse>][] = [
    ['429', () => ({ status: 429, headers: { 'retry-after': '1' } })],
    ['500', () => ({ status: 500 })],
    ['no answer', () => new Promise<never>(() => {})],
    ['no JSON', () => ({ text: 'oops' })],
    ['an empty body', () => ({ text: '' })],
    ['a success that says it is none', () => ({ body: { success: false } })],
  ]
  it.each(responses)(
    'revoke › service responds with %s › reads the list and posts only once',
    async (_, answer) => {
      for (const [pcis, state] of [
        [[revoked], { is: 'revoked' }],
        [[coffee], { is: 'idle', failure: { is: 'failed' } }],
      ] as const) {
        let isPosted = false
        const world = await openSession(
          {},
          {
            [listPath]: () => ({ body: { pcis: isPosted ? pcis : [coffee] } }),
            [revokePath]: () => {
              isPosted = true
              return answer()
            },
          },
        )
        await world.revokes()
        expect(world.state()).toMatchObject(state)
        expect(world.posts()).toBe(1)
      }
    },
  )

  it('revoke › service and list both fail › reports an unknown outcome', async () => {
    let isFailing = false
    const world = await openSession(
      {},
      {
        [listPath]: () => (isFailing ? { status: 500 } : { body: { pcis: [coffee] } }),
        [revokePath]: () => {
          isFailing = true
          return { status: 500 }
        },
      },
    )
    await world.revokes()
    expect(world.state()).toEqual({ is: 'idle', failure: { is: 'unknown' } })
  })

  it('revoke › wallet signs after the view unmounts › posts nothing', async () => {
    let sign = (_: string) => {}
    const world = await openSession({ revoke: () => new Promise((resolve) => (sign = resolve)) })
    const attempt = world.revoke()
    await vi.waitFor(() => expect(world.state().is).toBe('signing'))
    world.leave()
    sign('0x1234')
    await attempt
    expect(world.state()).toEqual({ is: 'idle' })
    expect(world.posts()).toBe(0)
  })
})
