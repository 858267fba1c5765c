import * as z from 'zod/mini'
import { frameMaxArrayLength, frameMaxStringLength } from './config/limits.ts'

/**
 * Schema of something on a wire: a zod schema that nests in any other, of one small class. Zod's own classes bring
 * refinements, promises and error reports, which no wire here uses and which every host page would pay for (3 kB of the
 * 14 that host-sdk has). None of them transforms: what went in comes out. So a wire is measured first
 * (`isSmallPlainData`: no getters, prototypes or forbidden keys), and then parsed.
 */
export interface Wire<Value, Input = Value> extends z.core.$ZodType {
  _zod: z.core.$ZodTypeInternals<Value, Input> & { def: WireDef }
}

type WireDef = z.core.$ZodTypeDef & { readonly fits: (value: unknown) => boolean }

const WireSchema: z.core.$constructor<Wire<unknown>, WireDef> = z.core.$constructor('Wire', (schema, def) => {
  // What zod asks of a member of an object.
  schema._zod.traits.add('$ZodType')
  schema._zod.run = (payload) => {
    if (!def.fits(payload.value)) payload.issues.push({ code: 'custom', input: payload.value, inst: schema })
    return payload
  }
})

/** A schema of whatever `fits`; the caller says which type that is. */
export function custom<Value, Input = Value>(fits: (value: unknown) => boolean): Wire<Value, Input>
export function custom(fits: (value: unknown) => boolean): Wire<unknown> {
  return new WireSchema({ type: 'custom', fits })
}

const fits = (schema: Wire<unknown>, value: unknown) => schema._zod.def.fits(value)

/** Text of `min` to `max` UTF-16 units. */
export const text = (max = frameMaxStringLength, min = 0) =>
  custom<string>((value) => typeof value === 'string' && value.length >= min && value.length <= max)

/** Text of 1 to `max` UTF-16 units. */
export const nonEmptyText = (max: number) => text(max, 1)

/** Text that matches a pattern (which bounds its length). */
export const matching = <Value extends string = string>(pattern: RegExp): Wire<Value, string> =>
  custom<Value, string>((value) => typeof value === 'string' && pattern.test(value))

/** A safe integer from `min` to `max`. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max)

/** One of the given values. */
export const oneOf = <const Value extends string | boolean>(...values: readonly Value[]) =>
  custom<Value>((value) => values.some((one) => one === value))

/** True or false. */
export const flag = oneOf(true, false)

/** Anything, and nothing. */
export const anything = custom<unknown>(() => true)

/** Nothing, or what the schema accepts; as a member of an object it may be absent. */
export const optional = <Value>(schema: Wire<Value, unknown>) =>
  custom<Value | undefined>((value) => value === undefined || fits(schema, value))

/** A list of `min` to `max` items. */
export const listOf = <Item>(item: Wire<Item, unknown>, max = frameMaxArrayLength, min = 0) =>
  custom<Item[]>(
    (list) =>
      Array.isArray(list) &&
      list.length >= min &&
      list.length <= max &&
      list.every((entry) => fits(item, entry)),
  )

type Shape = { readonly [key: string]: Wire<unknown> }
type Member<S extends Shape, Key extends keyof S> = z.output<S[Key]>
type OptionalKey<S extends Shape> = {
  [Key in keyof S]: undefined extends Member<S, Key> ? Key : never
}[keyof S]
type Shaped<S extends Shape> = {
  -readonly [Key in Exclude<keyof S, OptionalKey<S>>]: Member<S, Key>
} & { -readonly [Key in OptionalKey<S>]?: Member<S, Key> }

/** An object with these members and no others. */
export const strictObject = <const S extends Shape>(shape: S) =>
  custom<{ [Key in keyof Shaped<S>]: Shaped<S>[Key] }>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&
      Object.entries(shape).every(([key, member]) => fits(member, Reflect.get(value, key))),
  )

/** Whatever one of the schemas accepts. */
export const anyOf = <const Members extends readonly Wire<unknown>[]>(...members: Members) =>
  custom<z.output<Members[number]>>((value) => members.some((member) => fits(member, value)))

type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly data?: never }

/**
 * What a schema makes of a value. Zod's `safeParse` without its report of what was wrong, which would cost every host
 * page bytes and which no wire tells anybody.
 */
export function parseWire<S extends z.core.$ZodType>(schema: S, value: unknown): Parsed<z.output<S>>
export function parseWire(schema: z.core.$ZodType, value: unknown): Parsed<unknown> {
  const payload = schema._zod.run({ value, issues: [] }, { async: false })
  // A schema that needs a promise fits no wire.
  return payload instanceof Promise || payload.issues.length > 0
    ? { success: false }
    : { success: true, data: payload.value }
}
