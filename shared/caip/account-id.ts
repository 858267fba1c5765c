import * as z from 'zod/mini'
import { WidgetError } from '../errors/widget-error.ts'
import { type ChainId, parseChainId } from './chain-id.ts'

/** A CAIP-10 account id, `namespace:reference:address`, for example `eip155:1:0xab…`. */
export type AccountId = string & { readonly __accountId: unique symbol }

const isAccountId = (text: string): text is AccountId => {
  const parts = text.split(':')
  return parts.length === 3 && parts.every((part) => part !== '')
}

/** Schema of a CAIP-10 account id. */
export const accountIdSchema = z.pipe(
  z.string(),
  z.transform((text, context): AccountId => {
    if (isAccountId(text)) return text
    context.issues.push({ code: 'custom', input: text, message: `Invalid CAIP-10 address: ${text}` })
    return z.NEVER
  }),
)

/** Joins a network and an address into a CAIP-10 account id. */
export const accountId = (chain: ChainId, address: string): AccountId => parseAccountId(`${chain}:${address}`)

/**
 * Reads a CAIP-10 account id (CAIP-10; SPEC §5).
 * @throws WidgetError `caip/invalid-account-id`: 'Invalid CAIP-10 address: …' unless exactly three non-empty parts.
 */
export function parseAccountId(text: string): AccountId {
  if (isAccountId(text)) return text
  throw new WidgetError('caip/invalid-account-id', `Invalid CAIP-10 address: ${text}`)
}

/** The address of a CAIP-10 account id. */
export const addressOf = (id: AccountId): string => id.slice(id.lastIndexOf(':') + 1)

/** The network of a CAIP-10 account id. */
export const chainOf = (id: AccountId): ChainId => parseChainId(id.slice(0, id.lastIndexOf(':')))
