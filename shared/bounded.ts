import * as z from 'zod/mini'

/**
 * Small building blocks of wire schemas. One refinement instead of zod's many checks: each check class costs the host
 * page bytes, and the host-sdk has 14 kB.
 */

/** Text of at most `max` UTF-16 units. */
export const text = (max: number) => z.string().check(z.refine((value) => value.length <= max))

/** Text of 1 to `max` UTF-16 units. */
export const nonEmptyText = (max: number) =>
  z.string().check(z.refine((value) => value.length > 0 && value.length <= max))

/** Text that matches a pattern (which bounds its length). */
export const matching = (pattern: RegExp) => z.string().check(z.refine((value) => pattern.test(value)))

/** A safe integer from `min` to `max`. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z.number().check(z.refine((value) => Number.isSafeInteger(value) && value >= min && value <= max))

/** A list of at most `max` items. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, max: number) =>
  z.array(item).check(z.refine((list) => list.length <= max))
