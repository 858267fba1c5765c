import type * as z from 'zod/mini'
import { WidgetError } from '../errors/widget-error.ts'
import { matching, parseWire } from '../wire-schema.ts'
import { isNamespace, type Namespace, namespaces } from './namespace.ts'

/** Schema of a CAIP-2 chain id in a supported namespace, `namespace:reference`, for example `eip155:1`. */
export const chainIdSchema = matching<string & z.core.$brand<'ChainId'>>(
  new RegExp(`^(${namespaces.join('|')}):[-_a-zA-Z0-9]{1,64}$`),
)

/** A CAIP-2 chain id. */
export type ChainId = z.infer<typeof chainIdSchema>

/**
 * Parses a CAIP-2 chain id (CAIP-2; SPEC §5).
 * @throws WidgetError `caip/invalid-chain-id`: 'Invalid CAIP-2 network id: …' unless exactly two parts in a supported
 * namespace.
 */
export function parseChainId(text: string): ChainId {
  const parsed = parseWire(chainIdSchema, text)
  if (parsed.success) return parsed.data
  throw new WidgetError('caip/invalid-chain-id', `Invalid CAIP-2 network id: ${text}`)
}

/**
 * The namespace of a CAIP-2 or CAIP-10 id: `eip155` of `eip155:1`.
 * @throws WidgetError `caip/invalid-chain-id` if the namespace is not supported.
 */
export function namespaceOf(id: string): Namespace {
  const head = id.slice(0, id.indexOf(':'))
  if (isNamespace(head)) return head
  throw new WidgetError('caip/invalid-chain-id', `Invalid CAIP-2 network id: ${id}`)
}

/** The part after the colon: `1` of `eip155:1`. */
export const chainReference = (id: ChainId): string => id.slice(id.indexOf(':') + 1)
