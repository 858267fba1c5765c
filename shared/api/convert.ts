import * as z from '#shared/zod.ts'
import { getEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { chainIdText } from './query-text.ts'
import { accountIdText, imageUrlText } from './wire-formats.ts'

/** An amount in base units: a decimal integer as text, parsed to a bigint. */
export const baseUnits = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,78}$/)),
    z.transform((text) => BigInt(text)),
  )

/** Base units in a query, where they remain text. */
export const baseUnitsText = () => z.string().check(z.regex(/^\d{1,78}$/))

/** Maximum number of offered tokens per chain. */
const tokenLimit = 5_000

const convertToken = () =>
  z.object({
    name: z.string().check(z.maxLength(256)),
    symbol: z.string().check(z.minLength(1), z.maxLength(64)),
    address: accountIdText(),
    decimals: z.int().check(z.gte(0), z.lte(36)),
    logoUri: z.optional(imageUrlText()),
    eip2612: z.optional(z.boolean()),
  })
export type ConvertToken = z.output<ReturnType<typeof convertToken>>

/** Tokens that can be swapped on a chain; the native currency has the address of `nativeTokenAddresses`. */
export const getConvertTokens = getEndpoint(
  '/v1/convert/tokens',
  () => z.object({ chainId: chainIdText }),
  () => z.object({ tokens: lenientListOf(convertToken(), tokenLimit) }),
)

/**
 * Quotes for an amount of one token in another (CAIP-10 ids), best first; empty without liquidity. `providerFee` is the part
 * of `fromAmount` that the provider retains, if it states it.
 */
export const getConvertQuotes = getEndpoint(
  '/v1/convert/quotes',
  () =>
    z.object({
      amount: baseUnitsText(),
      userAddress: accountIdText(),
      from: accountIdText(),
      to: accountIdText(),
      gasPrice: z.optional(baseUnitsText()),
    }),
  () =>
    z.object({
      quotes: lenientListOf(
        z.object({
          id: z.nullable(z.string().check(z.maxLength(256))),
          fromAmount: baseUnits(),
          fromAccount: accountIdText(),
          toAmount: baseUnits(),
          toAccount: accountIdText(),
          providerFee: z.optional(baseUnits()),
        }),
        100,
      ),
    }),
)

/** Gas prices in wei. On Solana, where fees depend on signatures, the fee of a swap in lamports. */
export const getConvertGasPrice = getEndpoint(
  '/v1/convert/gas-price',
  () => z.object({ chainId: chainIdText }),
  () => z.object({ standard: baseUnits(), fast: baseUnits(), instant: baseUnits() }),
)
