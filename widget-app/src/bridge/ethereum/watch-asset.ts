import * as z from 'zod/mini'
import type { Asked } from './asked.ts'
import { hexAddressSchema, parameter } from './parameters.ts'

const assetSchema = z.object({
  type: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  options: z.object({
    address: hexAddressSchema,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
    decimals: z.optional(z.int().check(z.gte(0), z.lte(36))),
    image: z.optional(z.string().check(z.maxLength(32 * 1024), z.regex(/^(https:\/\/|data:image\/)/))),
    tokenId: z.optional(z.string().check(z.maxLength(80))),
  }),
})

/** `wallet_watchAsset` (EIP-747), whose parameter is an object; a list with that object in it is taken too. */
export const watchAsset = async ({ params, ask }: Asked): Promise<unknown> =>
  ask({ method: 'wallet_watchAsset', params: parameter(assetSchema, params[0]) })
