import { describe, expect, it } from 'vitest'
import type { DecodedExtrinsic } from '../decode/decode-transfer.ts'
import { alice, bob, transfer } from '../testing/unit-world.ts'
import { differences } from './verify-sent.ts'

const same: DecodedExtrinsic = { signer: alice, nonce: 1, transfer: { to: bob, value: 5n } }

describe('differences', () => {
  it.each<[string, DecodedExtrinsic, readonly string[]]>([
    ['nothing', same, []],
    ['the signer', { ...same, signer: bob }, ['from']],
    ['the receiver', { ...same, transfer: { to: alice, value: 5n } }, ['to']],
    ['a receiver of an unknown kind', { ...same, transfer: { to: undefined, value: 5n } }, ['to']],
    ['the amount', { ...same, transfer: { to: bob, value: 6n } }, ['value']],
    ['another call', { ...same, transfer: undefined }, ['to', 'value']],
  ])('%s differs', (_name, decoded, expected) => {
    expect(differences(decoded, transfer)).toEqual(expected)
  })

  it('token requested, native currency sent › differs', () => {
    const asset = { ...transfer.asset, address: '1984' }
    expect(differences(same, { ...transfer, asset })).toEqual(['asset'])
  })
})
