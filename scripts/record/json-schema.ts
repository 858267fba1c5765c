import * as z from '#shared/zod.ts'
import { descriptionOf, isOptionalWire } from './described-wires.ts'
import type { Json } from './json-value.ts'

type Schema = z.core.$ZodType

/** Lists that skip invalid rows. */
const lists = new WeakMap<object, { readonly row: Schema; readonly max: number }>()

/** Records the row schema of a list whose check is a function. */
export function recordList<List extends Schema>(list: List, row: Schema, max: number): List {
  lists.set(list, { row, max })
  return list
}

/** Checks and transforms of a schema that JSON Schema cannot express. */
function unsupportedChecks({ _zod: { def } }: Schema): { [note: string]: string } {
  const functions = def.checks?.filter((check) => check._zod.def.check === 'custom').length ?? 0
  return {
    ...(functions > 0 ? { 'x-checked-by': `${functions} function${functions > 1 ? 's' : ''}` } : {}),
    ...(def.type === 'custom' ? { 'x-checked-by': 'a function' } : {}),
    ...(def.type === 'transform' ? { 'x-changed-by': 'a function' } : {}),
    ...(def.type === 'pipe' ? { 'x-then': 'another schema' } : {}),
    ...(def.type === 'catch' ? { 'x-else': 'a fallback' } : {}),
  }
}

/**
 * JSON Schema (draft 2020-12) of the values that a schema accepts. Checks that are functions are only noted: what such a
 * function accepts is not in the record.
 */
export function jsonSchemaOf(schema: Schema): Json {
  const description = descriptionOf(schema)
  if (description !== undefined) return description
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const list = lists.get(zodSchema)
      const override = list
        ? { type: 'array', items: jsonSchemaOf(list.row), 'x-read-up-to': list.max, 'x-misfits': 'left out' }
        : (descriptionOf(zodSchema) ?? unsupportedChecks(zodSchema))
      Object.assign(jsonSchema, override)
      if (!(zodSchema instanceof z.core.$ZodObject) || jsonSchema.required === undefined) return
      const { shape } = zodSchema._zod.def
      const required = jsonSchema.required.filter((name) => !isOptionalWire(shape[name] ?? {}))
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  })
  return z.parse(z.json(), json)
}
