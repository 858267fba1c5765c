import type * as z from 'zod/mini'
import type { getConvertGasPrice, getConvertTokens } from '#shared/api/convert.ts'
import type { getBuildApprove, postBuildTransaction } from '#shared/api/convert-calls.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { Refusal } from './mount.ts'

/** What is answered to an endpoint. */
type Answer<E> = E extends Endpoint<string, z.core.$ZodType, infer R> ? z.input<R> : never

/** A swap as it is asked for, its addresses without their chain. */
export type AskedSwap = {
  readonly user: string
  readonly from: string
  readonly to: string
  /** Base units, above zero. */
  readonly amount: bigint
}

/** What comes of a swap, and what of the amount given stays with the pools. */
export type FoundQuote = { readonly toAmount: bigint; readonly providerFee: bigint }

/** Swaps of one chain, by what really stands on it. Addresses come and go without their chain. */
export type SwapService = {
  /** CAIP-2. */
  readonly id: string
  readonly tokens: () => Answer<typeof getConvertTokens>['tokens']
  /** @throws Refusal 400 'insufficient liquidity', or for what is no address. */
  readonly quote: (swap: AskedSwap) => Promise<FoundQuote>
  readonly gasPrice: () => Promise<Answer<typeof getConvertGasPrice>>
  /** Leave to take tokens. Absent where none is needed. */
  readonly approvals?: {
    readonly allowance: (owner: string, token: string) => Promise<bigint>
    /** Any amount without one. */
    readonly build: (
      owner: string,
      token: string,
      amount: bigint | undefined,
    ) => Promise<Omit<Answer<typeof getBuildApprove>['tx'], 'from'>>
  }
  /** @throws Refusal as `quote`, and when the swap is tried and would fail. */
  readonly build: (
    swap: AskedSwap,
    slippageBasisPoints: bigint,
    isTried: boolean,
  ) => Promise<Omit<Answer<typeof postBuildTransaction>['tx'], 'from'>>
}

export const nothingToTrade = (): Refusal => new Refusal(400, 'insufficient liquidity')

/** The least that may come. */
export const leastOf = (toAmount: bigint, slippageBasisPoints: bigint): bigint =>
  (toAmount * (10_000n - slippageBasisPoints)) / 10_000n

/** What of an amount stays, where each of several pools keeps a share. */
export function keptOf(
  amount: bigint,
  hops: number,
  keeps: { readonly share: bigint; readonly of: bigint },
): bigint {
  const whole = keeps.of ** BigInt(hops)
  return (amount * (whole - (keeps.of - keeps.share) ** BigInt(hops))) / whole
}
