import * as z from 'zod/mini'
import { frameMaxArrayLength, frameMaxStringLength } from './config/limits.ts'

/**
 * Small building blocks of wire schemas, all of them one zod class (`custom`): each further class would cost every host
 * page bytes, and host-sdk has 14 kB. None of them transforms, so what went in comes out.
 */

/** Text of `min` to `max` UTF-16 units. */
export const text = (max = frameMaxStringLength, min = 0) =>
  z.custom<string>((value) => typeof value === 'string' && value.length >= min && value.length <= max)

/** Text of 1 to `max` UTF-16 units. */
export const nonEmptyText = (max: number) => text(max, 1)

/** Text that matches a pattern (which bounds its length). */
export const matching = (pattern: RegExp) =>
  z.custom<string>((value) => typeof value === 'string' && pattern.test(value))

/** A safe integer from `min` to `max`. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max)

/** One of the given values. */
export const oneOf = <const Value extends string | boolean>(...values: readonly Value[]) =>
  z.custom<Value>((value) => values.some((one) => one === value))

/** True or false. */
export const flag = oneOf(true, false)

/** Anything, and nothing. */
export const anything = z.optional(z.unknown())

/** A list of `min` to `max` items. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, max = frameMaxArrayLength, min = 0) =>
  z.custom<z.output<Item>[]>(
    (list) =>
      Array.isArray(list) &&
      list.length >= min &&
      list.length <= max &&
      list.every((entry) => item.safeParse(entry).success),
  )

/** Whatever one of the schemas accepts. */
export const anyOf = <const Members extends readonly z.ZodMiniType[]>(...members: Members) =>
  z.custom<z.output<Members[number]>>((value) => members.some((member) => member.safeParse(value).success))
