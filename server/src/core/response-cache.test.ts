import { describe, expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const responseOf = (length: number) => ({ text: 'a'.repeat(length) })

describe('response cache', () => {
  it('two owners › separate entries', () => {
    const cache = createResponseCache()
    const [one, other] = [{}, {}]
    cache.set(one, 'key', responseOf(1))
    expect(cache.get(one, 'key')).toEqual(responseOf(1))
    expect(cache.get(other, 'key')).toBeUndefined()
    expect(cache.get(one, 'other')).toBeUndefined()
  })

  it('limit exceeded › evicts the oldest', () => {
    const cache = createResponseCache(100)
    const owner = {}
    for (const key of ['a', 'b', 'c']) cache.set(owner, key, responseOf(39))
    expect(['a', 'b', 'c'].map((key) => cache.get(owner, key)?.text.length)).toEqual([undefined, 39, 39])
    cache.set(owner, 'd', responseOf(200))
    expect(['b', 'c', 'd'].map((key) => cache.get(owner, key))).toEqual([undefined, undefined, undefined])
  })

  it('same key set repeatedly › counted once', () => {
    const cache = createResponseCache(100)
    const owner = {}
    cache.set(owner, 'a', responseOf(39))
    for (let n = 0; n < 10; n += 1) cache.set(owner, 'b', responseOf(39))
    expect(cache.get(owner, 'a')).toEqual(responseOf(39))
  })
})
