import * as z from '#shared/zod.ts'

/** A bigint as it is stored: decimal text. */
export const bigintText = () =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,80}$/)),
    z.transform((text) => BigInt(text)),
  )
