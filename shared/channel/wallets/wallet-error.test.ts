import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { encodeError } from '../../errors/wire-error.ts'
import { errorMembers, providerError, toWireError } from './wallet-error.ts'

const coded = (code: unknown, message = 'No', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
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
  ])('thrown › %s › code and message', (_what, thrown, code, message) => {
    expect(providerError(thrown, spoken)).toMatchObject({ code, message })
  })
})

describe('carriedError', () => {
  it.each<[string, unknown]>([
    ['a plain refusal', coded(4001, 'No', { data: { a: 1 } })],
    ['a text', 'No'],
    ['null', null],
    ['getters that throw', throwing],
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
  ])('thrown › %s › crosses the link', (_what, thrown, wire) => {
    expect(encodeError(toWireError(thrown))).toEqual(wire)
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
    ['plain data', plain, plain],
    ['null', null, null],
  ])('value › %s › its members', (_what, value, members) => {
    expect(errorMembers(value)).toEqual(members)
  })

  it('value › getters that throw › unchanged', () => {
    expect(errorMembers(throwing)).toBe(throwing)
  })
})
