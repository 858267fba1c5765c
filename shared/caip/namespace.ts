import type * as z from 'zod/mini'
import { oneOf } from '../wire-schema.ts'

/** The chain namespaces the widget knows, in CAIP-2 words (SPEC §3). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const

export const namespaceSchema = oneOf(...namespaces)

export type Namespace = z.infer<typeof namespaceSchema>

/** Whether a text names a namespace the widget knows. */
export const isNamespace = (text: string): text is Namespace => namespaces.some((name) => name === text)
