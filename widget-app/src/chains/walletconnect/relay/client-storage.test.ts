import { describe, expect, test } from 'vitest'
import { memoryRecords } from '../testing/memory-records.ts'
import { clientStorage, mergeRecord } from './client-storage.ts'

const [a, b, c] = ['a', 'b', 'c'].map((topic) => ({ topic, expiry: 1 }))
const renewed = { topic: 'a', expiry: 2 }

describe('two tabs change one record', () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ['nobody else wrote', [a], [a], [a, b], [a, b]],
    ['the other added a session', [a], [a, c], [a, b], [a, c, b]],
    ['the other ended a session', [a, b], [b], [a, b, c], [b, c]],
    ['we ended a session', [a, b], [a, b, c], [b], [b, c]],
    ['the other renewed a session', [a], [renewed], [a, b], [renewed, b]],
    ['we renewed a session', [a], [a, b], [renewed], [renewed, b]],
    ['both made keys', { x: '1' }, { x: '1', y: '2' }, { x: '1', z: '3' }, { x: '1', y: '2', z: '3' }],
    ['both began', undefined, [a], [b], [a, b]],
    ['no list of things with a name', [1], [1, 2], [1, 3], [1, 3]],
    ['plain values', 'one', 'two', 'three', 'three'],
  ])('%s › merged', (_, base, other, written, merged) => {
    expect(mergeRecord(base, other, written)).toEqual(merged)
  })
})

describe('SDK storage', () => {
  test('stored value › read as a copy, also after a reload', async () => {
    const records = memoryRecords()
    const value = { nested: ['x'] }
    await clientStorage(records).setItem('key', value)
    value.nested.push('y')
    const again = clientStorage(records)
    expect(await again.getItem('key')).toEqual({ nested: ['x'] })
    expect(await again.getKeys()).toEqual(['key'])
    expect(await again.getEntries()).toEqual([['key', { nested: ['x'] }]])
    await again.removeItem('key')
    expect(await again.getItem('key')).toBeUndefined()
  })

  test('two tabs write › the last writer keeps the other tab’s changes', async () => {
    const records = memoryRecords()
    const [here, other] = [clientStorage(records), clientStorage(records)]
    await here.setItem('session', [a])
    await other.getItem('session')
    await other.setItem('session', [a, c])
    await here.setItem('session', [a, b])
    expect(await clientStorage(records).getItem('session')).toEqual([a, c, b])
    await here.setItem('session', [b])
    expect(await clientStorage(records).getItem('session')).toEqual([c, b])
  })

  test.each<[string, unknown, unknown]>([
    ['wc@2:core:0.3//keychain', { topic: 'key' }, { topic: 'key' }],
    ['wc@2:core:0.3//keychain', { topic: 7 }, undefined],
    ['wc@2:core:0.3//messages', { topic: { hash: 'text' } }, { topic: { hash: 'text' } }],
    ['wc@2:core:0.3//messages', { topic: 'text' }, undefined],
    ['wc@2:client:0.3//session', [a], [a]],
    ['wc@2:client:0.3//session', [null], undefined],
    ['wc@2:core:0.3//subscription', 'garbage', undefined],
    ['anything else', 7, 7],
  ])('stored %s › %j is read as %j', async (key, stored, value) => {
    const storage = clientStorage(memoryRecords({ [key]: stored }))
    expect(await storage.getItem(key)).toEqual(value)
    expect(await storage.getEntries()).toEqual([[key, value]])
  })
})
