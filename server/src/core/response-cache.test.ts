import { describe, expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const answer = (length: number) => ({ text: 'a'.repeat(length) })

describe('response cache', () => {
  it('two owners › separate entries', () => {
    const kept = createResponseCache()
    const [one, other] = [{}, {}]
    kept.set(one, 'key', answer(1))
    expect(kept.get(one, 'key')).toEqual(answer(1))
    expect(kept.get(other, 'key')).toBeUndefined()
    expect(kept.get(one, 'other')).toBeUndefined()
  })

  it('limit exceeded › evicts the oldest', () => {
    const kept = createResponseCache(100)
    const owner = {}
    for (const key of ['a', 'b', 'c']) kept.set(owner, key, answer(39))
    expect(['a', 'b', 'c'].map((key) => kept.get(owner, key)?.text.length)).toEqual([undefined, 39, 39])
    kept.set(owner, 'd', answer(200))
    expect(['b', 'c', 'd'].map((key) => kept.get(owner, key))).toEqual([undefined, undefined, undefined])
  })

  it('same key set repeatedly › counted once', () => {
    const kept = createResponseCache(100)
    const owner = {}
    kept.set(owner, 'a', answer(39))
    for (let n = 0; n < 10; n += 1) kept.set(owner, 'b', answer(39))
    expect(kept.get(owner, 'a')).toEqual(answer(39))
  })
})
