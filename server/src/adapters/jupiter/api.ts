import * as z from '../../../../shared/zod.ts'
import type { OutboundResponse } from '../../ports/outbound.ts'
import { NoLiquidityError } from '../../ports/sources/swaps.ts'
import { VendorError } from '../../ports/vendor.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

export const vendor = 'Jupiter'

/** Two requests and two chain reads end within 10 s. */
const defaultTimeoutMs = 3_000

/** Maximum priority fee of a swap, in lamports: 0.001 SOL. */
export const priorityFeeMax = 1_000_000n

const u64 = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,20}$/)),
    z.transform((text) => BigInt(text)),
  )
const text = (maxLength: number) => z.string().check(z.maxLength(maxLength))

/** The members that are checked; the others are sent back to the API unchanged. Amounts in base units. */
const quoteResponse = () =>
  z.looseObject({
    inputMint: text(64),
    outputMint: text(64),
    inAmount: u64(),
    outAmount: u64(),
    /** The minimum received amount. */
    otherAmountThreshold: u64(),
    swapMode: text(32),
    slippageBps: z.int(),
    platformFee: z.optional(z.nullable(z.looseObject({ feeBps: z.int() }))),
  })
const swapResponse = () =>
  z.object({
    /** A whole transaction in base64: 1,232 bytes at most. */
    swapTransaction: text(1_644).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    lastValidBlockHeight: z.int().check(z.gte(0)),
  })

export type JupiterQuote = z.output<ReturnType<typeof quoteResponse>>
export type JupiterSwap = z.output<ReturnType<typeof swapResponse>>

/** Mints and an amount in base units. */
export type JupiterRequest = {
  readonly inputMint: string
  readonly outputMint: string
  readonly amount: bigint
  readonly slippageBasisPoints: bigint
}

const errorSchema = z.object({ errorCode: z.string() })
const noRouteCodes = ['COULD_NOT_FIND_ANY_ROUTE', 'NO_ROUTES_FOUND', 'TOKEN_NOT_TRADABLE']

function errorOf({ json }: OutboundResponse): Error | undefined {
  const parsed = z.safeParse(errorSchema, json)
  return parsed.success && noRouteCodes.includes(parsed.data.errorCode) ? new NoLiquidityError() : undefined
}

export type JupiterApi = {
  /** @returns the parsed quote, and the raw quote for `swap`. @throws NoLiquidityError, VendorError */
  readonly quote: (request: JupiterRequest) => Promise<{ readonly quote: JupiterQuote; readonly raw: object }>
  /** @param wraps true to wrap SOL before and unwrap it after the swap. @throws VendorError */
  readonly swap: (raw: object, user: string, wraps: boolean) => Promise<JupiterSwap>
}

export type JupiterApiOptions = {
  /** Without the path of the API. */
  readonly url: string
  readonly apiKey: string
}

/** Jupiter's Swap API with the Metis router (https://dev.jup.ag/docs/swap-api), with a key. */
export function createJupiterApi(
  connection: VendorConnection,
  { url, apiKey }: JupiterApiOptions,
): JupiterApi {
  const { timeoutMs = defaultTimeoutMs } = connection
  const client = createVendorClient({ ...connection, vendor, timeoutMs })
  const key = { 'x-api-key': apiKey }

  return {
    quote: ({ inputMint, outputMint, amount, slippageBasisPoints }) =>
      client.call(
        {
          url: `${url}/swap/v1/quote`,
          query: {
            ...{ inputMint, outputMint, amount: String(amount), slippageBps: String(slippageBasisPoints) },
            // Only the second version of the instructions has its limits at fixed offsets, where they can be verified.
            ...{ swapMode: 'ExactIn', instructionVersion: 'V2', restrictIntermediateTokens: 'true' },
          },
          headers: key,
          schema: z.looseObject({}),
          errorOf,
        },
        (raw) => {
          const parsed = z.safeParse(quoteResponse(), raw)
          if (!parsed.success) throw new VendorError(vendor, 'invalid', 'the answer has an unknown shape')
          return { quote: parsed.data, raw }
        },
      ),
    swap: (raw, user, wraps) =>
      client.call(
        {
          method: 'POST',
          url: `${url}/swap/v1/swap`,
          headers: { ...key, 'content-type': 'application/json' },
          body: JSON.stringify({
            quoteResponse: raw,
            userPublicKey: user,
            wrapAndUnwrapSol: wraps,
            dynamicComputeUnitLimit: true,
            prioritizationFeeLamports: {
              priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: Number(priorityFeeMax) },
            },
          }),
          schema: swapResponse(),
          errorOf,
        },
        (response) => response,
      ),
  }
}
