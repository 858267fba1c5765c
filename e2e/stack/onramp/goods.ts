import { type Address, formatUnits, parseUnits } from 'viem'
import { readPrices } from '../api/portfolio.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { type SvmMint, svmMints } from '../chains/solana/tokens.ts'
import { feedDecimals, localTokens } from '../chains/tokens.ts'
import type { Stack } from '../stack-file.ts'

type Common = { readonly symbol: string; readonly decimals: number }

/** Something the provider sells on one of the local Ethereum chains; without a contract the chain's coin. */
export type EvmGoods = Common & {
  readonly is: 'evm'
  readonly chain: RunningChain
  readonly token: Address | undefined
}

/** The same on the local Solana chain, whose prices an Ethereum chain's feeds tell; without a mint the chain's coin. */
export type SvmGoods = Common & {
  readonly is: 'svm'
  readonly rpcUrl: string
  readonly feeds: RunningChain
  readonly mint: SvmMint | undefined
}

export type Goods = EvmGoods | SvmGoods

/** What is sold: the coins and two tokens. */
export const sold = [
  { id: 'ETH', name: 'Ether', symbol: 'ETH' },
  { id: 'SOL', name: 'Solana', symbol: 'SOL' },
  { id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
  { id: 'DAI', name: 'Dai Stablecoin', symbol: 'DAI' },
] as const

/** A network as the provider lists it, and what it sells there. */
export type Market = {
  readonly name: string
  readonly displayName: string
  /** Of an Ethereum chain its number, else CAIP-2. */
  readonly chainId: string
  /** The goods of a symbol; undefined where they are not sold. */
  readonly find: (symbol: string) => Goods | undefined
}

function evmMarket(chain: RunningChain): Market {
  const { name, chainId } = chain.plan
  return {
    name: name.toLowerCase().replaceAll(' ', '-'),
    displayName: name,
    chainId: String(chainId),
    find: (symbol) => {
      if (symbol === 'ETH') return { is: 'evm', chain, symbol, decimals: 18, token: undefined }
      const token = localTokens.find((one) => one.symbol === symbol)
      return token && { is: 'evm', chain, symbol, decimals: token.decimals, token: token.address }
    },
  }
}

function svmMarket({ id, rpcUrl }: Pick<Stack['solana'], 'id' | 'rpcUrl'>, feeds: RunningChain): Market {
  return {
    name: 'solana',
    displayName: 'Solana',
    chainId: id,
    find: (symbol) => {
      if (symbol === 'SOL') return { is: 'svm', rpcUrl, feeds, symbol, decimals: 9, mint: undefined }
      const mint = svmMints.find((one) => one.symbol === symbol)
      return mint && { is: 'svm', rpcUrl, feeds, symbol, decimals: mint.decimals, mint }
    },
  }
}

/** Every network on which the provider sells. */
export const marketsOf = (
  chains: readonly RunningChain[],
  solana: Pick<Stack['solana'], 'id' | 'rpcUrl'>,
): readonly Market[] => [
  ...chains.map(evmMarket),
  // The first chain has the feeds.
  ...chains.slice(0, 1).map((feeds) => svmMarket(solana, feeds)),
]

/** The contract of goods as the provider writes it; empty for a coin. */
export const contractOf = (goods: Goods): string =>
  (goods.is === 'evm' ? goods.token : goods.mint?.key.address) ?? ''

/** The goods of a symbol on a network by its name; undefined where they are not sold. */
export const findGoods = (markets: readonly Market[], network: string, symbol: string): Goods | undefined =>
  sold.some((one) => one.symbol === symbol)
    ? markets.find(({ name }) => name === network)?.find(symbol)
    : undefined

/** Ways to pay with their limits, by currency. */
export const payments: { readonly [currency: string]: readonly { id: string; min: string; max: string }[] } =
  {
    USD: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
    EUR: [
      { id: 'card', min: '10.00', max: '7000.00' },
      { id: 'sepa_bank_account', min: '10.00', max: '20000.00' },
    ],
  }

/** Of 10,000: what the provider keeps, between the 1 and 2 % that it is known for. */
const kept = 150n
/** What it takes for the network, in cents. */
const networkCents = 45n

/** What money buys, in base units and cents. */
export type Offer = {
  readonly value: bigint
  readonly total: bigint
  readonly subtotal: bigint
  readonly network: bigint
}

/** What so many cents buy by the chain's price feed; fees are taken off first. */
export async function offerOf(goods: Goods, cents: bigint, currency: string): Promise<Offer> {
  const feeds = goods.is === 'evm' ? goods.chain : goods.feeds
  const prices = await readPrices(feeds, currency.toLowerCase())
  const price = prices.get(goods.symbol) ?? 0n
  const subtotal = cents - networkCents - (cents * kept) / 10_000n
  const scale = 10n ** BigInt(goods.decimals + feedDecimals - 2)
  return {
    value: price === 0n ? 0n : (subtotal * scale) / price,
    total: cents,
    subtotal,
    network: networkCents,
  }
}

export const centsOf = (decimal: string): bigint => parseUnits(decimal, 2)
export const decimalOf = (cents: bigint): string => formatUnits(cents, 2)
