import { isAddress as isSvmAddress } from '@solana/kit'
import { type Address, isAddress } from 'viem'
import type { RunningChain } from '../chains/running-chain.ts'
import { type SvmMint, svmMints } from '../chains/solana/tokens.ts'
import { localTokens } from '../chains/tokens.ts'
import type { Stack } from '../stack-file.ts'

type AssetBase = { readonly symbol: string; readonly decimals: number }

/** An asset that is sold on a local Ethereum chain. Without a token contract it is the native currency. */
export type SoldEvmAsset = AssetBase & {
  readonly is: 'evm'
  readonly chain: RunningChain
  readonly token: Address | undefined
}

/** An asset that is sold on the local Solana chain. Without a mint it is the native currency. */
export type SoldSvmAsset = AssetBase & {
  readonly is: 'svm'
  readonly rpcUrl: string
  readonly mint: SvmMint | undefined
}

export type SoldAsset = SoldEvmAsset | SoldSvmAsset

/** The assets that are sold: the native currencies and two tokens. */
export const soldAssets = [
  { id: 'ETH', name: 'Ether', symbol: 'ETH' },
  { id: 'SOL', name: 'Solana', symbol: 'SOL' },
  { id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
  { id: 'DAI', name: 'Dai Stablecoin', symbol: 'DAI' },
] as const

/** A network as the onramp and the exchange list it, with the assets sold there. */
export type Market = {
  readonly name: string
  readonly displayName: string
  /** CAIP-2. */
  readonly id: string
  /** The asset of a symbol; undefined if it is not sold there. */
  readonly findAsset: (symbol: string) => SoldAsset | undefined
}

function evmMarket(chain: RunningChain): Market {
  const { name, chainId } = chain.plan
  return {
    name: name.toLowerCase().replaceAll(' ', '-'),
    displayName: name,
    id: `eip155:${chainId}`,
    findAsset: (symbol) => {
      if (symbol === 'ETH') return { is: 'evm', chain, symbol, decimals: 18, token: undefined }
      const token = localTokens.find((one) => one.symbol === symbol)
      return token && { is: 'evm', chain, symbol, decimals: token.decimals, token: token.address }
    },
  }
}

function svmMarket({ id, rpcUrl }: Pick<Stack['solana'], 'id' | 'rpcUrl'>): Market {
  return {
    name: 'solana',
    displayName: 'Solana',
    id,
    findAsset: (symbol) => {
      if (symbol === 'SOL') return { is: 'svm', rpcUrl, symbol, decimals: 9, mint: undefined }
      const mint = svmMints.find((one) => one.symbol === symbol)
      return mint && { is: 'svm', rpcUrl, symbol, decimals: mint.decimals, mint }
    },
  }
}

/** The networks on which assets are sold: the passed Ethereum chains and Solana. */
export const createMarkets = (
  chains: readonly RunningChain[],
  solana: Pick<Stack['solana'], 'id' | 'rpcUrl'>,
): readonly Market[] => [...chains.map(evmMarket), svmMarket(solana)]

/** The contract or mint of an asset; empty for a native currency. */
export const contractOf = (asset: SoldAsset): string =>
  (asset.is === 'evm' ? asset.token : asset.mint?.key.address) ?? ''

/** Finds the asset of a symbol on a network, by the network's name; undefined if it is not sold there. */
export const findSoldAsset = (
  markets: readonly Market[],
  network: string,
  symbol: string,
): SoldAsset | undefined =>
  soldAssets.some((one) => one.symbol === symbol)
    ? markets.find(({ name }) => name === network)?.findAsset(symbol)
    : undefined

/** Whether an address is valid on the asset's chain. */
export const canReceive = (asset: SoldAsset, to: string): boolean =>
  asset.is === 'evm' ? isAddress(to) : isSvmAddress(to)
