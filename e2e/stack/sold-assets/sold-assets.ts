import { isAddress as isSvmAddress } from '@solana/kit'
import { type Address, isAddress } from 'viem'
import type { RunningChain } from '../chains/running-chain.ts'
import { type SvmMint, svmMints } from '../chains/solana/tokens.ts'
import { localTokens } from '../chains/tokens.ts'
import type { Stack } from '../stack-file.ts'

type Common = { readonly symbol: string; readonly decimals: number }

/** Something that is sold on one of the local Ethereum chains; without a contract the chain's coin. */
export type SoldEvmAsset = Common & {
  readonly is: 'evm'
  readonly chain: RunningChain
  readonly token: Address | undefined
}

/** The same on the local Solana chain; without a mint the chain's coin. */
export type SoldSvmAsset = Common & {
  readonly is: 'svm'
  readonly rpcUrl: string
  readonly mint: SvmMint | undefined
}

export type SoldAsset = SoldEvmAsset | SoldSvmAsset

/** What is sold: the coins and two tokens. */
export const sold = [
  { id: 'ETH', name: 'Ether', symbol: 'ETH' },
  { id: 'SOL', name: 'Solana', symbol: 'SOL' },
  { id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
  { id: 'DAI', name: 'Dai Stablecoin', symbol: 'DAI' },
] as const

/** A network as those who sell list it, and what is sold there. */
export type Market = {
  readonly name: string
  readonly displayName: string
  /** CAIP-2. */
  readonly id: string
  /** The goods of a symbol; undefined where they are not sold. */
  readonly find: (symbol: string) => SoldAsset | undefined
}

function evmMarket(chain: RunningChain): Market {
  const { name, chainId } = chain.plan
  return {
    name: name.toLowerCase().replaceAll(' ', '-'),
    displayName: name,
    id: `eip155:${chainId}`,
    find: (symbol) => {
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
    find: (symbol) => {
      if (symbol === 'SOL') return { is: 'svm', rpcUrl, symbol, decimals: 9, mint: undefined }
      const mint = svmMints.find((one) => one.symbol === symbol)
      return mint && { is: 'svm', rpcUrl, symbol, decimals: mint.decimals, mint }
    },
  }
}

/** The networks on which something is sold: the given Ethereum chains and Solana. */
export const marketsOf = (
  chains: readonly RunningChain[],
  solana: Pick<Stack['solana'], 'id' | 'rpcUrl'>,
): readonly Market[] => [...chains.map(evmMarket), svmMarket(solana)]

/** The contract of goods; empty for a coin. */
export const contractOf = (goods: SoldAsset): string =>
  (goods.is === 'evm' ? goods.token : goods.mint?.key.address) ?? ''

/** The goods of a symbol on a network by its name; undefined where they are not sold. */
export const findSoldAsset = (
  markets: readonly Market[],
  network: string,
  symbol: string,
): SoldAsset | undefined =>
  sold.some((one) => one.symbol === symbol)
    ? markets.find(({ name }) => name === network)?.find(symbol)
    : undefined

/** Whether an address is that of an account to which goods can be sent. */
export const isReceiver = (goods: SoldAsset, to: string): boolean =>
  goods.is === 'evm' ? isAddress(to) : isSvmAddress(to)
