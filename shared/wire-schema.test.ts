import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { readHostConfig } from './config/host-config.ts'
import {
  anyOf,
  anything,
  flag,
  integer,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  optional,
  parseWire,
  strictObject,
  text,
} from './wire-schema.ts'

const point = strictObject({ x: integer(), y: integer(), label: optional(text(3)) })
const inherited = Object.create({ x: 1, y: 2 })

describe('building blocks', () => {
  it.each([
    ['text within its bounds', text(3, 1), ['a', 'abc'], ['', 'abcd', 7, null, undefined, ['a']]],
    ['non-empty text', nonEmptyText(2), ['a', 'ab'], ['', 'abc']],
    ['a pattern', matching(/^a+$/), ['a', 'aa'], ['', 'b', ['a'], { toString: () => 'a' }]],
    [
      'an integer within its bounds',
      integer(0, 9),
      [0, 9],
      [-1, 10, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', 1n, null],
    ],
    ['a safe integer', integer(), [2 ** 53 - 1, 1 - 2 ** 53], [2 ** 53]],
    ['one of', oneOf<'a' | true>('a', true), ['a', true], ['b', false, 1, undefined, ['a']]],
    ['a flag', flag, [true, false], [0, 1, '', 'true', null]],
    ['anything', anything, [undefined, null, 1, {}], []],
    ['optional', optional(flag), [undefined, true], [null, 1]],
    [
      'a list within its bounds',
      listOf(flag, 2, 1),
      [[true], [true, false]],
      [[], [true, true, true], [1], 'a', {}],
    ],
    ['any of', anyOf(flag, text(1)), [true, 'a'], ['ab', 1]],
    [
      'an object with exactly these members',
      point,
      [
        { x: 1, y: 2 },
        { x: 1, y: 2, label: 'abc' },
        { x: 1, y: 2, label: undefined },
      ],
      [
        { x: 1 },
        { x: 1, y: 2, z: 3 },
        { x: 1, y: 2, label: 'abcd' },
        { x: 1, y: '2' },
        Object.assign([], { x: 1, y: 2 }),
        null,
        undefined,
        'x',
      ],
    ],
  ])('%s › accepted or not', (_what, schema, fitting, notFitting) => {
    for (const value of fitting) expect(parseWire(schema, value)).toEqual({ success: true, data: value })
    for (const value of notFitting) expect(parseWire(schema, value)).toEqual({ success: false })
  })

  it('names of Object.prototype › not members', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const value = Object.defineProperty({ x: 1, y: 2 }, name, { value: 1, enumerable: true })
      expect(parseWire(point, value).success).toBe(false)
    }
  })

  it('value › not copied or changed', () => {
    const value = { x: 1, y: 2 }
    expect(parseWire(point, value).data).toBe(value)
    expect(Object.keys(inherited)).toEqual([])
  })
})

describe('inside other schemas of zod', () => {
  const drawing = z.object({
    points: z._default(z.array(point), []),
    id: z.union([z.number(), nonEmptyText(4)]),
    kind: z.optional(oneOf('line', 'dot')),
    named: z.optional(z.partialRecord(oneOf('a', 'b'), flag)),
  })

  it('wire schema inside zod schemas › parsed', () => {
    expect(z.parse(drawing, { id: 'a', extra: 1 })).toEqual({ points: [], id: 'a' })
    expect(z.parse(drawing, { id: 1, points: [{ x: 1, y: 2 }], kind: 'dot', named: { a: true } })).toEqual({
      id: 1,
      points: [{ x: 1, y: 2 }],
      kind: 'dot',
      named: { a: true },
    })
  })

  it('invalid member › path reported', () => {
    const parsed = z.safeParse(drawing, { id: 1, points: [{ x: 1, y: 2 }, { x: 1 }] })
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['points.1.y'])
    expect(() => z.parse(flag, 1)).toThrow()
  })

  it('schema that needs a promise › not supported', () => {
    const slow = z.string().check(z.refine(async () => true))
    expect(() => parseWire(slow, 'x')).toThrow()
    expect(parseWire(z.pipe(z.string(), z.transform(Number)), '7')).toEqual({ success: true, data: 7 })
  })
})

describe('invalid values', () => {
  it.each([
    [
      {
        projectId: 'x',
        metadata: { name: 'x' },
        customWallets: [{ id: 'a', name: 'A', homepage: 'javascript:1' }],
      },
      'customWallets.0.homepage',
    ],
    [{ projectId: 'x', metadata: { name: 7 } }, 'metadata.name'],
    [{ projectId: 'x', metadata: { name: 'x' }, networks: ['eip155:1', 'nothing'] }, 'networks.1'],
    [{ metadata: { name: 'x' } }, 'projectId'],
    [7, ''],
    [{ projectId: 'x', metadata: 7 }, 'metadata'],
    [{ projectId: 'x', metadata: [] }, 'metadata'],
  ])('%j › path %s', (config, option) => {
    expect(readHostConfig(config)).toEqual({ success: false, option })
  })
})
