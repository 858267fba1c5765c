import { describe, expect, it } from 'vitest'
import { createDisposer } from './disposer.ts'

describe('createDisposer', () => {
  it('end › closes in reverse order, and only once', async () => {
    const closed: string[] = []
    const lifetime = createDisposer()
    lifetime.defer(() => void closed.push('first'))
    lifetime.defer(async () => void closed.push('second'))
    await Promise.all([lifetime.end(), lifetime.end()])
    expect(closed).toEqual(['second', 'first'])
  })

  it('a part fails to close › closes the others, then rejects', async () => {
    const closed: string[] = []
    const lifetime = createDisposer()
    lifetime.defer(() => void closed.push('first'))
    lifetime.defer(() => {
      throw new Error('stuck')
    })
    await expect(lifetime.end()).rejects.toThrow('some parts of the local world did not close')
    expect(closed).toEqual(['first'])
  })
})
