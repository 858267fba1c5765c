import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import type { Fact } from '../../request-facts.ts'
import { addressSchema } from '../hex.ts'
import type { BundledToken } from '../tokens/token-metadata.ts'
import { invalid } from './canonical-values.ts'

/** A token that a dApp requests the wallet to show (EIP-747), as the wallet gets it. */
export type CanonicalListing = Omit<Extract<Fact, { is: 'listing' }>, 'is' | 'reported'>

/** EIP-747 requires a number; some dApps send text, which the wallet gets as a number. */
const decimalsSchema = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.regex(/^(0|[1-9]\d?)$/)), z.transform(Number))]),
  z.int().check(z.gte(0), z.lte(36)),
)

const schema = z.object({
  type: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  options: z.object({
    address: addressSchema,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
    decimals: z.optional(decimalsSchema),
    image: z.optional(z.string().check(z.maxLength(32 * 1024), z.regex(/^(https:\/\/|data:image\/)/))),
    tokenId: z.optional(z.string().check(z.maxLength(80))),
  }),
})

/** Parses the parameter of `wallet_watchAsset`. @throws ProviderRpcError −32602. */
export function parseListing(value: unknown): CanonicalListing {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(['asset', ...(parsed.error.issues[0]?.path ?? [])].join('.'))
  const { type: standard, options } = parsed.data
  const { address: contract, symbol, decimals, image: picture, tokenId } = options
  return { standard, contract, symbol, decimals, picture, tokenId, isListed: false }
}

/** The token with symbol and decimals of the bundled list, if it is listed. */
export function withBundledToken(listing: CanonicalListing, bundledToken: BundledToken): CanonicalListing {
  const listed = listing.standard === 'ERC20' ? bundledToken(listing.contract) : undefined
  if (listed === undefined) return listing
  const { tokenId: _, ...token } = listing
  return { ...token, symbol: listed.symbol, decimals: listed.decimals, isListed: true }
}

/** The request to the wallet (EIP-747). */
export const watchAssetRequest = (listing: CanonicalListing): RpcRequest => {
  const { standard, contract: address, symbol, decimals, picture: image, tokenId } = listing
  const definedEntries = Object.entries({ address, symbol, decimals, image, tokenId }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    method: 'wallet_watchAsset',
    params: { type: standard, options: Object.fromEntries(definedEntries) },
  }
}

/** The fact that the review shows. */
export const listingFact = (listing: CanonicalListing): Fact => ({ is: 'listing', ...listing })
