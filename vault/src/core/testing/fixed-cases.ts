import fc from 'fast-check'

/** Seed of the drawn cases; `DRAWBRIDGE_SEED` overrides it. */
export const caseSeed = Number(process.env.DRAWBRIDGE_SEED ?? 20_261_129)

/** Byte arrays of a length, with memory of their own. */
export const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => new Uint8Array(bytes))

/** Draws the same values in every run. */
export const drawCases = <Value>(values: fc.Arbitrary<Value>, count: number): readonly Value[] =>
  fc.sample(values, { seed: caseSeed, numRuns: count })

/** Bytes of a text in hexadecimal. */
export const hexBytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'))

/** Hexadecimal text of bytes, without prefix. */
export const hexText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
