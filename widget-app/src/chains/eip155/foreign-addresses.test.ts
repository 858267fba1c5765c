import fc from 'fast-check'
import { numberToHex } from 'viem/utils'
import { it } from 'vitest'
import { namesOthers } from './foreign-addresses.ts'
import type { Hex } from './hex.ts'
import { alice, bob, tokenAddress } from './testing/unit-world.ts'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const wordOf = (value: bigint): string => numberToHex(BigInt.asUintN(256, value), { size: 32 }).slice(2)
const names = (data: Hex): boolean =>
  namesOthers({ to: bob, value: 0n, data }, alice, (contract) =>
    contract.toLowerCase() === tokenAddress.toLowerCase() ? 'token' : undefined,
  )

/** Bytes that any key may have: few zeros, since an address with many of them takes too many keys to find. */
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.filter((byte) => byte === 0 || byte === 0xff).length < 4)
  .map(hexOf)

/** Words that name no other account, by themselves and beside each other. */
const quietWords = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }).map(wordOf),
  fc.bigInt({ min: 1n, max: 2n ** 96n }).map((value) => wordOf(-value)),
  fc.constantFrom(alice, bob, tokenAddress).map((address) => wordOf(BigInt(address))),
  fc.constantFrom(2n ** 256n - 1n, 2n ** 128n - 1n, 2n ** 112n - 1n).map(wordOf),
)
const arguments_ = fc.array(quietWords, { maxLength: 8 }).map((words) => words.join(''))

it('words that name no other account, in any order › none is found', () => {
  fc.assert(
    fc.property(arguments_, (words) => names(`0x12345678${words}`) === false),
    { numRuns: 2_000 },
  )
})

it('an address of another, at any place among other bytes › is found', () => {
  const property = fc.property(arguments_, addresses, fc.nat(), (words, address, place) => {
    const at = (place % (words.length / 2 + 1)) * 2
    return names(`0x12345678${words.slice(0, at)}${address}${words.slice(at)}`)
  })
  fc.assert(property, { numRuns: 2_000 })
})
