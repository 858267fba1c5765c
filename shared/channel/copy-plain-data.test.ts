import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { frameMaxArrayLength, frameMaxBytes, frameMaxNodes, frameMaxStringLength } from '../config/limits.ts'
import { copyPlainData, isPlainPrototype } from './copy-plain-data.ts'

/** A deep Proxy, like Vue's `reactive`. */
const reactive = <Value extends object>(target: Value): Value =>
  new Proxy(target, {
    get: (on, key, receiver) => {
      const value: unknown = Reflect.get(on, key, receiver)
      return typeof value === 'object' && value !== null ? reactive(value) : value
    },
  })

class Amount {
  readonly wei: string
  constructor(wei: string) {
    this.wei = wei
  }
}
class BigNumber {
  readonly #hex = '0x1'
  toJSON() {
    return { type: 'BigNumber', hex: this.#hex }
  }
}

const nested = (levels: number, inner: unknown = null): unknown =>
  levels === 0 ? inner : { a: nested(levels - 1, inner) }
const nestedLists = (levels: number): unknown => (levels === 0 ? null : [nestedLists(levels - 1)])
/** Bytes for a payload: a message less its envelope. */
const payloadMaxBytes = frameMaxBytes - 512
/** Two texts of `bytes` in all, of which each counts two bytes more than its length. */
const texts = (bytes: number) => [
  'x'.repeat(frameMaxStringLength),
  'x'.repeat(bytes - frameMaxStringLength - 4),
]

/** A list of `count` values in all, itself included: 48 lists of 102 items, and zeros. */
const nodes = (count: number) => [
  ...Array.from({ length: 48 }, () => Array(102).fill(0)),
  ...Array(count - 1 - 48 * 103).fill(0),
]
/** Values of a payload: a message's, less its envelope's. */
const payloadMaxNodes = frameMaxNodes - 16

describe('isPlainPrototype', () => {
  it.each<[string, object, boolean]>([
    ['an object', {}, true],
    ['an object without a prototype', Object.create(null), true],
    ['an object of another realm', runInNewContext('({})'), true],
    ['an instance of a class', new Amount('1'), false],
    ['a list', [], false],
    ['a map', new Map(), false],
  ])('%s › plain or not', (_name, value, expected) => {
    expect(isPlainPrototype(value)).toBe(expected)
  })
})

describe('copyPlainData', () => {
  it.each<[string, unknown, unknown]>([
    ['bytes', texts(payloadMaxBytes), texts(payloadMaxBytes + 1)],
    [
      'bytes of keys',
      { ['k'.repeat(payloadMaxBytes - 3)]: null },
      { ['k'.repeat(payloadMaxBytes - 2)]: null },
    ],
    ['length of a text', 'x'.repeat(frameMaxStringLength), 'x'.repeat(frameMaxStringLength + 1)],
    ['elements', Array(frameMaxArrayLength).fill(0), Array(frameMaxArrayLength + 1).fill(0)],
    ['values', nodes(payloadMaxNodes), nodes(payloadMaxNodes + 1)],
    ['levels of objects', nested(8), nested(9)],
    ['levels of lists', nestedLists(8), nestedLists(9)],
    ['levels with toJSON', nested(7, { toJSON: () => 1 }), nested(8, { toJSON: () => 1 })],
  ])('maximum %s › copied; one more › undefined', (_name, fitting, excessive) => {
    expect(copyPlainData(fitting)).toBeDefined()
    expect(copyPlainData(excessive)).toBeUndefined()
  })

  it('toJSON › called with an empty key, as by JSON.stringify', () => {
    const value = { toJSON: (key: unknown) => ({ key }) }
    expect(copyPlainData<unknown>(value)?.copy).toStrictEqual({ key: '' })
  })

  it.each<[string, unknown, unknown]>([
    ['a Proxy', reactive([{ to: '0x1', data: ['0x'] }]), [{ to: '0x1', data: ['0x'] }]],
    ['frozen data', Object.freeze([Object.freeze({ to: '0x1' })]), [{ to: '0x1' }]],
    ['data of another realm', runInNewContext('[{ to: "0x1", at: [1] }]'), [{ to: '0x1', at: [1] }]],
    ['bytes of another realm', runInNewContext('new Uint8Array([1, 2])'), new Uint8Array([1, 2])],
    ['a view of a large buffer', new Uint8Array(1 << 20).subarray(0, 2), new Uint8Array(2)],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an instance of a class', { value: new Amount('1') }, { value: { wei: '1' } }],
    ['an instance with toJSON', [new BigNumber()], [{ type: 'BigNumber', hex: '0x1' }]],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a list with members of its own', Object.assign(['0x1'], { to: '0x1' }), ['0x1']],
    ['an object with a tag', { [Symbol.toStringTag]: 'Uint8Array', a: 1 }, { a: 1 }],
    ['undefined members', { a: undefined }, { a: undefined }],
  ])('%s › copied › its data', (_name, value, expected) => {
    const copy = copyPlainData(value)?.copy
    expect(copy).toStrictEqual(expected)
    expect(() => structuredClone(copy)).not.toThrow()
  })

  it.each<[string, unknown]>([
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('a')]],
    ['a big integer', { a: 1n }],
    ['a view that is not of bytes', new Uint16Array(2)],
    ['a map', new Map()],
    ['a map in a Proxy', new Proxy(new Map(), {})],
    ['an own constructor', { constructor: 1 }],
    ['an own __proto__', JSON.parse('{"__proto__":1}')],
    ['257 elements', Array(257).fill(0)],
    ['too long a string', 'x'.repeat(frameMaxStringLength + 1)],
    ['5,001 nodes', Array.from({ length: 50 }, () => Array(100).fill(0))],
    ['too many bytes', new Uint8Array(frameMaxBytes)],
    ['long keys', { ['k'.repeat(frameMaxBytes)]: 1 }],
    ['a revoked Proxy', { a: revoked() }],
  ])('%s › copied › undefined', (_name, value) => {
    expect(copyPlainData(value)).toBeUndefined()
  })

