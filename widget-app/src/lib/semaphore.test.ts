import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const round = () => new Promise((resolve) => setImmediate(resolve))

function started() {
  const open = new Map<string, (end: 'done' | 'failed') => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      open.set(name, (end) => {
        open.delete(name)
        if (end === 'done') resolve(name)
        else reject(new Error(name))
      })
    })
  const end = async (name: string, how: 'done' | 'failed' = 'done') => {
    open.get(name)?.(how)
    await round()
  }
  return { work, end, open: () => [...open.keys()] }
}

it('limit reached › waiting work runs in order, after a failure too', async () => {
  const { work, end, open } = started()
  const inTurn = createSemaphore(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)).catch(() => 'failed'))
  await round()
  expect(open()).toEqual(['a', 'b'])
  await end('b')
  expect(open()).toEqual(['a', 'c'])
  await end('a', 'failed')
  expect(open()).toEqual(['c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(all)).toEqual(['failed', 'b', 'c', 'd'])
  void inTurn(work('e'))
  await round()
  expect(open()).toEqual(['e'])
})

it('aborted while waiting › never runs, and occupies no slot', async () => {
  const { work, end, open } = started()
  const inTurn = createSemaphore(1)
  void inTurn(work('a'))
  const leaving = new AbortController()
  const aborted = inTurn(work('b'), leaving.signal)
  void inTurn(work('c'))
  leaving.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  await end('a')
  expect(open()).toEqual(['c'])
})
