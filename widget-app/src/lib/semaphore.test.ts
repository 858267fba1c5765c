import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function works() {
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
    await turn()
  }
  return { work, end, open: () => [...open.keys()] }
}

it('limit reached › waiting work runs in order, after a failure too', async () => {
  const { work, end, open } = works()
  const inTurn = createSemaphore(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)).catch(() => 'failed'))
  await turn()
  expect(open()).toEqual(['a', 'b'])
  await end('b')
  expect(open()).toEqual(['a', 'c'])
  await end('a', 'failed')
  expect(open()).toEqual(['c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(all)).toEqual(['failed', 'b', 'c', 'd'])
  void inTurn(work('e'))
  await turn()
  expect(open()).toEqual(['e'])
})

it('aborted while waiting › never runs, and occupies no slot', async () => {
  const { work, end, open } = works()
  const inTurn = createSemaphore(1)
  void inTurn(work('a'))
  const leaving = new AbortController()
  const given = inTurn(work('b'), leaving.signal)
  void inTurn(work('c'))
  leaving.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await end('a')
  expect(open()).toEqual(['c'])
})