  it('cycle › copied › undefined', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = [cycle]
    expect(copyPlainData(cycle)).toBeUndefined()
    expect(copyPlainData(cycle, { isLoose: true })).toBeUndefined()
  })

  it('members with getters › copied › read once each', () => {
    let reads = 0
    const value = {
      get to() {
        reads += 1
        return `0x${reads}`
      },
    }
    expect(copyPlainData([value])?.copy).toStrictEqual([{ to: '0x1' }])
    expect(reads).toBe(1)
  })

  it('toJSON on the root prototypes › copied › not called', () => {
    const toJSON = { configurable: true, value: () => 'text' }
    for (const root of [Object.prototype, Array.prototype]) Object.defineProperty(root, 'toJSON', toJSON)
    try {
      expect(copyPlainData([{ a: [1] }, new Amount('2')])?.copy).toStrictEqual([{ a: [1] }, { wei: '2' }])
    } finally {
      for (const root of [Object.prototype, Array.prototype]) Reflect.deleteProperty(root, 'toJSON')
    }
  })

  it('loose › copied › without functions and non-data', () => {
    const value = { hash: '0x1', wait: () => {}, tag: Symbol('a'), logs: [new Map(), 1], none: undefined }
    expect(copyPlainData(value, { isLoose: true })?.copy).toStrictEqual({ hash: '0x1', logs: [null, 1] })
    const data = { to: null, at: new Date(0), fee: new BigNumber() }
    expect(copyPlainData<unknown>(data, { isLoose: true })?.copy).toStrictEqual({
      to: null,
      at: '1970-01-01T00:00:00.000Z',
      fee: { type: 'BigNumber', hex: '0x1' },
    })
    expect(copyPlainData(() => {}, { isLoose: true })).toBeUndefined()
    expect(copyPlainData(new Map(), { isLoose: true })).toBeUndefined()
  })
})

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
