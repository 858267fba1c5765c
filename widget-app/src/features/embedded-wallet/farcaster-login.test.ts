import { describe, expect, it } from 'vitest'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  deferredResponse,
  embeddedWorld,
  testAccount,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { farcasterLoginAtom } from './farcaster-login.ts'
import { attemptId, completed, farcasterRoutes, farcasterUrl } from './testing/social-server.ts'
import { when } from './testing/when.ts'

const waiting = () => ({ body: { is: 'waiting' } })
const failed = (reason: string) => () => ({ body: { is: 'failed', reason } })

function loginWorld(server: Parameters<typeof farcasterRoutes>[0] = {}) {
  const created: unknown[] = []
  const world = embeddedWorld(
    farcasterRoutes({
      ...server,
      create: (body) => {
        created.push(body)
        return (
          server.create?.(body) ?? {
            body: { id: attemptId, url: farcasterUrl, lifetimeSeconds: 600, pollSeconds: 2 },
          }
        )
      },
    }),
  )
  const leave = world.store.sub(farcasterLoginAtom, () => undefined)
  const state = () => world.store.get(farcasterLoginAtom)
  const until = (is: ReturnType<typeof state>['is']) =>
    when(world.store, farcasterLoginAtom, (current) => current.is === is)
  /** Lets the pause before a read pass, and waits for what the read changes. */
  const read = async () => {
    const before = state()
    const changed = when(world.store, farcasterLoginAtom, (current) => current !== before)
    await world.clock.advance(2_000)
    await changed
  }
  return { ...world, created, leave, state, until, read }
}

describe('login with Farcaster', () => {
  it('view mounts › code for this site', async () => {
    const { until, created, state, clock } = loginWorld()
    await until('waiting')
    expect(created).toEqual([{ site: 'https://shop.example' }])
    const expiresAtMs = clock.now() + 600_000
    expect(state()).toEqual({ is: 'waiting', url: farcasterUrl, expiresAtMs, renewed: 0, isReachable: true })
  })

  it('phone approves › session and next step', async () => {
    const { store, until, read, flowCalls } = loginWorld({ reads: [waiting, completed] })
    await until('waiting')
    await read()
    await read()
    await until('completed')
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testAccount })
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
  })

  it('login and leaving › one event for the start, one for the end', async () => {
    const names = (world: ReturnType<typeof loginWorld>) => world.events.map(({ event }) => event)
    const first = loginWorld({ reads: [completed] })
    await first.until('waiting')
    await first.read()
    await first.until('completed')
    first.leave()
    expect(names(first)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_SUCCESS'])
    const second = loginWorld()
    await second.until('waiting')
    second.leave()
    expect(names(second)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'])
  })

  it('reads › only after each pause', async () => {
    const { until, urls, read, clock } = loginWorld()
    await until('waiting')
    const reads = () => urls.filter((url) => url.includes(`/farcaster/${attemptId}`)).length
    await read()
    expect(reads()).toBe(1)
    await clock.advance(1_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(reads()).toBe(1)
  })

  it.each([
    ['unknown to the server', () => ({ status: 404 })],
    ['expired at the relay', failed('expired')],
  ])('%s › a new code by itself', async (_, response) => {
    const { store, until, read, created } = loginWorld({ reads: [response, waiting] })
    await until('waiting')
    await read()
    await when(store, farcasterLoginAtom, (current) => current.is === 'waiting' && current.renewed === 1)
    expect(created).toHaveLength(2)
  })

  it.each(['invalid-message', 'wrong-signer'])('%s › failed, can be started again', async (reason) => {
    const { store, until, read, state, created } = loginWorld({ reads: [failed(reason)] })
    await until('waiting')
    await read()
    expect(state()).toEqual({ is: 'failed', reason })
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    store.set(farcasterLoginAtom, 'start')
    await until('waiting')
    expect(created).toHaveLength(2)
  })

  it('relay fails › keeps the code, reads again', async () => {
    const { until, read, state, flowCalls, created } = loginWorld({
      reads: [() => ({ status: 400 }), completed],
    })
    await until('waiting')
    await read()
    expect(state()).toMatchObject({ is: 'waiting', isReachable: false })
    await read()
    await until('completed')
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
    expect(created).toHaveLength(1)
  })

  it('too many attempts › says so', async () => {
    const { until, state } = loginWorld({ create: () => ({ status: 429 }) })
    await until('not-started')
    expect(state()).toMatchObject({ problem: { is: 'too-many' } })
  })

  it('view left › late login discarded', async () => {
    const { respond, response } = deferredResponse()
    let onRequested = () => {}
    const requested = new Promise<void>((resolve) => {
      onRequested = resolve
    })
    const { store, until, leave, flowCalls, clock } = loginWorld({
      reads: [
        () => {
          onRequested()
          return response
        },
      ],
    })
    await until('waiting')
    await clock.advance(2_000)
    await requested
    leave()
    respond(completed())
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(10_000)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(flowCalls).toEqual([])
  })
})
