import { expect, it } from 'vitest'
import { limitedFetch } from './limited-fetch.ts'

function server() {
  const open = new Map<string, (end: 'answered' | 'failed') => void>()
  const fetch: typeof globalThis.fetch = (input) =>
    new Promise((resolve, reject) => {
      open.set(String(input), (end) => {
        open.delete(String(input))
        if (end === 'answered') resolve(new Response(String(input)))
        else reject(new TypeError('Failed to fetch'))
      })
    })
  const end = async (path: string, how: 'answered' | 'failed' = 'answered') => {
    open.get(path)?.(how)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { fetch, end, open: () => [...open.keys()] }
}

it('behavior: at most so many wait for an answer; others follow in their order, after a failure too', async () => {
  const { fetch, end, open } = server()
  const limited = limitedFetch(fetch, 2)
  const all = ['a', 'b', 'c', 'd'].map((path) => limited(path).catch(() => undefined))
  await new Promise((resolve) => setImmediate(resolve))
  expect(open()).toEqual(['a', 'b'])
  await end('b')
  expect(open()).toEqual(['a', 'c'])
  await end('a', 'failed')
  expect(open()).toEqual(['c', 'd'])
  await end('c')
  await end('d')
  await Promise.all(all)
  void limited('e')
  await new Promise((resolve) => setImmediate(resolve))
  expect(open()).toEqual(['e'])
})

it('error: what is given up while it waits is never sent, and holds no place', async () => {
  const { fetch, end, open } = server()
  const limited = limitedFetch(fetch, 1)
  void limited('a')
  const leaving = new AbortController()
  const given = limited('b', { signal: leaving.signal })
  void limited('c')
  leaving.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await end('a')
  expect(open()).toEqual(['c'])
})
