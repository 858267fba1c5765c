import * as z from '#shared/zod.ts'

/** Hex with the prefix `0x`, as in JSON-RPC and viem. */
export type Hex = `0x${string}`

const matches =
  (pattern: RegExp) =>
  (value: unknown): value is Hex =>
    typeof value === 'string' && pattern.test(value)

const isAddress = matches(/^0x[0-9a-fA-F]{40}$/)
const isHash = matches(/^0x[0-9a-fA-F]{64}$/)
const isBytes = matches(/^0x(?:[0-9a-fA-F]{2})*$/)
const isQuantity = matches(/^0x[0-9a-fA-F]{1,64}$/)

export const addressSchema = z.custom<Hex>(isAddress)
export const hashSchema = z.custom<Hex>(isHash)
export const bytesSchema = z.custom<Hex>(isBytes)

/** A JSON-RPC quantity, as bigint. */
export const quantitySchema = z.pipe(
  z.custom<Hex>(isQuantity),
  z.transform((text) => BigInt(text)),
)

/** A JSON-RPC quantity that counts (nonces), as number. */
export const countSchema = z.pipe(quantitySchema, z.transform(Number)).check(z.refine(Number.isSafeInteger))

/** Formats a JSON-RPC quantity without leading zeros. */
export const toQuantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** Hex in lower case: viem finds a function only by its selector in lower case. */
export const lowerHex = (hex: Hex): Hex => `0x${hex.slice(2).toLowerCase()}`

/** Whether two hex texts encode the same bytes. */
export const isSameHex = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase()
