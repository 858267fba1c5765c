import { type Abi, encodeFunctionData, parseAbi } from 'viem/utils'
import { expect, it } from 'vitest'
import { namesOthers } from './foreign-addresses.ts'
import { alice, bob, tokenAddress } from './testing/unit-world.ts'

const contract = '0x9999999999999999999999999999999999999999'
const kindOf = (address: string) =>
  address.toLowerCase() === tokenAddress.toLowerCase() ? 'token' : undefined
const encode = (signature: string, ...args: readonly unknown[]) => {
  const abi: Abi = parseAbi([`function ${signature}`])
  return encodeFunctionData({ abi, args })
}
const exec = (bytes: string) => encode('exec(bytes)', bytes)
const text = (characters: number) => `0x${'61'.repeat(characters)}`
const most = 2n ** 256n - 1n

it.each<[string, `0x${string}`, boolean]>([
  ['no arguments', '0x12345678', false],
  ['the account', encode('a(address)', alice), false],
  ['the contract itself', encode('a(address)', contract), false],
  ['a known contract', encode('a(address)', tokenAddress), false],
  ['another address', encode('a(address)', bob), true],
  ['another address behind the account', encode('a(address,address)', alice, bob), true],
  ['the least number that is taken for an address', encode('a(uint256)', 2n ** 96n), true],
  ['a smaller number', encode('a(uint256)', 2n ** 96n - 1n), false],
  ['the largest number that is taken for an address', encode('a(uint256)', 2n ** 160n - 1n), true],
  ['a larger number', encode('a(uint256)', 2n ** 160n), false],
  ['half a word', '0x1234567800', true],
  ['a text of several words', exec(text(50)), false],
  ['a text of one byte', exec('0x61'), false],
  ['a byte that is no text', exec('0x01'), true],
  ['bytes that are no UTF-8', exec('0xff80ff80ff'), true],
  ['a selector alone', exec('0xff80ff80'), true],
  ['a call without an address', exec(encode('b(uint256)', 5n)), false],
  ['a call with another address', exec(encode('b(address)', bob)), true],
  ['whole words with another address', exec(`0x${bob.slice(2).padStart(64, '0')}`), true],
  ['a small number before zero', encode('a(uint256,uint256)', 5n, 0n), false],
  ['a small number before the largest', encode('a(uint256,uint256)', 5n, most), false],
])('unknown function with %s › names another or not', (_name, data, isForeign) => {
  expect(namesOthers({ to: contract, value: 0n, data }, alice, kindOf)).toBe(isForeign)
})
