import fc from 'fast-check'
import { type Abi, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../hex.ts'
import { alice, bob, tokenAddress } from '../testing/unit-world.ts'
import { mayContainOtherAddress } from './calldata-addresses.ts'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const wordOf = (value: bigint): string => numberToHex(BigInt.asUintN(256, value), { size: 32 }).slice(2)
const hasOtherAddress = (data: Hex): boolean =>
  mayContainOtherAddress({ to: bob, value: 0n, data }, alice, (contract) =>
    contract.toLowerCase() === tokenAddress.toLowerCase() ? 'token' : undefined,
  )

/** Bytes of a typical address: few zeros, because an address with many takes too many keys to find. */
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.filter((byte) => byte === 0 || byte === 0xff).length < 4)
  .map(hexOf)

/** Words without another account's address, alone and next to each other. */
const harmlessWords = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }).map(wordOf),
  fc.bigInt({ min: 1n, max: 2n ** 96n }).map((value) => wordOf(-value)),
  fc.constantFrom(alice, bob, tokenAddress).map((address) => wordOf(BigInt(address))),
  fc.constantFrom(2n ** 256n - 1n, 2n ** 128n - 1n, 2n ** 112n - 1n).map(wordOf),
)
const arguments_ = fc.array(harmlessWords, { maxLength: 8 }).map((words) => words.join(''))

it('words without another account, in any order › no address found', () => {
  fc.assert(
    fc.property(arguments_, (words) => hasOtherAddress(`0x12345678${words}`) === false),
    { numRuns: 2_000 },
  )
})

it("another account's address at any offset › found", () => {
  const property = fc.property(arguments_, addresses, fc.nat(), (words, address, place) => {
    const at = (place % (words.length / 2 + 1)) * 2
    return hasOtherAddress(`0x12345678${words.slice(0, at)}${address}${words.slice(at)}`)
  })
  fc.assert(property, { numRuns: 2_000 })
})

const contract = '0x9999999999999999999999999999999999999999'
const kindOf = (address: string) =>
  address.toLowerCase() === tokenAddress.toLowerCase() ? 'token' : undefined
const encode = (signature: string, ...args: readonly unknown[]) => {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  return encodeFunctionData({ abi, args })
}
const exec = (bytes: string) => encode('exec(bytes)', bytes)
const text = (characters: number) => `0x${'61'.repeat(characters)}`
const maxUint256 = 2n ** 256n - 1n

it.each<[string, `0x${string}`, boolean]>([
  ['no arguments', '0x12345678', false],
  ['the account', encode('a(address)', alice), false],
  ['the contract itself', encode('a(address)', contract), false],
  ['a known contract', encode('a(address)', tokenAddress), false],
  ['another address', encode('a(address)', bob), true],
  ['another address behind the account', encode('a(address,address)', alice, bob), true],
  ['a number of 13 bytes with zeros behind it', encode('a(uint256)', 2n ** 96n), false],
  ['a smaller number', encode('a(uint256)', 2n ** 96n - 1n), false],
  ['the address that is all ff', encode('a(uint256)', 2n ** 160n - 1n), false],
  ['a larger number', encode('a(uint256)', 2n ** 160n), false],
  ['a byte alone', '0x1234567800', false],
  ['a text of several words', exec(text(50)), false],
  ['a text of one byte', exec('0x61'), false],
  ['a byte that is no text', exec('0x01'), false],
  ['fewer bytes than an address', exec('0xff80ff80ff'), false],
  ['a selector alone', exec('0xff80ff80'), false],
  ['a call without an address', exec(encode('b(uint256)', 5n)), false],
  ['a call with another address', exec(encode('b(address)', bob)), true],
  ['whole words with another address', exec(`0x${bob.slice(2).padStart(64, '0')}`), true],
  ['a small number before zero', encode('a(uint256,uint256)', 5n, 0n), false],
  ['a small number before the largest', encode('a(uint256,uint256)', 5n, maxUint256), false],
])('unknown function with %s › contains another address or not', (_name, data, isOther) => {
  expect(mayContainOtherAddress({ to: contract, value: 0n, data }, alice, kindOf)).toBe(isOther)
})
