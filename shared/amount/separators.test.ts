import { expect, it } from 'vitest'
import { separatorsOf } from './separators.ts'

it.each([
  ['en', '.', ','],
  ['de', ',', '.'],
  ['fr', ',', '\u202f'],
  ['pl', ',', '\u00a0'],
  ['es', ',', '.'],
  ['hi', '.', ','],
  ['ar-EG', '.', ','],
])('separators › %s › decimal %j, group %j', (locale, decimal, group) => {
  expect(separatorsOf(locale)).toEqual({ decimal, group })
})
