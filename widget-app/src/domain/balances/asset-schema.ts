import { chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'

/** A text of at most 256 characters. */
export const shortText = () => z.string().check(z.maxLength(256))

/** An asset as it is stored. */
export const assetSchema = () =>
  z.pipe(
    z.object({
      chain: chainIdSchema,
      address: z.optional(shortText()),
      symbol: shortText(),
      name: shortText(),
      decimals: z.number(),
      displayed: z.optional(bigintText()),
    }),
    // JSON drops a missing address; `Asset` states it.
    z.transform((asset): Asset => ({ ...asset, address: asset.address })),
  )
