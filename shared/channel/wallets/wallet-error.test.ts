import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { encodeError } from '../../errors/wire-error.ts'
import { errorMembers, providerError, toWireError } from './wallet-error.ts'

const coded = (code: unknown, message = 'No', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
/** An error that the given number of errors wrap. */
const wrapped = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : { message: `Level ${depth}`, cause: wrapped(depth - 1, inner) }
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('A getter of the page')
    },
  },
)

describe('providerError', () => {
  const spoken = [
    [/pending/i, -32002],
    [/reject/i, 4001],
  ] as const

  it.each<[string, unknown, number, string]>([
    ['its own code', coded(4100, 'Locked'), 4100, 'Locked'],
    ['a code as text', coded('4001', 'Nope'), 4001, 'Nope'],
    ['words', new Error('Rejected'), 4001, 'Rejected'],
    ['a bare text', 'Request is pending', -32002, 'Request is pending'],
    ['a code of its cause', coded(-32603, 'Failed', { cause: coded(4001) }), 4001, 'Failed'],
    [
      'a code in an error in data',
      coded(undefined, 'Failed', { data: { error: coded(4100) } }),
      4100,
      'Failed',
    ],
    ['words of what it wraps', { error: new Error('User rejected') }, 4001, 'User rejected'],
    [
      'a vague code, and words of the node',
      coded(-32000, 'rejected by the node'),
      -32000,
      'rejected by the node',
    ],
    ['no words and no code', {}, -32603, 'The wallet failed without a reason'],
    ['null', null, -32603, 'The wallet failed without a reason'],
    ['a text in data', { message: 'Failed', data: 'rejected' }, -32603, 'Failed'],
    ['getters that throw', throwing, -32603, 'The wallet failed without a reason'],
    ['an empty message', { message: '', error: { message: 'User rejected' } }, 4001, 'User rejected'],
    ['a message that is no text', { message: 7 }, -32603, 'The wallet failed without a reason'],
    ['a text in a cause', { message: 'Failed', cause: 'rejected' }, 4001, 'Failed'],
    ['a text in error', { message: 'Failed', error: 'rejected' }, 4001, 'Failed'],
    ['a code in originalError', { message: 'Failed', originalError: coded(4100) }, 4100, 'Failed'],
    ['a negative code as text', coded('-32002'), -32002, 'No'],
    ['a text that ends in a code', coded('E4001'), -32603, 'No'],
    ['a text that begins with a code', coded('4001 rejected'), -32603, 'No'],
    ['a number with ten digits as text', coded('4001400140'), -32603, 'No'],
    ['a code with a fraction', coded(4001.5), -32603, 'No'],
    ['a code in a list', coded([4001]), -32603, 'No'],
    [
      'a function with a code',
      Object.assign(() => {}, { code: 4001 }),
      -32603,
      'The wallet failed without a reason',
    ],
    ['two codes', coded(4100, 'No', { cause: coded(4001) }), 4100, 'No'],
    ['two codes without a cause', coded(-32000, 'No', { cause: coded(-32603) }), -32000, 'No'],
    [
      'the first words, whose code has precedence',
      { message: 'rejected', cause: 'pending' },
      -32002,
      'rejected',
    ],
    ['a code three levels deep', wrapped(3, coded(4001)), 4001, 'Level 3'],
    ['a code four levels deep', wrapped(4, coded(4001)), -32603, 'Level 4'],
  ])('thrown › %s › code and message', (_what, thrown, code, message) => {
    expect(providerError(thrown, spoken)).toMatchObject({ code, message })
  })
})

describe('providerError data', () => {
  it('thrown › with data › the same data', () => {
    const data = { originalError: { code: 3 } }
    expect(providerError(coded(3, 'Reverted', { data }), []).data).toBe(data)
  })
})

