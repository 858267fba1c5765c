import { getAddress, isAddress } from 'viem'
import type { BundledToken } from './adapters/bundled/token-table.ts'
import { createJupiterApi } from './adapters/jupiter/api.ts'
import { createJupiterSwaps, jupiterChainId } from './adapters/jupiter/jupiter.ts'
import { createOneInchApi, vendor as oneInch } from './adapters/oneinch/api.ts'
import { createOneInchSwaps } from './adapters/oneinch/oneinch.ts'
import { uniswapDeployments } from './adapters/uniswap/deployments.ts'
import { createUniswapSwaps } from './adapters/uniswap/uniswap.ts'
import type { ServedNetwork } from './config/bundled-networks.ts'
import type { Config } from './config/config-schema.ts'
import type { ChainRpc } from './ports/rpc.ts'
import type { SwapService } from './ports/sources/swaps.ts'
import { createThrottle } from './vendor-clients/throttle.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

type SourcePorts = { readonly rpc: ChainRpc; readonly vendors: VendorConnection }
type TokensOn = (chainId: string) => readonly BundledToken[]

/** A request that would wait longer for the throttle is rejected. */
const throttleMaxWaitMs = 3_000

/** Swap services in the order of `swaps.order`: of two for one network the first is used. */
export function createSwapSources(
  { swaps }: Pick<Config, 'swaps'>,
  networks: readonly ServedNetwork[],
  tokensOn: TokensOn,
  { rpc, vendors }: SourcePorts,
): readonly SwapService[] {
  const clock = vendors.timers.now
  const nativeOf = (chainId: string) => networks.find(({ id }) => id === chainId)?.nativeCurrency

  const uniswapV2 = () =>
    swaps.uniswapV2.flatMap(({ chainId, router }) => {
      const native = nativeOf(chainId)
      const deployment = uniswapDeployments.find((one) => one.chainId === chainId)
      if (native === undefined || deployment === undefined || !isAddress(router, { strict: false })) return []
      // Only the operator's router: V3 has another one.
      const { v3: _, ...chain } = { ...deployment, v2: { router: getAddress(router) } }
      return [createUniswapSwaps(rpc, clock, { chain, native, tokens: tokensOn(chainId) })]
    })

  function oneInchServices(): readonly SwapService[] {
    if (swaps.oneInch === undefined) return []
    const { requestIntervalMs: intervalMs, chainIds } = swaps.oneInch
    // The rate limit applies to the key, not to a network.
    const throttle = createThrottle({
      ...{ vendor: oneInch, intervalMs, maxWaitMs: throttleMaxWaitMs, clock },
      reserveSlot: vendors.reserveSlot,
    })
    const api = createOneInchApi(vendors, throttle, swaps.oneInch)
    return chainIds.flatMap((chainId) => {
      const native = nativeOf(chainId)
      return native === undefined
        ? []
        : [createOneInchSwaps(rpc, api, { chainId, native, tokens: tokensOn(chainId) })]
    })
  }

  function jupiterServices(): readonly SwapService[] {
    const native = nativeOf(jupiterChainId)
    if (swaps.jupiter === undefined || native === undefined) return []
    return [
      createJupiterSwaps(rpc, createJupiterApi(vendors, swaps.jupiter), {
        native,
        tokens: tokensOn(jupiterChainId),
      }),
    ]
  }

  const sources = { uniswapV2, oneInch: oneInchServices }
  const order = new Set([...swaps.order, 'uniswapV2' as const, 'oneInch' as const])
  return [...[...order].flatMap((source) => sources[source]()), ...jupiterServices()]
}
