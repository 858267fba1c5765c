import { expect, test } from 'vitest'
import type { Job } from '../../ports/jobs.ts'
import { race, type StoreWorld } from './store-world.ts'

export function jobSuite(world: StoreWorld): void {
  const jobs = () => world.stores().jobs
  const add = (payload: unknown, runAtMs = 0, kind = 'mail') => jobs().add({ kind, payload, runAtMs })
  const claim = (nowMs: number, limit = 10) => jobs().claim(['mail'], limit, nowMs, nowMs + 100)
  const payloads = (found: readonly Job[]) => found.map(({ payload }) => payload)

  test('job › due › claimed with its payload', async () => {
    await add({ to: 'ada@example.org', list: [1, null] })
    await add('other kind', 0, 'hook')
    await add('later', 500)
    const [job, ...others] = await claim(0)
    expect(job).toEqual({
      id: expect.any(String),
      kind: 'mail',
      payload: { to: 'ada@example.org', list: [1, null] },
      attempt: 1,
    })
    expect(others).toEqual([])
    expect(payloads(await claim(500))).toContain('later')
    expect(await jobs().claim([], 10, 500, 600)).toEqual([])
  })

  test('jobs › more than the limit › claimed earliest first', async () => {
    for (const runAtMs of [3, 1, 4, 2]) await add(runAtMs, runAtMs)
    expect(payloads(await claim(10, 3))).toEqual([1, 2, 3])
    expect(payloads(await claim(10, 3))).toEqual([4])
  })

  test('job › claimed › due again when its lock expires', async () => {
    await add('a')
    await claim(0)
    expect(await claim(99)).toEqual([])
    expect(await claim(100)).toMatchObject([{ payload: 'a', attempt: 2 }])
  })

  test('job › finished › deleted', async () => {
    await add('a')
    for (const { id } of await claim(0)) await jobs().finish(id)
    expect(await claim(1_000)).toEqual([])
  })

  test('job › to be retried › due at its new time', async () => {
    await add('a')
    for (const { id } of await claim(0)) await jobs().retry(id, 50)
    expect(await claim(49)).toEqual([])
    expect(await claim(50)).toMatchObject([{ payload: 'a', attempt: 2 }])
  })

  test('jobs › 100 claimed by 40 workers at once › one worker each, none above its limit', async () => {
    await race(world, 100, (stores, n) => stores.jobs.add({ kind: 'mail', payload: n, runAtMs: 0 }))
    const results = await race(world, 40, (stores) => stores.jobs.claim(['mail'], 3, 0, 100))
    const ids = results.flat().map(({ id }) => id)
    expect(ids).toHaveLength(new Set(ids).size)
    expect(Math.max(...results.map((found) => found.length))).toBe(3)
    // A worker that found only locked jobs got fewer; the rest is claimed next.
    const left = await jobs().claim(['mail'], 100, 0, 100)
    expect(ids.length + left.length).toBe(100)
  })

  test('job › buried › no longer claimed, counted as dead', async () => {
    await add('a')
    await add('b')
    expect(await jobs().counts()).toEqual({ waiting: 2, dead: 0 })
    const [first] = await claim(0, 1)
    await jobs().markDead(first?.id ?? '', 5, 'OutboundError')
    expect(await claim(1_000)).toHaveLength(1)
    expect(await jobs().counts()).toEqual({ waiting: 1, dead: 1 })
  })

  test('dead jobs › listed › with their failure, latest first, without payload', async () => {
    for (const payload of ['a', 'b', 'waits']) await add(payload)
    const [first, second] = await claim(0, 2)
    await jobs().markDead(first?.id ?? '', 5, 'OutboundError')
    await jobs().markDead(second?.id ?? '', 6, 'TypeError')
    const listed = [
      { id: second?.id, kind: 'mail', attempts: 1, diedAtMs: 6, failure: 'TypeError' },
      { id: first?.id, kind: 'mail', attempts: 1, diedAtMs: 5, failure: 'OutboundError' },
    ]
    expect(await jobs().dead(10)).toEqual(listed)
    expect(await jobs().dead(1)).toEqual(listed.slice(0, 1))
  })

  test('dead job › revived, also concurrently › due again once, attempts reset', async () => {
    await add('a')
    const [job] = await claim(0)
    await jobs().markDead(job?.id ?? '', 5, 'OutboundError')
    const revived = await race(world, 20, (stores) => stores.jobs.revive(job?.id ?? '', 50))
    expect(revived.filter(Boolean)).toHaveLength(1)
    expect(await jobs().counts()).toEqual({ waiting: 1, dead: 0 })
    expect(await claim(49)).toEqual([])
    expect(await claim(50)).toEqual([{ id: job?.id, kind: 'mail', payload: 'a', attempt: 1 }])
  })

  test('dead job › dropped › deleted', async () => {
    await add('a')
    const [job] = await claim(0)
    await jobs().markDead(job?.id ?? '', 5, 'OutboundError')
    expect(await jobs().drop(job?.id ?? '')).toBe(true)
    expect(await jobs().drop(job?.id ?? '')).toBe(false)
    expect(await jobs().counts()).toEqual({ waiting: 0, dead: 0 })
  })

  test('job that is not dead › revived or dropped › unchanged', async () => {
    await add('a')
    const [job] = await claim(0)
    const id = job?.id ?? ''
    expect([await jobs().revive(id, 0), await jobs().drop(id), await jobs().drop('none')]).toEqual([
      false,
      false,
      false,
    ])
    expect(await claim(99)).toEqual([])
    expect(await claim(100)).toHaveLength(1)
  })

  test('recurring job › added by every replica › exists once, restarts when repeated', async () => {
    await race(world, 20, (stores) => stores.jobs.addRecurring('sweep', 0))
    const [claimed, ...others] = await jobs().claim(['sweep'], 10, 0, 100)
    expect(claimed).toEqual({ id: 'sweep', kind: 'sweep', payload: null, attempt: 1 })
    expect(others).toEqual([])
    await jobs().repeat('sweep', 50)
    await jobs().addRecurring('sweep', 0)
    expect(await jobs().claim(['sweep'], 10, 49, 100)).toEqual([])
    expect(await jobs().claim(['sweep'], 10, 50, 100)).toMatchObject([{ attempt: 1 }])
  })
}
