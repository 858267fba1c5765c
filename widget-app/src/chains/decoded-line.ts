import type { DecodedLine } from './fact-kinds.ts'

/** A value of a decoded call; `basisPoints` is a share, which the view formats by its locale. */
export type DecodedValue = string | bigint | number | { readonly basisPoints: bigint | number }

/** One line of a decoded call. */
export const decodedLine = (label: string, value: DecodedValue): DecodedLine =>
  typeof value === 'object'
    ? { label, value: String(value.basisPoints), unit: 'basis-points' }
    : { label, value: String(value) }
