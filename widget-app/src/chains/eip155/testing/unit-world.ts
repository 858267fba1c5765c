import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, Connection, Transfer } from '../../chain-adapter.ts'

/** A wallet, a connection and a network for unit tests of the EVM adapter. */
export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const tokenAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

export const found: DiscoveredWallet = {
  handle: '0'.repeat(32),
  namespace: 'eip155',
  source: 'eip6963',
  rdns: 'com.example.wallet',
  name: 'Example Wallet',
}

export const connection: Connection = {
  namespace: 'eip155',
  walletId: 'ethereum:com.example.wallet',
  handle: found.handle,
  walletName: found.name,
  icon: undefined,
  accounts: [alice],
  chain: parseChainId('eip155:1'),
}

export const network: Network = {
  id: parseChainId('eip155:10'),
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.example'],
  explorer: { name: 'Explorer', url: 'https://explorer.example/' },
}

export const asset: Asset = {
  chain: network.id,
  address: undefined,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
}

export const transfer: Transfer = { from: alice, to: bob, asset, value: 5n }

export const tokenTransfer: Transfer = {
  ...transfer,
  asset: { ...asset, address: tokenAddress, decimals: 6 },
}
