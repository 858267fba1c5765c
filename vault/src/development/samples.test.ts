import { expect, expectTypeOf, test } from 'vitest'
import { reviewStates } from '#widget/features/review/testing/review-fixtures.ts'
import type { VaultScreen } from '../document/vault-screen.ts'
import type { FrameScreen } from '../spending/frame-screen.ts'
import { hashOf } from './sample-hash.ts'
import { vaultSamples } from './samples.ts'
import type { VaultSample } from './vault-sample.ts'

const samples: readonly VaultSample[] = vaultSamples

test('every screen › has a sample', () => {
  type Sample = (typeof vaultSamples)[number]
  type Sampled = Extract<Sample, { screen: unknown }>['screen']['is']
  type Framed = Extract<Sample, { frame: unknown }>['frame']['is']
  // Checked by `npm run check:types`.
  expectTypeOf<Sampled>().toEqualTypeOf<VaultScreen['is']>()
  expectTypeOf<Framed>().toEqualTypeOf<FrameScreen['is']>()
})

test('samples › have links of their own, and fixtures of the review', () => {
  const hashes = samples.map(hashOf)
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) expect(hash).toMatch(/^#\/samples\/\w+\/[a-z0-9-]+$/)
  const states = reviewStates.map(({ state }) => state)
  for (const { screen, frame, review } of samples)
    if (screen?.is === 'review' || frame?.is === 'payment') expect(states).toContain(review)
})
