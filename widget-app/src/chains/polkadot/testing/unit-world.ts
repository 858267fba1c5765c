import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, Connection, Transfer } from '../../chain-adapter.ts'

/** Well-known development keys, a connection and a network for unit tests of the Polkadot adapter. */
export const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
export const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
export const moonAccount = '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac'

/** Polkadot Asset Hub, with its genesis hash; and the genesis hash of another chain. */
export const assetHub = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')
export const assetHubGenesis = '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f'
export const otherGenesis = '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a'

export const found: DiscoveredWallet = {
  handle: '0'.repeat(32),
  namespace: 'polkadot',
  source: 'injected-web3',
  injectedId: 'example',
  name: 'Example Wallet',
}

export const connection: Connection = {
  namespace: 'polkadot',
  walletId: 'polkadot:example',
  handle: found.handle,
  walletName: found.name,
  icon: undefined,
  accounts: [alice],
  chain: assetHub,
}

export const network: Network = {
  id: assetHub,
  name: 'Polkadot Asset Hub',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  explorer: { name: 'Subscan', url: 'https://subscan.example/' },
}

const asset: Asset = { chain: assetHub, address: undefined, symbol: 'DOT', name: 'Polkadot', decimals: 10 }

export const transfer: Transfer = { from: alice, to: bob, asset, value: 5n }
