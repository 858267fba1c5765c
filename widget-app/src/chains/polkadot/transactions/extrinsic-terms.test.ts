import { expect, it } from 'vitest'
import { alice, bob } from '../testing/unit-world.ts'
import { differingTerms, modeOf } from './extrinsic-terms.ts'

const hexed = (hex: string) => ({ toHex: () => hex })
const requested = { address: alice, method: '0x0500', era: '0x7500', nonce: '0x00000003', tip: '0x00' }
const extrinsic = {
  signer: alice,
  method: hexed('0x0500'),
  era: hexed('0x7500'),
  nonce: 3,
  tip: 0n,
  signature: hexed(`0x${'ab'.repeat(64)}`),
}

it('R11 › extrinsic as requested › no differences', () => {
  expect(differingTerms(extrinsic, requested)).toEqual([])
  expect(
    differingTerms({ ...extrinsic, ...{ assetId: hexed('0x00') } }, { ...requested, assetId: null }),
  ).toEqual([])
  expect(
    differingTerms({ ...extrinsic, ...{ assetId: hexed('0x01') } }, { ...requested, assetId: '0x01' }),
  ).toEqual([])
})

it.each([
  ['from', { signer: bob }],
  ['call', { method: hexed('0x0501') }],
  ['era', { era: hexed('0x00') }],
  ['nonce', { nonce: 4 }],
  ['tip', { tip: 1n }],
  ['asset', { assetId: hexed('0x01c0070000') }],
])('R11 › another %s › reported', (name, overrides) => {
  expect(differingTerms({ ...extrinsic, ...overrides }, requested)).toEqual([name])
})

it('R11 › requested fee asset is missing › reported', () => {
  expect(differingTerms(extrinsic, { ...requested, assetId: '0x01' })).toEqual(['asset'])
})

it('mode of the metadata hash › as the runtime has it', () => {
  expect([modeOf(extrinsic), modeOf({ mode: 1 }), modeOf({ mode: '0' })]).toEqual([0, 1, 0])
})
