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

function withDescription<Schema extends object>(schema: Schema, description: Json): Schema {
  descriptions.set(schema, description)
  return schema
}

const descriptionOrEmpty = (schema: object): Json => descriptionOf(schema) ?? {}

export const { nestWiresBy } = real

/** A wire schema whose check is a function has no further description. */
export const custom: typeof real.custom = (...args: Parameters<typeof real.custom>) =>
  withDescription(real.custom<never>(...args), { 'x-checked-by': 'a function' })

export const freshCopy: typeof real.freshCopy = (create) =>
  withDescription(real.freshCopy(create), descriptionOrEmpty(create()))

export const text: typeof real.text = (max = frameMaxStringLength, min) =>
  withDescription(real.text(max, min), {
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    maxLength: max,
  })

export const nonEmptyText: typeof real.nonEmptyText = (max) =>
  withDescription(real.nonEmptyText(max), { type: 'string', minLength: 1, maxLength: max })

export const matching: typeof real.matching = (pattern) =>
  withDescription(real.matching(pattern), {
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
  withDescription(real.integer(min, max), range('integer', min, max))

export const finite: typeof real.finite = (min, max) =>
  withDescription(real.finite(min, max), range('number', min, max))

export const oneOf: typeof real.oneOf = (...values) =>
  withDescription(real.oneOf(...values), { enum: [...values] })

export const flag = withDescription(real.flag, { type: 'boolean' })

export const anything = withDescription(real.anything, {})
optionals.add(anything)

function markOptional<Schema extends object>(schema: Schema): Schema {
  optionals.add(schema)
  return schema
}

export const optional: typeof real.optional = (schema) =>
  markOptional(withDescription(real.optional(schema), descriptionOrEmpty(schema)))

export const nullish: typeof real.nullish = (schema) =>
  markOptional(
    withDescription(real.nullish(schema), { anyOf: [descriptionOrEmpty(schema), { type: 'null' }] }),
  )

export const listOf: typeof real.listOf = (item, max = frameMaxArrayLength, min) =>
  withDescription(real.listOf(item, max, min), {
    type: 'array',
    items: descriptionOrEmpty(item),
    ...(min === undefined ? {} : { minItems: min }),
    maxItems: max,
  })

function members(shape: { readonly [key: string]: object }): { readonly [key: string]: Json } {
  const names = Object.keys(shape)
  const required = names.filter((name) => !optionals.has(shape[name] ?? {}))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, descriptionOrEmpty(shape[name] ?? {})])),
    ...(required.length === 0 ? {} : { required }),
  }
}

export const strictObject: typeof real.strictObject = (shape) =>
  withDescription(real.strictObject(shape), { ...members(shape), additionalProperties: false })

export const openObject: typeof real.openObject = (shape) =>
  withDescription(real.openObject(shape), members(shape))

export const anyOf: typeof real.anyOf = (...schemas) =>
  withDescription(real.anyOf(...schemas), { anyOf: schemas.map(descriptionOrEmpty) })

export const parseWire = real.parseWire

export const invalidPath = real.invalidPath
