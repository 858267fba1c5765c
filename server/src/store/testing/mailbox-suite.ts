import { expect, test } from 'vitest'
import { race, type StoreWorld } from './store-world.ts'

export function mailboxSuite(world: StoreWorld): void {
  const mailboxes = () => world.stores().mailboxes
  const post = (sequence: number, sealed: string, nowMs = 0) =>
    mailboxes().post('m1', 'to-window', { sequence, sealed }, 10, nowMs)

  test('mailbox › not opened, or expired › unknown', async () => {
    expect(await post(1, 'a')).toBe('unknown')
    expect(await mailboxes().after('m1', 'to-window', 0, 0)).toBeUndefined()
    await mailboxes().open('m1', 1_000, 0)
    expect(await post(1, 'a', 999)).toBe('stored')
    expect(await post(2, 'b', 1_000)).toBe('unknown')
    expect(await mailboxes().after('m1', 'to-window', 0, 999)).toHaveLength(1)
    expect(await mailboxes().after('m1', 'to-window', 0, 1_000)).toBeUndefined()
  })

  test('messages › several in both directions › read in order after a number', async () => {
    await mailboxes().open('m1', 1_000, 0)
    await mailboxes().open('m2', 1_000, 0)
    for (const sequence of [2, 10, 1]) expect(await post(sequence, `s${sequence}`)).toBe('stored')
    await mailboxes().post('m1', 'to-frame', { sequence: 1, sealed: 'x' }, 10, 0)
    await mailboxes().post('m2', 'to-window', { sequence: 3, sealed: 'y' }, 10, 0)
    const read = (sequence: number) => mailboxes().after('m1', 'to-window', sequence, 0)
    expect(await read(0)).toEqual([
      { sequence: 1, sealed: 's1' },
      { sequence: 2, sealed: 's2' },
      { sequence: 10, sealed: 's10' },
    ])
    expect(await read(2)).toEqual([{ sequence: 10, sealed: 's10' }])
    expect(await read(10)).toEqual([])
    expect(await mailboxes().after('m1', 'to-frame', 0, 0)).toEqual([{ sequence: 1, sealed: 'x' }])
  })

  test('message › number used before › stored if equal, else taken', async () => {
    await mailboxes().open('m1', 1_000, 0)
    expect(await post(1, '0123456789')).toBe('stored')
    expect(await post(1, '0123456789')).toBe('stored')
    expect(await post(1, 'b')).toBe('taken')
    expect(await mailboxes().after('m1', 'to-window', 0, 0)).toEqual([{ sequence: 1, sealed: '0123456789' }])
  })

  test('message › above the size of a direction › not stored', async () => {
    await mailboxes().open('m1', 1_000, 0)
    expect(await post(1, '123456')).toBe('stored')
    expect(await post(2, '12345')).toBe('full')
    expect(await post(3, '1234')).toBe('stored')
    expect(await mailboxes().post('m1', 'to-frame', { sequence: 1, sealed: '12345' }, 10, 0)).toBe('stored')
    expect(await mailboxes().after('m1', 'to-window', 1, 0)).toEqual([{ sequence: 3, sealed: '1234' }])
  })

  test('messages › 100 posted at once › stay below the size of a direction', async () => {
    await mailboxes().open('m1', 1_000, 0)
    const results = await race(world, 100, ({ mailboxes: replicaMailboxes }, sequence) =>
      replicaMailboxes.post('m1', 'to-window', { sequence, sealed: '12345' }, 52, 0),
    )
    expect(results.filter((result) => result === 'stored')).toHaveLength(10)
    expect(results.filter((result) => result === 'full')).toHaveLength(90)
  })

  test('message › 100 different ones with one number at once › one is stored', async () => {
    await mailboxes().open('m1', 1_000, 0)
    const results = await race(world, 100, ({ mailboxes: replicaMailboxes }, n) =>
      replicaMailboxes.post('m1', 'to-window', { sequence: 1, sealed: `${n}` }, 1_000, 0),
    )
    expect(results.filter((result) => result === 'stored')).toHaveLength(1)
    expect(results.filter((result) => result === 'taken')).toHaveLength(99)
  })

  test('mailbox › reopened › keeps messages and expiry, unless it has expired', async () => {
    await mailboxes().open('m1', 1_000, 0)
    await post(1, 'a')
    await mailboxes().recordReader('m1', 'to-window', 500)
    await mailboxes().open('m1', 5_000, 999)
    expect(await mailboxes().after('m1', 'to-window', 0, 999)).toHaveLength(1)
    expect(await mailboxes().after('m1', 'to-window', 0, 1_000)).toBeUndefined()
    await race(world, 20, ({ mailboxes: replicaMailboxes }) => replicaMailboxes.open('m1', 5_000, 1_000))
    expect(await mailboxes().after('m1', 'to-window', 0, 4_999)).toEqual([])
    expect(await mailboxes().readerWaitsUntil('m1', 'to-window')).toBeUndefined()
  })

  test('reader › recorded › for its direction only', async () => {
    await mailboxes().open('m1', 1_000, 0)
    expect(await mailboxes().readerWaitsUntil('m1', 'to-window')).toBeUndefined()
    await mailboxes().recordReader('m1', 'to-window', 500)
    await mailboxes().recordReader('m1', 'to-frame', 900)
    await mailboxes().recordReader('m1', 'to-window', 100)
    await mailboxes().recordReader('m2', 'to-window', 100)
    expect(await mailboxes().readerWaitsUntil('m1', 'to-window')).toBe(100)
    expect(await mailboxes().readerWaitsUntil('m1', 'to-frame')).toBe(900)
    expect(await mailboxes().readerWaitsUntil('m2', 'to-window')).toBeUndefined()
  })
}
