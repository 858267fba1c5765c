import type * as z from 'zod/mini'
import type { getConvertGasPrice, getConvertTokens } from '../../../../shared/api/convert.ts'
import type { getBuildApprove, postBuildTransaction } from '../../../../shared/api/convert-calls.ts'

type ResponseInput<E extends { readonly response: () => z.core.$ZodType }> = z.input<
  ReturnType<E['response']>
>

/** A swap as requested, with addresses without their chain. */
export type RequestedSwap = {
  readonly user: string
  readonly from: string
  readonly to: string
  /** Base units, above zero. */
  readonly amount: bigint
}

/** The received amount, and the part of the input that pools keep as a fee, if the service reports it; in base units. */
export type SwapQuote = { readonly toAmount: bigint; readonly providerFee?: bigint }

/** Swaps on one chain. Addresses have no chain. */
export type SwapService = {
  /** CAIP-2. */
  readonly chainId: string
  readonly tokens: () => Promise<ResponseInput<typeof getConvertTokens>['tokens']>
  /** @throws NoLiquidityError, InvalidSwapError, VendorError */
  readonly quote: (swap: RequestedSwap) => Promise<SwapQuote>
  readonly gasPrice: () => Promise<ResponseInput<typeof getConvertGasPrice>>
  /** Token allowances for the router. Absent if the chain needs none. */
  readonly approvals?: {
    readonly allowance: (owner: string, token: string) => Promise<bigint>
    /** Approves any amount without `amount`. */
    readonly build: (
      owner: string,
      token: string,
      amount: bigint | undefined,
    ) => Promise<Omit<ResponseInput<typeof getBuildApprove>['tx'], 'from'>>
  }
  /**
   * @param isSimulated true to simulate the transaction first.
   * @throws NoLiquidityError; InvalidSwapError, also when the simulated swap fails; VendorError, also for a transaction that
   * is not verified to be the swap.
   */
  readonly build: (
    swap: RequestedSwap,
    slippageBasisPoints: bigint,
    isSimulated: boolean,
  ) => Promise<Omit<ResponseInput<typeof postBuildTransaction>['tx'], 'from'>>
}

/** No pool trades the two tokens. */
export class NoLiquidityError extends Error {
  override readonly name = 'NoLiquidityError'

  constructor() {
    super('insufficient liquidity')
  }
}

/** The request is not a valid swap; the message is for the caller. */
export class InvalidSwapError extends Error {
  override readonly name = 'InvalidSwapError'
}
