import { type Address, getContractAddress, parseUnits } from 'viem'
import { deployer } from '../accounts.ts'

/** An ERC-20 token of the local world, at the same address on every chain. */
export type LocalToken = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly address: Address
  /** `silent` tokens return nothing from `transfer` and `approve`, as some old tokens do. */
  readonly kind: 'standard' | 'silent'
  /** Initial balance of each funded account, in base units. */
  readonly granted: bigint
}

const contractAddressAt = (nonce: number) =>
  getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })

/** In the order of their deployment: a contract's address follows from the deployer's nonce. */
export const localTokens: readonly LocalToken[] = [
  {
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    address: contractAddressAt(0),
    kind: 'standard',
    granted: parseUnits('2500', 6),
  },
  {
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    decimals: 18,
    address: contractAddressAt(1),
    kind: 'standard',
    granted: parseUnits('1250.755', 18),
  },
  {
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
    address: contractAddressAt(2),
    kind: 'silent',
    granted: 0n,
  },
]

/** A price feed (USD, 8 decimals); `initialAnswer` is its first answer in base units. */
export type LocalFeed = { readonly symbol: string; readonly address: Address; readonly initialAnswer: bigint }

export const feedDecimals = 8

export const localFeeds: readonly LocalFeed[] = [
  { symbol: 'ETH', address: contractAddressAt(3), initialAnswer: parseUnits('3214.57', feedDecimals) },
  { symbol: 'USDC', address: contractAddressAt(4), initialAnswer: parseUnits('1', feedDecimals) },
  { symbol: 'DAI', address: contractAddressAt(5), initialAnswer: parseUnits('0.9998', feedDecimals) },
  { symbol: 'USDT', address: contractAddressAt(6), initialAnswer: parseUnits('1.0002', feedDecimals) },
  // Assets of the Solana chain, which has no feeds.
  { symbol: 'SOL', address: contractAddressAt(7), initialAnswer: parseUnits('148.32', feedDecimals) },
  { symbol: 'BARN', address: contractAddressAt(8), initialAnswer: parseUnits('0.0421', feedDecimals) },
  // Display currencies. One dollar is 0.92 euros.
  { symbol: 'EUR', address: contractAddressAt(9), initialAnswer: parseUnits('1.08695652', feedDecimals) },
  { symbol: 'GBP', address: contractAddressAt(10), initialAnswer: parseUnits('1.26582278', feedDecimals) },
  { symbol: 'AUD', address: contractAddressAt(11), initialAnswer: parseUnits('0.65789474', feedDecimals) },
  { symbol: 'CAD', address: contractAddressAt(12), initialAnswer: parseUnits('0.72992701', feedDecimals) },
  { symbol: 'INR', address: contractAddressAt(13), initialAnswer: parseUnits('0.01203369', feedDecimals) },
  { symbol: 'JPY', address: contractAddressAt(14), initialAnswer: parseUnits('0.00668896', feedDecimals) },
  { symbol: 'BTC', address: contractAddressAt(15), initialAnswer: parseUnits('66666.67', feedDecimals) },
]

/** Initial native balance of each funded account, in wei. */
export const grantedWei = parseUnits('12.5', 18)
