import * as z from '#shared/zod.ts'
import { baseUnits, baseUnitsText } from './convert.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'
import { accountIdText } from './wire-formats.ts'

/** Gas as the service returns it: a number, or a decimal text. */
const gasUnits = () =>
  z.pipe(
    z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
    z.transform((gas) => BigInt(gas)),
  )

const callData = () => z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/), z.maxLength(131_074))

/** A complete Solana transaction without its signatures, in base64: 1,232 bytes at most. */
const wireTransaction = () => z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(1_644))

/** The allowance of the swap's contract for a token, in base units. */
export const getConvertAllowance = getEndpoint(
  '/v1/convert/allowance',
  () => z.object({ tokenAddress: accountIdText(), userAddress: accountIdText() }),
  () => z.object({ allowance: baseUnits() }),
)

const gasTerms = () => z.object({ gas: gasUnits(), gasPrice: baseUnits() })

const slippage = () => z.object({ slippage: z.number().check(z.gte(0), z.lte(100)) })

/**
 * The transaction that swaps. `slippage` is in percent, under the chain's namespace; `disableEstimate` if the approval is
 * not confirmed yet. The response's `amount` is the native amount sent. On Solana `to` is the program that swaps.
 */
export const postBuildTransaction = postEndpoint(
  '/v1/convert/build-transaction',
  noQuery,
  () =>
    z.object({
      amount: baseUnitsText(),
      eip155: z.optional(slippage()),
      solana: z.optional(slippage()),
      projectId: z.string().check(z.minLength(1), z.maxLength(128)),
      from: accountIdText(),
      to: accountIdText(),
      userAddress: accountIdText(),
      disableEstimate: z.optional(z.boolean()),
    }),
  () =>
    z.object({
      tx: z.union([
        z.object({
          from: accountIdText(),
          to: accountIdText(),
          data: callData(),
          amount: baseUnits(),
          eip155: gasTerms(),
        }),
        z.object({
          from: accountIdText(),
          to: accountIdText(),
          data: wireTransaction(),
          amount: baseUnits(),
        }),
      ]),
    }),
)

/** The transaction that lets the swap's contract spend `amount` of `from`; without `amount`, any amount. */
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
