import { afterEach, expect, test } from 'vitest'
import type { Wakeups } from '../../../ports/wakeups.ts'

/** Wakeups of two processes that share a store; the same twice if the store allows only one process. */
export type WakeupReplicas = readonly [Wakeups, Wakeups]

/**
 * Tests that every kind of wakeups must pass.
 * @param open opens connected replicas whose waits end by a notification only.
 */
export function wakeupSuite(open: () => Promise<WakeupReplicas>): void {
  const opened: WakeupReplicas[] = []
  const openReplicas = async () => {
    const replicas = await open()
    opened.push(replicas)
    return replicas
  }
  afterEach(async () => {
    for (const replica of opened.splice(0).flat()) await replica.close()
  })
  const never = new AbortController().signal

  test('notification › on either replica › wakes the listeners of both', async () => {
    const replicas = await openReplicas()
    for (const sender of replicas) {
      const listeners = [...replicas, ...replicas].map((replica) => replica.listen('a'))
      const waits = listeners.map((listener) => listener.wait(never))
      sender.notify('a')
      expect(await Promise.all(waits)).toEqual(Array(4).fill('woken'))
      for (const listener of listeners) listener.close()
    }
  })

  test('notification › between listen and wait › ends the wait at once, only that one', async () => {
    const [one, other] = await openReplicas()
    const [early, witness] = [one.listen('a'), one.listen('a')]
    other.notify('a')
    await witness.wait(never)
    expect(await early.wait(never)).toBe('woken')
    const aborter = new AbortController()
    const second = early.wait(aborter.signal)
    aborter.abort()
    expect(await second).toBe('over')
  })

  test('notification › of another topic › wakes no listener', async () => {
    const [one, other] = await openReplicas()
    const topics = ['a', 'b', 'a b', 'x'.repeat(20_000), "'; DROP TABLE jobs; --", '\0\r\n*', '']
    for (const topic of topics) {
      const aborter = new AbortController()
      const others = topics.filter((each) => each !== topic).map((each) => one.listen(each))
      const waits = others.map((listener) => listener.wait(aborter.signal))
      const witness = one.listen(topic)
      other.notify(topic)
      expect(await witness.wait(never)).toBe('woken')
      aborter.abort()
      expect(await Promise.all(waits)).toEqual(others.map(() => 'over'))
      for (const listener of [...others, witness]) listener.close()
    }
  })

  test('wait › aborted before or meanwhile › over', async () => {
    const [one] = await openReplicas()
    expect(await one.listen('a').wait(AbortSignal.abort())).toBe('over')
    const aborter = new AbortController()
    const waiting = one.listen('a').wait(aborter.signal)
    aborter.abort()
    expect(await waiting).toBe('over')
  })

  test('waits › ended › over on this replica, later ones too', async () => {
    const [one] = await openReplicas()
    const waits = ['a', 'b', 'a'].map((topic) => one.listen(topic).wait(never))
    one.endWaits()
    expect(await Promise.all(waits)).toEqual(['over', 'over', 'over'])
    expect(await one.listen('a').wait(never)).toBe('over')
  })

  test('listener › closed › others are unaffected', async () => {
    const [one, other] = await openReplicas()
    const [closed, open] = [one.listen('a'), one.listen('a')]
    closed.close()
    closed.close()
    const waiting = open.wait(never)
    other.notify('a')
    expect(await waiting).toBe('woken')
  })

  test('notify › after close › does nothing', async () => {
    const [one] = await openReplicas()
    await one.close()
    await one.close()
    one.notify('a')
    expect(await one.listen('a').wait(never)).toBe('over')
  })
}
