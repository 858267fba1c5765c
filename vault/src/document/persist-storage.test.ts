import { expect, test } from 'vitest'
import { persistStorage } from './persist-storage.ts'

test.each([
  ['no storage', {}],
  ['no function', { storage: {} }],
  [
    'browser that rejects',
    { storage: { persist: () => Promise.reject(new DOMException('', 'SecurityError')) } },
  ],
])('%s › nothing happens', async (_, navigator) => {
  expect(() => persistStorage(navigator)).not.toThrow()
})
