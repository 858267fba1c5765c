import * as z from '../../../shared/zod.ts'

/** The default value of a setting's schema. */
export function defaultOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodPrefault)
    return schema._zod.def.defaultValue
  return undefined
}
