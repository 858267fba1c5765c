import * as z from 'zod/mini'
import { WidgetError } from '../errors/widget-error.ts'
import { isNamespace, type Namespace } from './namespace.ts'

/** A CAIP-2 network id, `namespace:reference`, for example `eip155:1`. */
export type ChainId = string & { readonly __chainId: unique symbol }

const chainIdPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}$/

const isChainId = (text: string): text is ChainId =>
  chainIdPattern.test(text) && isNamespace(text.slice(0, text.indexOf(':')))

/** Schema of a CAIP-2 network id in a known namespace. */
export const chainIdSchema = z.pipe(
  z.string(),
  z.transform((text, context): ChainId => {
    if (isChainId(text)) return text
    context.issues.push({ code: 'custom', input: text, message: `Invalid CAIP-2 network id: ${text}` })
    return z.NEVER
  }),
)

/**
 * Reads a CAIP-2 network id (CAIP-2; SPEC §5).
 * @throws WidgetError `caip/invalid-chain-id`: 'Invalid CAIP-2 network id: …' unless exactly two parts in a known namespace.
 */
export function parseChainId(text: string): ChainId {
  if (isChainId(text)) return text
  throw new WidgetError('caip/invalid-chain-id', `Invalid CAIP-2 network id: ${text}`)
}

/**
 * The namespace of a CAIP-2 or CAIP-10 id: `eip155` of `eip155:1`.
 * @throws WidgetError `caip/invalid-chain-id` when the namespace is not a known one.
 */
export function namespaceOf(id: string): Namespace {
  const head = id.slice(0, id.indexOf(':'))
  if (isNamespace(head)) return head
  throw new WidgetError('caip/invalid-chain-id', `Invalid CAIP-2 network id: ${id}`)
}

/** The part after the colon: `1` of `eip155:1`. */
export const chainReference = (id: ChainId): string => id.slice(id.indexOf(':') + 1)
