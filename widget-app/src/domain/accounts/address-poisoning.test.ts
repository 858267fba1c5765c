import { describe, expect, it } from 'vitest'
import { findImpersonatedAddress, includesAddress, isSimilarAddress } from './address-poisoning.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const fake = '0x70997f0a11aa22bb33cc44dd55ee66ff7788d9C8'
const base58 = 'FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq'

describe('address poisoning', () => {
  it.each([
    ['the same ends', fake, true],
    ['the same ends in other letters', fake.toLowerCase(), true],
    ['the very same', friend, false],
    ['the very same in other letters', friend.toLowerCase(), false],
    ['another beginning', fake.replace('0x709', '0x809'), false],
    ['another end', fake.replace(/9C8$/, '9C9'), false],
    ['another length in hex', `${fake}00${friend.slice(-6)}`, false],
  ])('hex %s and %s › similar: %s (test 45)', (_name, address, is) => {
    expect(isSimilarAddress(address, friend)).toBe(is)
  })

  it.each([
    ['as long', 'FPPx4yhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8aoTq', true],
    ['a character longer', 'FPPz1sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHjj8noTq', true],
    ['a character shorter', 'FPPsbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq', true],
    ['the same ends in other letters', 'fpP1sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8nOtQ', true],
    ['the very same', base58, false],
    ['another end', 'FPPsbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTr', false],
  ])('base58 %s and %s › similar: %s (test 45)', (_name, address, is) => {
    expect(isSimilarAddress(address, base58)).toBe(is)
  })

  it('base58 address in another case › is not known', () => {
    expect(includesAddress(base58, [base58])).toBe(true)
    expect(includesAddress(base58.toLowerCase(), [base58])).toBe(false)
  })

  it('several known addresses › returns the impersonated one; none if known (test 45)', () => {
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(findImpersonatedAddress(fake, [other, friend])).toBe(friend)
    expect(findImpersonatedAddress(fake, [other])).toBeUndefined()
    expect(findImpersonatedAddress(fake, [friend, fake.toUpperCase().replace('0X', '0x')])).toBeUndefined()
  })
})
