import * as z from 'zod/mini'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'
import { chainIdText } from './query-text.ts'
import { accountIdText } from './wire-text.ts'

/** An amount in base units: a decimal integer as text, read as bigint. */
const baseUnits = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,78}$/)),
    z.transform((text) => BigInt(text)),
  )

/** Base units in a query, where they stay text. */
const baseUnitsText = () => z.string().check(z.regex(/^\d{1,78}$/))

/** Gas as the service writes it: a number, or its digits. */
const gasUnits = () =>
  z.pipe(
    z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
    z.transform((gas) => BigInt(gas)),
  )

const callData = () => z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/), z.maxLength(131_074))

const convertToken = () =>
  z.object({
    name: z.string().check(z.maxLength(256)),
    symbol: z.string().check(z.minLength(1), z.maxLength(64)),
    address: accountIdText(),
    decimals: z.int().check(z.gte(0), z.lte(36)),
    logoUri: z.optional(z.string().check(z.maxLength(4_096))),
    eip2612: z.optional(z.boolean()),
  })
export type ConvertToken = z.output<ReturnType<typeof convertToken>>

/** Tokens that can be swapped on a chain; the native coin stands at 0xeee…eee. */
export const getConvertTokens = getEndpoint(
  '/v1/convert/tokens',
  () => z.object({ chainId: chainIdText }),
  () => z.object({ tokens: z.array(convertToken()).check(z.maxLength(5_000)) }),
)

/**
 * What an amount of one token comes to in another (CAIP-10 ids), the best quote first. No quote at all: nobody has the
 * liquidity. `providerFee` is what of `fromAmount` stays with the provider, where it tells that.
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
      quotes: z
        .array(
          z.object({
            id: z.nullable(z.string().check(z.maxLength(256))),
            fromAmount: baseUnits(),
            fromAccount: accountIdText(),
            toAmount: baseUnits(),
            toAccount: accountIdText(),
            providerFee: z.optional(baseUnits()),
          }),
        )
        .check(z.maxLength(100)),
    }),
)

/** How much of a token the account lets the swap's contract take, in base units. */
export const getConvertAllowance = getEndpoint(
  '/v1/convert/allowance',
  () => z.object({ tokenAddress: accountIdText(), userAddress: accountIdText() }),
  () => z.object({ allowance: baseUnits() }),
)

/** Prices of a unit of gas, in wei. */
export const getConvertGasPrice = getEndpoint(
  '/v1/convert/gas-price',
  () => z.object({ chainId: chainIdText }),
  () => z.object({ standard: baseUnits(), fast: baseUnits(), instant: baseUnits() }),
)

const gasTerms = () => z.object({ gas: gasUnits(), gasPrice: baseUnits() })

/** The transaction that swaps. `slippage` is in percent; `disableEstimate` where an approval is still to come. */
export const postBuildTransaction = postEndpoint(
  '/v1/convert/build-transaction',
  noQuery,
  () =>
    z.object({
      amount: baseUnitsText(),
      eip155: z.object({ slippage: z.number().check(z.gte(0), z.lte(100)) }),
      projectId: z.string().check(z.minLength(1), z.maxLength(128)),
      from: accountIdText(),
      to: accountIdText(),
      userAddress: accountIdText(),
      disableEstimate: z.optional(z.boolean()),
    }),
  () =>
    z.object({
      tx: z.object({
        from: accountIdText(),
        to: accountIdText(),
        data: callData(),
        amount: baseUnits(),
        eip155: gasTerms(),
      }),
    }),
)

/** The transaction that lets the swap's contract take `amount` of `from`; without `amount`, any amount. */
export const getBuildApprove = getEndpoint(
  '/v1/convert/build-approve',
  () =>
    z.object({
      userAddress: accountIdText(),
      from: accountIdText(),
      to: accountIdText(),
      amount: z.optional(baseUnitsText()),
    }),
  () =>
    z.object({
      tx: z.object({
        from: accountIdText(),
        to: accountIdText(),
        data: callData(),
        value: baseUnits(),
        eip155: gasTerms(),
      }),
    }),
)
