import { describe, expect, it } from 'vitest'
import { lazyOnce } from './lazy-once.ts'

describe('lazyOnce', () => {
  it('concurrent and later calls › return the same load', async () => {
    let count = 0
    const load = lazyOnce(async () => {
      count += 1
      return { count }
    })
    const [one, other] = await Promise.all([load(), load()])
    expect(one).toBe(other)
    expect(await load()).toBe(one)
    expect(count).toBe(1)
  })

  it('failed load › repeated at the next call', async () => {
    let hasFailed = true
    const load = lazyOnce(async () => {
      if (hasFailed) throw new Error('The file is gone')
      return 'here'
    })
    await expect(load()).rejects.toThrow('gone')
    hasFailed = false
    expect(await load()).toBe('here')
  })
})
