import { type Address, getAddress, isAddress } from 'viem'
import * as z from '../../../shared/zod.ts'

/** An address, of any case. */
export const addressText = () =>
  z.pipe(
    z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false })),
    z.transform((text) => getAddress(text)),
  )

/** A decimal text of at most 256 bits. */
export const wholeText = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,78}$/)),
    z.transform((text) => BigInt(text)),
  )

/** A transaction's hash. */
export const hashText = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))

/** Call data, `0x` for none. */
export const inputText = () => z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))

const decimalsMax = 36

/** Decimals of a token; undefined if missing or too large to format an amount. */
export const decimalsOf = (text: string | null | undefined): number | undefined =>
  typeof text === 'string' && /^\d{1,2}$/.test(text) && Number(text) <= decimalsMax ? Number(text) : undefined
