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
  const input: Record<string, string> = {}
  const recorder = new Proxy(input, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name)
    },
  })
  while (!parseWire(schema, recorder).success) {
    const [missing] = invalidPath(schema, input)
    if (missing === undefined || required.has(missing)) break
    required.add(missing)
    const isAccepted = (sample: string) => invalidPath(schema, { ...input, [missing]: sample })[0] !== missing
    const sample = samples.find(isAccepted)
    if (sample === undefined) break
    input[missing] = sample
  }
  return [...names].map((name) => ({ name, isRequired: required.has(name) }))
}
