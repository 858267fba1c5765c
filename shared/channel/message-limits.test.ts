import { describe, expect, it } from 'vitest'
import { frameMaxBytes, frameMaxStringLength } from '../config/limits.ts'
import { fitsInMessage, isChunkedJson, isPlainData, isSmallPlainData } from './message-limits.ts'

const nested = (levels: number): unknown => (levels === 0 ? null : { a: nested(levels - 1) })
class Own {}
/** 4,999 nodes. */
const manyNodes = Array.from({ length: 49 }, () => Array(101).fill(0))

/** A list of `bytes` in all: two texts, which count two bytes more than their length, and the last item. */
const listOfBytes = (bytes: number, last: unknown, lastBytes: number) => [
  'x'.repeat(frameMaxStringLength),
  'x'.repeat(bytes - frameMaxStringLength - 4 - lastBytes),
  last,
]

describe('isSmallPlainData', () => {
  it.each<[string, unknown]>([
    ['number', 1],
    ['boolean', true],
    ['undefined', undefined],
    ['text of six characters', 'x'.repeat(6)],
  ])('%s › ends a message of the maximum size › true; one byte more › false', (_name, last) => {
    expect(isSmallPlainData(listOfBytes(frameMaxBytes, last, 8))).toBe(true)
    expect(isSmallPlainData(listOfBytes(frameMaxBytes + 1, last, 8))).toBe(false)
  })

  it('keys › of the maximum size › true; one byte more › false', () => {
    expect(isSmallPlainData({ ['k'.repeat(frameMaxBytes - 3)]: null })).toBe(true)
    expect(isSmallPlainData({ ['k'.repeat(frameMaxBytes - 2)]: null })).toBe(false)
  })

  it.each<[string, unknown, boolean]>([
    ['JSON', { a: [1, 'b', null, true], c: { d: undefined } }, true],
    ['bytes', { a: new Uint8Array(8) }, true],
    ['a bare object', Object.create(null), true],
    ['12 levels', nested(12), true],
    ['13 levels', nested(13), false],
    ['256 elements', Array(256).fill(0), true],
    ['257 elements', Array(257).fill(0), false],
    ['128 KiB as hex digits', 'x'.repeat(frameMaxStringLength), true],
    ['one character more', 'x'.repeat(frameMaxStringLength + 1), false],
    ['320 KiB of bytes', new Uint8Array(frameMaxBytes), true],
    ['one byte more', new Uint8Array(frameMaxBytes + 1), false],
    ['a view of a large buffer', new Uint8Array(frameMaxBytes * 2).subarray(0, 1), false],
    ['four strings of 100 KiB', Array(4).fill('x'.repeat(100 * 1024)), false],
    ['keys that are long in all', { ['k'.repeat(frameMaxBytes)]: 1 }, false],
    ['an array with a constructor of its own', Object.assign([1], { constructor: 'x' }), false],
    ['an array with a hole', new Array(3), false],
    ['an array with a hole and an own property', Object.assign(new Array(2), { 0: 1, own: 2 }), false],
    ['no elements', [], true],
    ['5,000 nodes', [...manyNodes, 0], true],
    ['one node more', [...manyNodes, 0, 0], false],
    ['a function', { a: () => 1 }, false],
    ['a bare function', () => 1, false],
    ['a symbol', { a: Symbol('a') }, false],
    ['a big integer', { a: 1n }, false],
    ['a class instance', { a: new Own() }, false],
    ['a date', new Date(0), false],
    ['a map', new Map(), false],
    ['an error', new Error('e'), false],
    ['a buffer', new ArrayBuffer(8), false],
    ['an own __proto__', JSON.parse('{"__proto__":1}'), false],
    ['an own constructor', { constructor: 1 }, false],
    ['an own prototype', { prototype: 1 }, false],
  ])('%s › as expected', (_name, value, expected) => {
    expect(isSmallPlainData(value)).toBe(expected)
  })

  it('cycle › too deep', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = [cycle]
    expect(isSmallPlainData(cycle)).toBe(false)
  })
})

describe('fitsInMessage', () => {
  it('fitting payload › in any frame › small plain data', () => {
    const payloads = [nested(8), Array.from({ length: 40 }, () => Array(99).fill(0)), 'x'.repeat(128 * 1024)]
    for (const payload of payloads) {
      expect(fitsInMessage(payload)).toBe(true)
      const value = { v: 1, sid: 's'.repeat(32), id: 'i'.repeat(32), seq: 1, method: 'm', params: payload }
      const call = {
        id: 'c'.repeat(55),
        type: 'APPLY',
        path: ['dispatch'],
        argumentList: [{ type: 'RAW', value }],
      }
      expect(isSmallPlainData(call)).toBe(true)
    }
  })

  it('payload › too deep or too large inside the frame › does not fit', () => {
    expect(fitsInMessage(nested(9))).toBe(false)
    expect(fitsInMessage(new Uint8Array(frameMaxBytes))).toBe(false)
  })
})

describe('isPlainData', () => {
  it.each<[string, unknown, boolean]>([
    ['a text of the given length', 'x'.repeat(10), true],
    ['a longer text', 'x'.repeat(11), false],
    ['more than the given bytes', ['x'.repeat(9), 'x'.repeat(8)], false],
    ['13 levels', nested(13), false],
    ['257 elements', Array(257).fill(null), false],
    ['5,001 nodes', Array.from({ length: 50 }, () => Array(100).fill(null)), false],
    ['bytes', new Uint8Array(8), true],
  ])('%s › within the given limits, else those of a message', (_name, value, expected) => {
    expect(isPlainData(value, { bytes: 20, stringLength: 10 })).toBe(expected)
  })
})

describe('isChunkedJson', () => {
  it.each<[string, unknown, boolean]>([
    ['a list of 10,000 texts', Array(10_000).fill('x'), true],
    ['128 levels', nested(128), true],
    ['129 levels', nested(129), false],
    ['a member that is undefined', { a: undefined }, true],
    ['an element that is undefined', [undefined], false],
    ['undefined', undefined, false],
    ['infinity', [Number.POSITIVE_INFINITY], false],
    ['bytes', [new Uint8Array(8)], false],
  ])('%s › JSON or not', (_name, value, expected) => {
    expect(isChunkedJson(value)).toBe(expected)
  })
})
