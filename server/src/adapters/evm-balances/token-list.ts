import { getAddress, isAddress } from 'viem'
import * as z from '../../../../shared/zod.ts'

/** A token of a list. */
export type ListedToken = {
  /** CAIP-2. */
  readonly chainId: string
  /** With its EIP-55 checksum. */
  readonly address: `0x${string}`
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

/** Maximum number of tokens of a list (its schema has the same limit). */
const tokenLimit = 10_000
/** The maximum that the API supports; tokens with more are skipped. */
const decimalsMax = 36

const addressSchema = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)

const listSchema = z.object({
  name: z.string(),
  tokens: z
    .array(
      z.object({
        chainId: z.int().check(z.gte(1)),
        address: addressSchema,
        name: z.string().check(z.maxLength(256)),
        symbol: z.string().check(z.minLength(1), z.maxLength(64)),
        decimals: z.int().check(z.gte(0), z.lte(255)),
        logoURI: z.optional(z.string().check(z.maxLength(4_096))),
      }),
    )
    .check(z.maxLength(tokenLimit)),
})

/** Only icons that a server can fetch directly: no `ipfs:`. */
const iconUrlOf = (logo: string | undefined) => (logo?.startsWith('https://') ? { iconUrl: logo } : {})

/**
 * Parses a list in the format of Uniswap's token lists (https://uniswap.org/tokenlist.schema.json). Of two entries for one
 * token the first wins; tokens with more than 36 decimals are skipped.
 * @throws Error with the list's origin and the invalid entry.
 */
export function parseTokenList(list: unknown, origin: string): readonly ListedToken[] {
  const parsed = z.safeParse(listSchema, list)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') || 'the list'
    throw new Error(`${origin} is no token list: ${place}: ${issue?.message ?? 'invalid'}`)
  }
  const byKey = new Map<string, ListedToken>()
  for (const { chainId, address, name, symbol, decimals, logoURI } of parsed.data.tokens) {
    const key = `${chainId}:${address.toLowerCase()}`
    if (decimals > decimalsMax || byKey.has(key)) continue
    byKey.set(key, {
      chainId: `eip155:${chainId}`,
      address: getAddress(address.toLowerCase()),
      name,
      symbol,
      decimals,
      ...iconUrlOf(logoURI),
    })
  }
  return [...byKey.values()]
}
