import { matching, text } from '../wire-schema.ts'

/** Comma-separated list in a query. */
export const listText = text(16_384)

/** The parts of such a list; an empty text is an empty list. */
export const listParts = (list: string): readonly string[] => list.split(',').filter((part) => part !== '')

/** Positive whole number in a query. */
export const countText = matching(/^[1-9]\d{0,5}$/)

/** CAIP-2 chain id on the wire, e.g. `eip155:1`. */
export const chainIdText = matching(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)
