import { expect, it, vi } from 'vitest'
import { type LockWindow, withExclusiveLock } from './with-exclusive-lock.ts'

type Locks = NonNullable<LockWindow['navigator']['locks']>

/** Locks as browsers have them for pages of one origin: a name is free, or locked by one page. */
function sharedLocks(): Locks {
  const lockedNames = new Set<string>()
  return {
    request: async (name: string, ...rest: unknown[]) => {
      const [options, run] = rest
      expect(options).toEqual({ ifAvailable: true })
      if (typeof run !== 'function') throw new TypeError('Nothing to run')
      if (lockedNames.has(name)) return run(null)
      lockedNames.add(name)
      try {
        return await run({ name, mode: 'exclusive' })
      } finally {
        lockedNames.delete(name)
      }
    },
  }
}

it('another page runs the same work › this one does not', async () => {
  const page = { navigator: { locks: sharedLocks() } }
  let finish = () => {}
  const begin = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const work = vi.fn(async () => undefined)
  const running = withExclusiveLock(page, 'a', begin)
  await withExclusiveLock(page, 'a', work)
  expect([begin.mock.calls.length, work.mock.calls.length]).toEqual([1, 0])
  await withExclusiveLock(page, 'b', work)
  expect(work).toHaveBeenCalledTimes(1)
  finish()
  await running
  await withExclusiveLock(page, 'a', work)
  expect(work).toHaveBeenCalledTimes(2)
})

it.each<[string, LockWindow]>([
  ['has no locks', { navigator: {} }],
  [
    'forbids locks to this frame',
    { navigator: { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } } },
  ],
])('browser %s › work runs', async (_, page) => {
  const work = vi.fn(async () => undefined)
  await withExclusiveLock(page, 'a', work)
  expect(work).toHaveBeenCalledTimes(1)
})

it('work throws › the error is thrown, and it ran once', async () => {
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(withExclusiveLock({ navigator: { locks: sharedLocks() } }, 'a', work)).rejects.toThrow(
    'broken',
  )
  expect(work).toHaveBeenCalledTimes(1)
})
