import type * as z from 'zod/mini'
import { invalidPath, parseWire } from '../../../../shared/wire-schema.ts'

/** A member of an object schema. */
export type SchemaMember = { readonly name: string; readonly isRequired: boolean }

/** Strings that query members accept, tried in this order; the last is a chain id. */
const samples = ['', '1', 'to-frame', 'eip155:1']

/**
 * Members of an object schema of `shared/wire-schema.ts`, which does not list them. Finds the names that the schema reads
 * from an object, and those without which parsing fails. Does not find a member after a required one that accepts no sample.
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
