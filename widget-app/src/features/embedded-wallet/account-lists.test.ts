import { expect, it } from 'vitest'
import { eventKind } from './account-lists.ts'

it.each(['spending-limit-set', 'spending-claimed', 'spending-limit-revoked'])('%s › has words', (event) => {
  expect(eventKind(event)).toBe(event)
})
