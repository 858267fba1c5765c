import type { Address } from 'viem'

/** Uniswap's contracts on a chain. */
export type UniswapChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly wrappedNative: Address
  /**
   * Tokens that routes may pass through, besides the two of the swap: the wrapped native currency and one or two
   * stablecoins.
   */
  readonly intermediates: readonly Address[]
  /** Absent if the chain has no Multicall3. */
  readonly multicall3?: Address
  /** Router02 of V2. */
  readonly v2?: { readonly router: Address }
  /** QuoterV2 and SwapRouter02, which also swaps on the pools of V2. */
  readonly v3?: { readonly quoter: Address; readonly router: Address }
}

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** On Ethereum, Optimism, Polygon and Arbitrum. */
const v3 = {
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
} as const

const chain = (
  chainId: number,
  [wrappedNative, ...stableCoins]: readonly [Address, ...Address[]],
  v2Router: Address,
  v3Contracts: UniswapChain['v3'] = v3,
): UniswapChain => ({
  chainId: `eip155:${chainId}`,
  wrappedNative,
  intermediates: [wrappedNative, ...stableCoins],
  multicall3,
  v2: { router: v2Router },
  v3: v3Contracts,
})

/**
 * Uniswap's own deployments, from its documentation of November 2026
 * (https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments,
 * https://docs.uniswap.org/contracts/v3/reference/deployments). Never tested against these chains.
 */
export const uniswapDeployments: readonly UniswapChain[] = [
  chain(
    1,
    ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  ),
  chain(
    10,
    ['0x4200000000000000000000000000000000000006', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
    '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
  ),
  chain(
    56,
    ['0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', '0x55d398326f99059fF775485246999027B3197955'],
    '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    {
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    },
  ),
  chain(
    137,
    ['0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
  ),
  chain(
    8453,
    ['0x4200000000000000000000000000000000000006', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    {
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    },
  ),
  chain(
    42_161,
    ['0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
    '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
  ),
]
