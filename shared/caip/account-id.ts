import type * as z from 'zod/mini'
import { WidgetError } from '../errors/widget-error.ts'
import { matching, parseWire } from '../wire-schema.ts'
import { type ChainId, parseChainId } from './chain-id.ts'

/** Schema of a CAIP-10 account id, `namespace:reference:address`: exactly three non-empty parts. */
export const accountIdSchema = matching<string & z.core.$brand<'AccountId'>>(
  /^[^:]{1,64}:[^:]{1,64}:[^:]{1,256}$/,
)

/** A CAIP-10 account id, for example `eip155:1:0xab…`. */
export type AccountId = z.infer<typeof accountIdSchema>

/** Joins a network and an address into a CAIP-10 account id. */
export const accountId = (chain: ChainId, address: string): AccountId => parseAccountId(`${chain}:${address}`)

/**
 * Parses a CAIP-10 account id (CAIP-10; SPEC §5).
 * @throws WidgetError `caip/invalid-account-id`: 'Invalid CAIP-10 address: …' unless exactly three non-empty parts.
 */
function parseAccountId(text: string): AccountId {
  const parsed = parseWire(accountIdSchema, text)
  if (parsed.success) return parsed.data
  throw new WidgetError('caip/invalid-account-id', `Invalid CAIP-10 address: ${text}`)
}

/** The address of a CAIP-10 account id. */
export const addressOf = (id: AccountId): string => id.slice(id.lastIndexOf(':') + 1)

/** The network of a CAIP-10 account id. */
export const chainOf = (id: AccountId): ChainId => parseChainId(id.slice(0, id.lastIndexOf(':')))
