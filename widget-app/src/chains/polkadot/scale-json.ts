import * as z from '#shared/zod.ts'

/** An unsigned integer as SCALE types write it in JSON: a number if that is exact, else hex. */
export const amountSchema = () =>
  z.pipe(
    z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))]),
    z.transform((value) => BigInt(value)),
  )

/** Bytes in hex. */
export const bytesSchema = () => z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** A 32-byte hash in hex. */
export const hashSchema = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