describe('carriedError', () => {
  it.each<[string, unknown]>([
    ['a plain refusal', coded(4001, 'No', { data: { a: 1 } })],
    ['a text', 'No'],
    ['null', null],
    ['getters that throw', throwing],
    ['a text as its cause', coded(-32603, 'No', { cause: 'Failed' })],
    ['a code that is no number', coded('E_REJECTED')],
    ['data that wraps a text', coded(-32603, 'No', { data: { error: 'Failed' } })],
    ['data that is a text', coded(-32603, 'No', { data: 'Failed' })],
    ['null as its cause', coded(-32603, 'No', { cause: null })],
    ['a function with a cause', Object.assign(() => {}, { cause: { code: 1 } })],
  ])('thrown › %s › unchanged', (_what, thrown) => {
    expect(toWireError(thrown)).toBe(thrown)
  })

  it.each<[string, unknown, object]>([
    [
      'a cause',
      coded(-32603, 'Failed', { cause: coded(4001) }),
      { code: -32603, message: 'Failed', data: { cause: { code: 4001, message: 'No' } } },
    ],
    [
      'an error object in data',
      coded(-32603, 'Failed', { data: { originalError: new Error('User rejected') } }),
      { code: -32603, message: 'Failed', data: { originalError: { message: 'User rejected' } } },
    ],
    [
      'an error as data',
      coded(-32603, 'Failed', { data: new Error('User rejected') }),
      { code: -32603, message: 'Failed', data: { message: 'User rejected' } },
    ],
    [
      'data and a cause',
      coded(-32603, 'Failed', { data: { a: 1 }, error: { code: 5002 } }),
      { code: -32603, message: 'Failed', data: { a: 1, error: { code: 5002 } } },
    ],
    ['a code as text', coded('-32002', 'Open'), { code: -32002, message: 'Open' }],
    [
      'a code that is no number, and a cause',
      coded('E_FAILED', 'Failed', { cause: { code: 1 } }),
      {
        code: -32603,
        message: 'Failed',
        data: { originalCode: 'E_FAILED', data: { cause: { code: 1 } } },
      },
    ],
    [
      'an original error',
      coded(-32603, 'Failed', { originalError: coded(4001, 'No', { other: 7 }) }),
      { code: -32603, message: 'Failed', data: { originalError: { code: 4001, message: 'No', other: 7 } } },
    ],
    [
      'a text as data, and an error',
      coded(-32603, 'Failed', { data: 'More', error: { code: 5002 } }),
      { code: -32603, message: 'Failed', data: { error: { code: 5002 } } },
    ],
    [
      'an error that wraps another one in data',
      coded(-32603, 'Failed', { data: { error: new Error('A', { cause: new Error('B') }) } }),
      { code: -32603, message: 'Failed', data: { error: { message: 'A', cause: { message: 'B' } } } },
    ],
  ])('thrown › %s › crosses the link', (_what, thrown, wire) => {
    expect(encodeError(toWireError(thrown))).toEqual(wire)
  })

  it('thrown › its cause has members of a class and null › plain members, no others', () => {
    class WalletError {
      readonly data = null
      get code() {
        return 4001
      }
    }
    expect(toWireError(coded(-32603, 'Failed', { cause: new WalletError() }))).toStrictEqual({
      code: -32603,
      message: 'Failed',
      data: { cause: { code: 4001, data: null } },
    })
  })

  it('thrown › wraps itself › terminates', () => {
    const thrown = coded(-32603, 'Failed')
    Object.assign(thrown, { cause: thrown })
    expect(encodeError(toWireError(thrown))).toMatchObject({ code: -32603, message: 'Failed' })
  })
})

describe('errorMembers', () => {
  const plain = { a: 1 }

  it.each<[string, unknown, unknown]>([
    ['an error', coded(4001), { code: 4001, message: 'No', data: undefined }],
    [
      'an error of another realm',
      runInNewContext('Object.assign(new TypeError("No"), { data: 7 })'),
      { code: undefined, message: 'No', data: 7 },
    ],
    [
      'an object that claims to be an error',
      { [Symbol.toStringTag]: 'Error', code: 1, message: 'No', other: 2 },
      { code: 1, message: 'No', data: undefined },
    ],
    ['an object with a message', { message: 'No', other: 2 }, { message: 'No', other: 2 }],
    ['plain data', plain, plain],
    ['null', null, null],
  ])('value › %s › its members', (_what, value, members) => {
    expect(errorMembers(value)).toEqual(members)
  })

  it('value › getters that throw › unchanged', () => {
    expect(errorMembers(throwing)).toBe(throwing)
  })
})
