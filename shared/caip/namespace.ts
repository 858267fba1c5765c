import type * as z from 'zod/mini'
import { oneOf } from '../wire-schema.ts'

/** The chain namespaces that the widget supports, as in CAIP-2 (SPEC §3). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const

export const namespaceSchema = oneOf(...namespaces)

export type Namespace = z.infer<typeof namespaceSchema>

/** True if a text is a supported namespace. */
export const isNamespace = (text: string): text is Namespace => namespaces.some((name) => name === text)
