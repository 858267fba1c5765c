import { describe, expect, it } from 'vitest'
import type { Connection } from '../../chain-adapter.ts'
import { alice, bob, connection } from '../testing/unit-world.ts'
import {
  canonicalAddress,
  checkChain,
  connectedAccount,
  membersOf,
  optionalBytes,
  optionalNativeValue,
  optionalQuantity,
  requireEqual,
} from './canonical-values.ts'

const code = (number: number) => expect.objectContaining({ code: number })

describe('optionalQuantity', () => {
  const largest = 2n ** 256n - 1n
  it.each<[unknown, bigint | undefined]>([
    [undefined, undefined],
    [null, undefined],
    ['0x0A', 10n],
    [`0x${'f'.repeat(64)}`, largest],
    [0, 0n],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    [0n, 0n],
    [largest, largest],
  ])('%s › %s', (value, quantity) => {
    expect(optionalQuantity(value, 'gas')).toBe(quantity)
  })

  it.each<[string, unknown]>([
    ['decimal text', '10'],
    ['no digits', '0x'],
    ['65 digits', `0x${'0'.repeat(65)}`],
    ['text before the digits', ' 0x1'],
    ['text after the digits', '0x1 '],
    ['a negative number', -1],
    ['a fraction', 0.5],
    ['a number that is not exact', 2 ** 53],
    ['a negative bigint', -1n],
    ['a bigint of 257 bits', 2n ** 256n],
    ['a list', ['0x1']],
    ['true', true],
  ])('%s › -32602', (_what, value) => {
    expect(() => optionalQuantity(value, 'gas')).toThrow(code(-32602))
  })
})

describe('bytes and native values', () => {
  it('absent or empty › no bytes; capitals › lower case; other text › -32602', () => {
    for (const none of [undefined, null, '']) expect(optionalBytes(none, 'data')).toBeUndefined()
    expect(optionalBytes('0xAB', 'data')).toBe('0xab')
    for (const value of ['0xa', 'ab', 1, []]) expect(() => optionalBytes(value, 'data')).toThrow(code(-32602))
  })

  it('0x as value › zero; 0x in a list › -32602', () => {
    expect(optionalNativeValue('0x', 'value')).toBe(0n)
    expect(() => optionalNativeValue(['0x'], 'value')).toThrow(code(-32602))
  })
})

describe('addresses', () => {
  it('lower case or checksum › unchanged; another case or length › -32602', () => {
    expect(canonicalAddress(bob.toLowerCase(), 'to')).toBe(bob.toLowerCase())
    expect(canonicalAddress(bob, 'to')).toBe(bob)
    const broken = [bob.replace('C4', 'c4'), bob.slice(0, -1), `${bob}0`, 1, undefined]
    for (const value of broken) expect(() => canonicalAddress(value, 'to')).toThrow(code(-32602))
  })

  it('account › one of the connection in any form, the first by default', () => {
    const both: Connection = { ...connection, accounts: [alice, bob] }
    expect(connectedAccount(both, undefined)).toBe(alice)
    expect(connectedAccount(both, null)).toBe(alice)
    expect(connectedAccount(both, bob.toLowerCase())).toBe(bob.toLowerCase())
    expect(() => connectedAccount(connection, bob)).toThrow(code(4100))
    expect(() => connectedAccount(connection, 'bob')).toThrow(code(-32602))
  })
})

describe('requireEqual', () => {
  it('one of two › that one; both equal › the first; different › -32602', () => {
    expect(requireEqual<bigint>(undefined, undefined, 'gas')).toBeUndefined()
    expect(requireEqual(1n, undefined, 'gas')).toBe(1n)
    expect(requireEqual(undefined, 2n, 'gas')).toBe(2n)
    expect(requireEqual('0xAB', '0xab', 'data')).toBe('0xAB')
    expect(() => requireEqual(1n, 2n, 'gas')).toThrow(code(-32602))
    expect(() => requireEqual(0n, 1n, 'gas')).toThrow(code(-32602))
  })
})

describe('checkChain', () => {
  it("absent, or the wallet's chain › passes; another › 4901; not a chain › -32602", () => {
    for (const value of [undefined, null, '0x1', '1', 1])
      expect(() => checkChain(connection, value)).not.toThrow()
    expect(() => checkChain(connection, '0xa')).toThrow(code(4901))
    for (const value of ['', '0x', 0, 1.5, {}])
      expect(() => checkChain(connection, value)).toThrow(code(-32602))
  })
})

describe('membersOf', () => {
  it('an object › its members; anything else › -32602', () => {
    expect(membersOf({ to: bob }, 'transaction')).toEqual({ to: bob })
    for (const value of [null, undefined, [], 'to', 1])
      expect(() => membersOf(value, 'transaction')).toThrow(code(-32602))
  })
})
