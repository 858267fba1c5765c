import { expect, it } from 'vitest'
import { withRecentEmail } from './recent-emails.ts'

it('recent addresses › keeps three, latest first, each once', () => {
  expect(withRecentEmail(['b', 'a', 'c'], 'a')).toEqual(['a', 'b', 'c'])
  expect(withRecentEmail(['a', 'b', 'c'], 'd')).toEqual(['d', 'a', 'b'])
})
