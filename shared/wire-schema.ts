import type * as z from 'zod/mini'
import { frameMaxArrayLength, frameMaxStringLength } from './config/limits.ts'

/**
 * Schema of a value on a wire: a zod schema that nests in any other, of one small class. Zod's own classes include
 * refinements, promises and error reports, which no wire here uses and which every host page would pay for (3 kB of the 14
 * that host-sdk has). None of them transforms: the output is the input. So a value is measured first (`isSmallPlainData`: no
 * getters, prototypes or forbidden keys), and then parsed.
 */
export interface Wire<Value, Input = Value> extends z.core.$ZodType {
  _zod: z.core.$ZodTypeInternals<Value, Input>
  readonly fits: Fits
  readonly path: Path
}

declare const __WIRES_ALONE__: boolean | undefined
/** In the files of the SDK no zod schema contains a wire schema, and the members that zod requires are omitted. */
const isWireOnly = typeof __WIRES_ALONE__ === 'boolean'

type Fits = (value: unknown) => boolean
/** The path of the invalid member, if known. */
type Path = (value: unknown) => string[]

const noPath: Path = () => []

class LazyWire implements Wire<unknown> {
  // `declare`, because a field would also be emitted without its assignment.
  declare readonly fits: Fits
  declare readonly path: Path
  declare readonly _zod: Wire<unknown>['_zod']
  declare readonly '~standard': z.core.$ZodStandardSchema<this>

  constructor(fits: Fits, path: Path) {
    this.fits = fits
    this.path = path
  }
}

/** Lets wire schemas nest in zod schemas: `toZod` returns the `_zod` of an equal zod schema (`zod.ts`). */
export function nestWiresBy(toZod: (wire: Wire<unknown>) => Wire<unknown>['_zod']): void {
  // Created when zod first reads it: most wire schemas are only parts of others.
  Object.defineProperty(LazyWire.prototype, '_zod', {
    get(this: LazyWire) {
      const value = toZod(this)
      Object.defineProperty(this, '_zod', { value })
      return value
    },
  })
}

/** A schema of the values that `fits` accepts; the caller states their type. */
export function custom<Value, Input = Value>(fits: Fits, path?: Path): Wire<Value, Input>
/* @__NO_SIDE_EFFECTS__ */
export function custom(fits: Fits, path = noPath): Wire<unknown> {
  return new LazyWire(fits, path)
}

const fits = (schema: Wire<unknown>, value: unknown) => schema.fits(value)

/** A schema that is created for each value and not retained: for values parsed once or twice in the life of a page. */
/* @__NO_SIDE_EFFECTS__ */
export const freshCopy = <Value, Input>(create: () => Wire<Value, Input>) =>
  custom<Value, Input>(
    (value) => create().fits(value),
    (value) => create().path(value),
  )

/** Text of `min` to `max` UTF-16 units. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max = frameMaxStringLength, min = 0) =>
  custom<string>((value) => typeof value === 'string' && value.length >= min && value.length <= max)

/** Text of 1 to `max` UTF-16 units. */
/* @__NO_SIDE_EFFECTS__ */
export const nonEmptyText = (max: number) => text(max, 1)

/** Text that matches a pattern (which bounds its length). */
/* @__NO_SIDE_EFFECTS__ */
export const matching = <Value extends string = string>(pattern: RegExp): Wire<Value, string> =>
  custom<Value, string>((value) => typeof value === 'string' && pattern.test(value))

/** A safe integer from `min` to `max`. */
/* @__NO_SIDE_EFFECTS__ */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max)

/** A number from `min` to `max`, fractions included. */
/* @__NO_SIDE_EFFECTS__ */
export const finite = (min = -Number.MAX_VALUE, max = Number.MAX_VALUE) =>
  custom<number>((value) => typeof value === 'number' && value >= min && value <= max)

/** One of the values. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const Value extends string | boolean>(...values: readonly Value[]) =>
  custom<Value>((value) => values.some((one) => one === value))

/** True or false. */
export const flag = oneOf(true, false)

/** Any value, including undefined. */
export const anything = custom<unknown>(() => true)

/** Undefined, or what the schema accepts; as a member of an object it may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export const optional = <Value, Input>(schema: Wire<Value, Input>) =>
  custom<Value | undefined, Input | undefined>(
    (value) => value === undefined || fits(schema, value),
    (value) => schema.path(value),
  )

/** Undefined, null, or what the schema accepts: services return null for unknown values. */
/* @__NO_SIDE_EFFECTS__ */
export const nullish = <Value, Input>(schema: Wire<Value, Input>) =>
  custom<Value | null | undefined, Input | null | undefined>((value) => value == null || fits(schema, value))

