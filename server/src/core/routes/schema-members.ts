import type * as z from 'zod/mini'
import { invalidPath, parseWire } from '../../../../shared/wire-schema.ts'

/** A member of an object schema. */
export type SchemaMember = { readonly name: string; readonly isRequired: boolean }

/** Texts that members of queries accept, tried in this order; the last is a chain id. */
const samples = ['', '1', 'to-frame', 'eip155:1']

/**
 * Members of an object schema of `shared/wire-schema.ts`, which states none: read from the names that it looks up in an object,
 * and from those without which it does not fit. A member behind a required one that accepts no sample is not found.
 */
export function schemaMembers(schema: z.core.$ZodType): readonly SchemaMember[] {
  const names = new Set<string>()
  const required = new Set<string>()
  const given: Record<string, string> = {}
  const watched = new Proxy(given, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name)
    },
  })
  while (!parseWire(schema, watched).success) {
    const [missing] = invalidPath(schema, given)
    if (missing === undefined || required.has(missing)) break
    required.add(missing)
    const isAccepted = (sample: string) => invalidPath(schema, { ...given, [missing]: sample })[0] !== missing
    const sample = samples.find(isAccepted)
    if (sample === undefined) break
    given[missing] = sample
  }
  return [...names].map((name) => ({ name, isRequired: required.has(name) }))
}
