import { describe, expect, it } from 'vitest'
import { lazyOnce } from './lazy-once.ts'

describe('loadedOnce', () => {
  it('behavior: who asks meanwhile and who asks later get what was loaded once', async () => {
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

  it('error: what failed is loaded again', async () => {
    let isGone = true
    const load = lazyOnce(async () => {
      if (isGone) throw new Error('The file is gone')
      return 'here'
    })
    await expect(load()).rejects.toThrow('gone')
    isGone = false
    expect(await load()).toBe('here')
  })
})
