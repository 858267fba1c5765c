import * as z from '#shared/zod.ts'
import { priceRequestLimit } from '../config/limits.ts'
import { currency } from './balance.ts'
import { noQuery, postEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { accountIdText, decimalText, imageUrlText, truncatedText } from './wire-formats.ts'

/** Address of an EVM chain's native currency in token ids. */
export const nativeEvmAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Address of a Solana cluster's native currency in token ids. That of wrapped SOL ends in 2. */
const nativeSolanaAddress = `So${'1'.repeat(41)}`

/** Address of the native currency in token ids, by namespace; the API has prices of no other namespace. */
export const nativeTokenAddresses = { eip155: nativeEvmAddress, solana: nativeSolanaAddress } as const

/** Price of one token as a plain decimal text in the requested currency. */
const fungiblePrice = () =>
  z.object({
    address: accountIdText(),
    name: truncatedText(256),
    symbol: truncatedText(64),
    iconUrl: z.optional(imageUrlText()),
    price: decimalText(),
  })

/** Prices of tokens by CAIP-10 id; the response omits tokens without a known price. */
export const postFungiblePrice = postEndpoint(
  '/v1/fungible/price',
  noQuery,
  () =>
    z.object({
      currency: currency(),
      addresses: z.array(accountIdText()).check(z.minLength(1), z.maxLength(priceRequestLimit)),
      projectId: z.string().check(z.minLength(1), z.maxLength(128)),
    }),
  () => z.object({ fungibles: lenientListOf(fungiblePrice(), priceRequestLimit) }),
)