/** A list of `min` to `max` items. */
/* @__NO_SIDE_EFFECTS__ */
export const listOf = <Item, Input>(item: Wire<Item, Input>, max = frameMaxArrayLength, min = 0) =>
  custom<Item[], Input[]>(
    (list) =>
      Array.isArray(list) &&
      list.length >= min &&
      list.length <= max &&
      list.every((entry) => fits(item, entry)),
    (list) => {
      const at = Array.isArray(list) ? list.findIndex((entry) => !fits(item, entry)) : -1
      return Array.isArray(list) && at >= 0 ? [`${at}`, ...item.path(list[at])] : []
    },
  )

type Shape = { readonly [key: string]: Wire<unknown> }
type OptionalKey<S extends Shape> = {
  [Key in keyof S]: undefined extends z.output<S[Key]> ? Key : never
}[keyof S]
type Flat<Type> = { [Key in keyof Type]: Type[Key] }
// The keys are a type parameter, as in `Pick`: only then do the members keep the comments of the schema's members.
type OutputOf<S extends Shape, Keys extends keyof S> = { -readonly [Key in Keys]: z.output<S[Key]> }
type InputOf<S extends Shape, Keys extends keyof S> = { -readonly [Key in Keys]: z.input<S[Key]> }
type RequiredKey<S extends Shape> = Exclude<keyof S, OptionalKey<S>>
type Output<S extends Shape> = Flat<OutputOf<S, RequiredKey<S>> & Partial<OutputOf<S, OptionalKey<S>>>>
type Input<S extends Shape> = Flat<InputOf<S, RequiredKey<S>> & Partial<InputOf<S, OptionalKey<S>>>>

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasMembers = (shape: Shape, value: object) =>
  Object.entries(shape).every(([key, member]) => fits(member, Reflect.get(value, key)))

/** An object with these members only. */
/* @__NO_SIDE_EFFECTS__ */
export const strictObject = <const S extends Shape>(shape: S) =>
  custom<Output<S>, Input<S>>(
    (value) =>
      isObject(value) &&
      Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&
      hasMembers(shape, value),
    (value) => {
      const unknown = isObject(value)
        ? Object.keys(value).find((key) => !Object.hasOwn(shape, key))
        : undefined
      return unknown === undefined ? invalidPathIn(shape, value) : [unknown]
    },
  )

/** Path of the first invalid member of an object; empty for another value. */
function invalidPathIn(shape: Shape, value: unknown): string[] {
  if (!isObject(value)) return []
  for (const [key, schema] of Object.entries(shape)) {
    const member: unknown = Reflect.get(value, key)
    if (!schema.fits(member)) return [key, ...schema.path(member)]
  }
  return []
}

/** An object with these members; others are retained, unparsed, so that newer peers can add some. */
/* @__NO_SIDE_EFFECTS__ */
export const openObject = <const S extends Shape>(shape: S) =>
  custom<Output<S>, Input<S>>(
    (value) => isObject(value) && hasMembers(shape, value),
    (value) => invalidPathIn(shape, value),
  )

/** What one of the schemas accepts. */
/* @__NO_SIDE_EFFECTS__ */
export const anyOf = <const Members extends readonly Wire<unknown>[]>(...members: Members) =>
  custom<z.output<Members[number]>, z.input<Members[number]>>((value) =>
    members.some((member) => fits(member, value)),
  )

type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly data?: never }

/**
 * Parses a value by a schema. Zod's `safeParse` without its error report, which would cost every host page bytes and which
 * no wire uses.
 */
export function parseWire<S extends z.core.$ZodType>(schema: S, value: unknown): Parsed<z.output<S>>
export function parseWire(schema: z.core.$ZodType, value: unknown): Parsed<unknown> {
  if (schema instanceof LazyWire)
    return schema.fits(value) ? { success: true, data: value } : { success: false }
  if (isWireOnly) return { success: false }
  const payload = schema._zod.run({ value, issues: [] }, { async: false })
  // A schema that needs a promise is not supported on a wire.
  return payload instanceof Promise || payload.issues.length > 0
    ? { success: false }
    : { success: true, data: payload.value }
}

/** Path of the member that a wire schema does not accept; empty if that is the whole value, or unknown. */
export const invalidPath = (schema: z.core.$ZodType, value: unknown): readonly string[] =>
  schema instanceof LazyWire ? schema.path(value) : []
