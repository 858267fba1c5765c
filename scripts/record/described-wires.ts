/**
 * The functions of `shared/wire-schema.ts`, each with a record of its arguments as JSON Schema: a wire schema stores only a
 * function. While the record is read, every module imports these instead (`load-sources.ts`). The schemas themselves are the
 * real ones.
 */

import { frameMaxArrayLength, frameMaxStringLength } from '../../shared/config/limits.ts'
import * as real from '../../shared/wire-schema.ts'
import type { Json } from './json-value.ts'

const descriptions = new WeakMap<object, Json>()
const optionals = new WeakSet<object>()

/** JSON Schema of a wire schema; undefined for any other schema. */
export const descriptionOf = (schema: object): Json | undefined => descriptions.get(schema)

/** True if a wire schema accepts an absent value. */
export const isOptionalWire = (schema: object): boolean => optionals.has(schema)

function noted<Schema extends object>(schema: Schema, description: Json): Schema {
  descriptions.set(schema, description)
  return schema
}

const inside = (schema: object): Json => descriptionOf(schema) ?? {}

/** A wire schema whose check is a function has no further description. */
export const custom: typeof real.custom = (...args: Parameters<typeof real.custom>) =>
  noted(real.custom<never>(...args), { 'x-checked-by': 'a function' })

export const freshCopy: typeof real.freshCopy = (make) => noted(real.freshCopy(make), inside(make()))

export const text: typeof real.text = (max = frameMaxStringLength, min) =>
  noted(real.text(max, min), {
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    maxLength: max,
  })

export const nonEmptyText: typeof real.nonEmptyText = (max) =>
  noted(real.nonEmptyText(max), { type: 'string', minLength: 1, maxLength: max })

export const matching: typeof real.matching = (pattern) =>
  noted(real.matching(pattern), {
    type: 'string',
    pattern: pattern.source,
    ...(pattern.flags === '' ? {} : { 'x-flags': pattern.flags }),
  })

const range = (type: string, min: number | undefined, max: number | undefined): Json => ({
  type,
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

export const integer: typeof real.integer = (min, max) =>
  noted(real.integer(min, max), range('integer', min, max))

export const finite: typeof real.finite = (min, max) =>
  noted(real.finite(min, max), range('number', min, max))

export const oneOf: typeof real.oneOf = (...values) => noted(real.oneOf(...values), { enum: [...values] })

export const flag = noted(real.flag, { type: 'boolean' })

export const anything = noted(real.anything, {})
optionals.add(anything)

function absent<Schema extends object>(schema: Schema): Schema {
  optionals.add(schema)
  return schema
}

export const optional: typeof real.optional = (schema) => absent(noted(real.optional(schema), inside(schema)))

export const nullish: typeof real.nullish = (schema) =>
  absent(noted(real.nullish(schema), { anyOf: [inside(schema), { type: 'null' }] }))

export const listOf: typeof real.listOf = (item, max = frameMaxArrayLength, min) =>
  noted(real.listOf(item, max, min), {
    type: 'array',
    items: inside(item),
    ...(min === undefined ? {} : { minItems: min }),
    maxItems: max,
  })

function members(shape: { readonly [key: string]: object }): { readonly [key: string]: Json } {
  const names = Object.keys(shape)
  const required = names.filter((name) => !optionals.has(shape[name] ?? {}))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, inside(shape[name] ?? {})])),
    ...(required.length === 0 ? {} : { required }),
  }
}

export const strictObject: typeof real.strictObject = (shape) =>
  noted(real.strictObject(shape), { ...members(shape), additionalProperties: false })

export const openObject: typeof real.openObject = (shape) => noted(real.openObject(shape), members(shape))

export const anyOf: typeof real.anyOf = (...schemas) =>
  noted(real.anyOf(...schemas), { anyOf: schemas.map(inside) })

export const parseWire = real.parseWire

export const invalidPath = real.invalidPath
