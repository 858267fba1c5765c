import type { Address } from 'viem'
import * as z from '../../../../shared/zod.ts'
import type { OutboundResponse } from '../../ports/outbound.ts'
import { InvalidSwapError, NoLiquidityError } from '../../ports/sources/swaps.ts'
import type { Throttle } from '../../vendor-clients/throttle.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

export const vendor = '1inch'

/** With the throttle's wait and a node's response, a widget's request ends within 10 s. */
const defaultTimeoutMs = 5_000

const address = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const baseUnits = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,78}$/)),
    z.transform((text) => BigInt(text)),
  )

/** Amounts in base units. */
const quoteSchema = () => ({
  dstAmount: baseUnits(),
  srcToken: z.object({ address: address() }),
  dstToken: z.object({ address: address() }),
})

/** Call data, 64 kB at most. */
const callData = () =>
  z.templateLiteral(['0x', z.string().check(z.regex(/^([0-9a-fA-F]{2})+$/), z.maxLength(131_072))])

const quoteResponse = () => z.object(quoteSchema())
const swapResponse = () =>
  z.object({
    ...quoteSchema(),
    tx: z.object({ from: address(), to: address(), data: callData(), value: baseUnits() }),
  })

export type OneInchQuote = z.output<ReturnType<typeof quoteResponse>>
export type OneInchSwap = z.output<ReturnType<typeof swapResponse>>

/** Parameters of a request. Amount in base units. */
export type OneInchRequest = {
  /** The chain id of an EVM chain. */
  readonly chain: string
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

const errorSchema = z.object({ description: z.string() })

/** Maps the errors that the API documents to those of the port. Their text is not passed on. */
function errorOf({ status, json }: OutboundResponse): Error | undefined {
  const parsed = z.safeParse(errorSchema, json)
  if (status !== 400 || !parsed.success) return undefined
  const { description } = parsed.data
  if (/insufficient liquidity/i.test(description)) return new NoLiquidityError()
  if (/not enough .*balance/i.test(description)) return new InvalidSwapError('The balance is too small')
  if (/not enough allowance/i.test(description)) return new InvalidSwapError('The allowance is too small')
  if (/cannot estimate/i.test(description)) return new InvalidSwapError('The swap would fail')
  return undefined
}

export type OneInchApi = {
  /** @throws NoLiquidityError, InvalidSwapError, VendorError */
  readonly quote: (request: OneInchRequest) => Promise<OneInchQuote>
  /** @param slippagePercent 0 to 50. @throws as `quote` */
  readonly swap: (request: OneInchRequest, user: Address, slippagePercent: string) => Promise<OneInchSwap>
}

export type OneInchApiOptions = {
  /** Without the path of the API. */
  readonly url: string
  readonly apiKey: string
}

/**
 * The Swap API of 1inch, version 6.1 (https://portal.1inch.dev/documentation/apis/swap), with a bearer key.
 */
export function createOneInchApi(
  connection: VendorConnection,
  throttle: Throttle,
  { url, apiKey }: OneInchApiOptions,
): OneInchApi {
  const { timeoutMs = defaultTimeoutMs } = connection
  const client = createVendorClient({ ...connection, vendor, throttle, timeoutMs })
  const call = <Schema extends z.core.$ZodType>(
    schema: Schema,
    name: string,
    { chain, from, to, amount }: OneInchRequest,
    extraQuery: Readonly<Record<string, string>> = {},
  ) =>
    // The caller verifies the response: a token that cannot be verified must not open the circuit breaker for all.
    client.call(
      {
        url: `${url}/swap/v6.1/${chain}/${name}`,
        query: { src: from, dst: to, amount: String(amount), includeTokensInfo: 'true', ...extraQuery },
        headers: { authorization: `Bearer ${apiKey}` },
        schema,
        errorOf,
      },
      (response) => response,
    )

  return {
    quote: (request) => call(quoteResponse(), 'quote', request),
    swap: (request, user, slippagePercent) =>
      call(swapResponse(), 'swap', request, {
        ...{ from: user, origin: user, slippage: slippagePercent },
        // The chain's own node estimates gas. Only the router's general call states both tokens and the recipient.
        ...{ disableEstimate: 'true', compatibility: 'true' },
        ...{ allowPartialFill: 'false', usePermit2: 'false' },
      }),
  }
}
