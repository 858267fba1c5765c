import * as z from '../../../shared/zod.ts'

/** What a setting needs besides its schema, for its documentation, environment variable and error messages. */
export type SettingNotes = {
  /** One or two sentences of plain English. */
  readonly description: string
  /** Unit of a number: `minutes`, `bytes`. */
  readonly unit?: string
  /** True if the value, and any part of it, is never printed. */
  readonly isSecret?: true
  /** Values of a secret setting that begin with this are printed. */
  readonly publicPrefix?: string
  /** The default in words, if the schema cannot express it. */
  readonly defaultText?: string
  /** A value in the configuration file's format. */
  readonly example?: unknown
}

/** Notes of settings and of groups of settings. */
export const settingNotes = z.registry<SettingNotes>()

/** What a value must be, as the end of the sentence "<key> must be …". */
const expectations = z.registry<{ readonly text: string }>()

/** Adds notes to a setting's schema. Its default stays in the schema. */
export function setting<S extends z.core.$ZodType>(schema: S, notes: SettingNotes): S {
  // Cloned, because several settings share a schema and each has its own notes.
  const ownSchema = z.clone(schema, undefined, { parent: true })
  settingNotes.add(ownSchema, notes)
  return ownSchema
}

/** Describes the accepted values of a schema, as the end of the sentence "<key> must be …". */
export function expecting<S extends z.core.$ZodType>(schema: S, text: string): S {
  expectations.add(schema, { text })
  return schema
}

/** Members that are read even if the group is absent: each has a default or is optional. */
export function group<const S extends z.core.$ZodLooseShape>(
  description: string,
  shape: S,
): z.ZodMiniPrefault<z.ZodMiniObject<{ -readonly [Key in keyof S]: S[Key] }, z.core.$strict>>
export function group(description: string, shape: z.core.$ZodLooseShape) {
  return setting(z.prefault(z.strictObject(shape), {}), { description })
}

/** Members that are read only when one of them is set; then those without a default are required. */
export const optionalGroup = <const S extends z.core.$ZodLooseShape>(description: string, shape: S) =>
  setting(z.optional(z.strictObject(shape)), { description })

/** The schema inside of `optional`, `default`, `prefault` and transforms. */
export function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault
  )
    return innermost(schema._zod.def.innerType)
  return schema instanceof z.core.$ZodPipe ? innermost(schema._zod.def.in) : schema
}

/** The members of an object schema; undefined for any other. */
export function membersOf(schema: z.core.$ZodType): ReadonlyMap<string, z.core.$ZodType> | undefined {
  const inner = innermost(schema)
  return inner instanceof z.core.$ZodObject ? new Map(Object.entries(inner._zod.def.shape)) : undefined
}

/** The schema of an array's items; undefined for any other schema. */
export function itemsOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const inner = innermost(schema)
  return inner instanceof z.core.$ZodArray ? inner._zod.def.element : undefined
}

/** The accepted values of a schema, as the end of the sentence "<key> must be …". */
export function expectationOf(schema: z.core.$ZodType): string {
  const inner = innermost(schema)
  const stated = expectations.get(schema) ?? expectations.get(inner)
  if (stated) return stated.text
  if (inner instanceof z.core.$ZodBoolean) return 'true or false'
  if (inner instanceof z.core.$ZodEnum) return `one of ${Object.values(inner._zod.def.entries).join(', ')}`
  if (inner instanceof z.core.$ZodArray) {
    const item = inner._zod.def.element
    return membersOf(item) ? 'a list of objects' : `a list, each item of which is ${expectationOf(item)}`
  }
  return membersOf(inner) ? 'an object' : 'a text'
}

/** True if the value, or a part of it, is secret. */
export function hasSecret(schema: z.core.$ZodType): boolean {
  if (settingNotes.get(schema)?.isSecret) return true
  const item = itemsOf(schema)
  if (item) return hasSecret(item)
  return [...(membersOf(schema)?.values() ?? [])].some(hasSecret)
}
