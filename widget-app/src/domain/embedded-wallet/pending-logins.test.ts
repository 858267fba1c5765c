import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { memoryIndexedDb } from '#widget/lib/dpop/testing/memory-indexed-db.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { atom } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import {
  addPendingLoginAtom,
  clearPendingLoginsAtom,
  type PendingLogin,
  pendingLogins,
  removePendingLoginAtom,
} from './pending-logins.ts'
import { startEmbeddedSessionAtom } from './session.ts'
import { signOutEmbeddedAtom } from './sign-out.ts'
import { embeddedWorld, testAccount, testToken } from './testing/embedded-server.ts'

beforeEach(() => vi.stubGlobal('indexedDB', memoryIndexedDb().factory))
afterEach(() => vi.unstubAllGlobals())

const listAtom = atom((get) => () => pendingLogins(get))

/** Pages of one browser, which share storage and time. */
function browser() {
  const storage = memoryArea()
  const clock = fakeClock()
  const open = () => {
    const world = embeddedWorld({ '/sign-out': () => ({ body: {} }) }, { storage, clock })
    return {
      ...world,
      ids: () =>
        world.store
          .get(listAtom)()
          .map(({ id }) => id),
    }
  }
  return { open, storage, clock }
}

const idOf = (name: string) => name.padEnd(16, '0')
const code = (name: string, expiresAtMs: number): PendingLogin => ({
  ...{ is: 'code', id: idOf(name), email: 'ada@example.org', resendAtMs: 0, expiresAtMs },
})

describe('pending logins', () => {
  it('page reloads › still there until the end of their life', async () => {
    const { open, clock } = browser()
    await open().store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    const reloaded = open()
    expect(reloaded.ids()).toEqual([idOf('a')])
    await clock.advance(599_999)
    expect(reloaded.ids()).toEqual([idOf('a')])
    await clock.advance(1)
    expect(reloaded.ids()).toEqual([])
  })

  it('server states a longer life › 10 minutes', async () => {
    const { open, clock } = browser()
    const { store, ids } = open()
    await store.set(addPendingLoginAtom, code('a', clock.now() + 86_400_000))
    expect(ids()).toEqual([idOf('a')])
    await clock.advance(600_000)
    expect(ids()).toEqual([])
  })

  it('clock set back › not continued', async () => {
    const { open, clock, storage } = browser()
    await open().store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    const earlier = fakeClock(clock.now() - 1)
    const { store } = embeddedWorld({}, { storage, clock: earlier })
    expect(store.get(listAtom)()).toEqual([])
  })

  it('key lost with the page › not stored', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { open, clock } = browser()
    await open().store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    expect(open().ids()).toEqual([])
  })

  it('another site › not listed', async () => {
    const { open, clock } = browser()
    await open().store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    const other = open()
    other.store.set(hostOriginAtom, 'https://other.example')
    expect(other.ids()).toEqual([])
  })

  it('two tabs › each removes its own, latest first', async () => {
    const { open, clock } = browser()
    const [first, second] = [open(), open()]
    await first.store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    await second.store.set(addPendingLoginAtom, code('b', clock.now() + 600_000))
    expect(open().ids()).toEqual([idOf('b'), idOf('a')])
    first.store.set(removePendingLoginAtom, idOf('a'))
    expect(open().ids()).toEqual([idOf('b')])
    first.store.set(clearPendingLoginsAtom)
    expect(open().ids()).toEqual([])
  })

  it('expired › deleted from storage at the next removal', async () => {
    const { open, clock, storage } = browser()
    const remove = vi.spyOn(storage, 'remove')
    const { store } = open()
    await store.set(addPendingLoginAtom, code('a', clock.now() + 1_000))
    await clock.advance(1_000)
    store.set(removePendingLoginAtom)
    expect(remove).toHaveBeenCalledOnce()
  })

  it('invalid record › ignored', async () => {
    const { open, clock, storage } = browser()
    const set = vi.spyOn(storage, 'set')
    await open().store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    const key = String(set.mock.calls.at(-1)?.[0])
    storage.set(key, JSON.stringify({ v: 1, at: 0, data: [{ is: 'code', id: 'x' }] }))
    expect(open().ids()).toEqual([])
    expect(storage.get(key)).toBeNull()
  })

  it('log-out › deleted', async () => {
    const { open, clock } = browser()
    const { store } = open()
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount })
    await store.set(addPendingLoginAtom, code('a', clock.now() + 600_000))
    await store.set(signOutEmbeddedAtom)
    expect(open().ids()).toEqual([])
  })
})
