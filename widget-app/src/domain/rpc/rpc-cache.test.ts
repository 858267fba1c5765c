import { expect, it } from 'vitest'
import { cachedReadLimit, cachedTextLimit, createRpcCache } from './rpc-cache.ts'

it('too many results › the least recently used is evicted', () => {
  const cache = createRpcCache()
  for (let at = 0; at < cachedReadLimit; at += 1) cache.set(`k${at}`, at)
  expect(cache.get('k0')).toMatchObject({ result: 0 })
  cache.set('one more', 1)
  expect(cache.get('k0')).toBeDefined()
  expect(cache.get('k1')).toBeUndefined()
})

it('cache › at most a million characters; a large result is not cached', () => {
  const cache = createRpcCache()
  const large = 'x'.repeat(100_000)
  for (let at = 0; at * large.length < cachedTextLimit * 2; at += 1) cache.set(`k${at}`, large)
  expect(cache.get('k0')).toBeUndefined()
  expect(cache.get('k19')).toBeDefined()
  cache.set('huge', 'x'.repeat(200_000))
  expect(cache.get('huge')).toBeUndefined()
})
