import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { ProviderRpcError } from './provider-error.ts'
import { WidgetError } from './widget-error.ts'
import { decodeError, encodeError, linkError, wireErrorSchema } from './wire-error.ts'

const boom = () => {
  throw new Error('boom')
}
const internal = { code: -32603, message: 'Internal error' }

describe('encodeError', () => {
  it.each<[string, () => unknown, object]>([
    ['nothing', () => undefined, internal],
    ['a number', () => 7, internal],
    ['a text', () => 'No', { code: -32603, message: 'No' }],
    ['an error without a message', () => new Error(''), internal],
    [
      'an error with code and data',
      () => new ProviderRpcError(4001, 'No', { a: 1 }),
      { code: 4001, message: 'No', data: { a: 1 } },
    ],
    [
      'a code that is no integer',
      () => new ProviderRpcError(1.5, 'No'),
      { code: -32603, message: 'No', data: { originalCode: '1.5' } },
    ],
    [
      'a code that is NaN',
      () => ({ code: Number.NaN, message: 'No' }),
      { code: -32603, message: 'No', data: { originalCode: 'NaN' } },
    ],
    [
      'a code beyond safe integers',
      () => ({ code: 2 ** 60 }),
      { ...internal, data: { originalCode: '1152921504606847000' } },
    ],
    [
      'a code in words',
      () => ({ code: 'NO', message: 'No', data: { a: 1 } }),
      { code: -32603, message: 'No', data: { originalCode: 'NO', data: { a: 1 } } },
    ],
    [
      'an AbortError of the platform',
      () => new DOMException('stop', 'AbortError'),
      { code: -32603, message: 'stop', data: { originalCode: '20' } },
    ],
    [
      'a message that is no text',
      () => ({ code: 4001, message: { a: 1 } }),
      { code: 4001, message: 'Internal error' },
    ],
    [
      'a throwing getter',
      () => ({
        get code() {
          return boom()
        },
      }),
      internal,
    ],
    ['a code that cannot be text', () => ({ code: { toString: boom } }), internal],
    ['a symbol as code', () => ({ code: Symbol('s') }), { ...internal, data: { originalCode: 'Symbol(s)' } }],
    ['a throwing proxy', () => new Proxy({}, { get: boom, getPrototypeOf: boom }), internal],
    [
      'a throwing toJSON',
      () => ({ code: 4001, message: 'No', data: { toJSON: boom } }),
      { code: 4001, message: 'No' },
    ],
    [
      'a cycle',
      () => {
        const data: { self?: unknown } = {}
        data.self = data
        return { code: 4001, message: 'No', data }
      },
      { code: 4001, message: 'No' },
    ],
    [
      'functions and big integers',
      () => ({ code: 4001, message: 'No', data: { run: boom, n: 1n } }),
      { code: 4001, message: 'No' },
    ],
    [
      'functions',
      () => ({ code: 4001, message: 'No', data: { run: boom, a: 1 } }),
      { code: 4001, message: 'No', data: { a: 1 } },
    ],
    [
      'stacks anywhere',
      () => ({ code: 4001, message: 'No', data: { stack: 's', cause: { stack: 's', a: 1 } } }),
      { code: 4001, message: 'No', data: { cause: { a: 1 } } },
    ],
  ])('%s › encoded', (_name, thrown, expected) => {
    const encoded = encodeError(thrown())
    expect(encoded).toStrictEqual(expected)
    expect(z.safeParse(wireErrorSchema, encoded).success).toBe(true)
  })

  it('message above 1 KB, data above 8 KiB of bytes › truncated, omitted', () => {
    expect(encodeError(new ProviderRpcError(4001, 'm'.repeat(5_000))).message).toHaveLength(1_024)
    expect(encodeError(new ProviderRpcError(4001, 'No', 'x'.repeat(8_190)))).toHaveProperty('data')
    expect(encodeError(new ProviderRpcError(4001, 'No', 'x'.repeat(8_191)))).not.toHaveProperty('data')
    expect(encodeError(new ProviderRpcError(4001, 'No', '€'.repeat(4_000)))).not.toHaveProperty('data')
  })

  it.each([
    ['modal/closed', 4001],
    ['chain/unsupported', 4902],
    ['wallet/no-account', 4100],
    ['link/closed', 4900],
    ['send/failed', -32603],
  ] as const)('widget error %s › %i, its own code in data', (code, number) => {
    expect(encodeError(new WidgetError(code, 'Text', { data: { a: 1 } }))).toEqual({
      code: number,
      message: 'Text',
      data: { widgetCode: code, detail: { a: 1 } },
    })
  })
})

describe('decodeError', () => {
  it('encoded error › decoded › same code, message and data', () => {
    const error = linkError(4900, 'Gone', 'unknown-outcome', '0xabc')
    const back = decodeError(encodeError(error))
    expect(back).toBeInstanceOf(ProviderRpcError)
    expect(back).toMatchObject({
      code: 4900,
      message: 'Gone',
      data: { reason: 'unknown-outcome', hint: '0xabc' },
    })
  })
})
