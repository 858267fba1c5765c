import * as z from 'zod/mini'

/** The default of a setting, as the schema states it. */
export function defaultOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodPrefault)
    return schema._zod.def.defaultValue
  return undefined
}
