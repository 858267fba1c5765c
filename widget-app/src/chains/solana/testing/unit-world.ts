import { type Address, address, getBase64Decoder } from '@solana/web3.js'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, ComputeFee, Connection, Transfer } from '../../chain-adapter.ts'
import { systemProgram, tokenProgram } from '../programs.ts'

/** A wallet, a connection and a network for unit tests of the Solana adapter. All addresses except the vault have a key. */
export const alice = address('FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq')
export const bob = address('GwCXyJ8AesaucFMTUSZmiFVMhVngpeBxaBC7mQJiZct3')
export const thief = address('ALsebSDPPXPhhtRM65humU1MbrknQNLDf9zNo7mYamVL')
export const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
/** Bob's associated token account for the mint; like all of them, it has no key. */
export const vault = address('EBK9tFbM9vqibyYjAya88HkgeheneknmzvFwtKfwTgw1')

export const chain = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

export const found: DiscoveredWallet = {
  handle: '0'.repeat(32),
  namespace: 'solana',
  source: 'wallet-standard',
  name: 'Example Wallet',
}

export const connection: Connection = {
  namespace: 'solana',
  walletId: 'solana:Example Wallet',
  handle: found.handle,
  walletName: found.name,
  icon: undefined,
  accounts: [alice],
  chain,
}

export const network: Network = {
  id: chain,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  explorer: { name: 'Explorer', url: 'https://explorer.example/' },
}

const native: Asset = { chain, address: undefined, symbol: 'SOL', name: 'Solana', decimals: 9 }

export const transfer: Transfer = { from: alice, to: bob, asset: native, value: 5_000_000n }

export const tokenTransfer: Transfer = {
  ...transfer,
  asset: { ...native, address: mint, symbol: 'USDC', decimals: 6 },
  value: 7n,
}

export const fee: ComputeFee = {
  computeUnitLimit: 500,
  microLamportsPerUnit: 3n,
  expectedFee: 5_001n,
  maxFee: 5_001n,
}

export const signature = '5'.repeat(87)
export const lifetime = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }

const base64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** An account as Wallet Standard describes it. */
export const walletAccount = (owner: string, ...features: readonly string[]) => ({
  address: owner,
  chains: ['solana:mainnet', 'solana:devnet'],
  features,
})

/** An account as a node reports it. */
export const accountJson = (lamports: number, owner: Address = systemProgram, data = new Uint8Array()) => ({
  lamports,
  owner,
  executable: false,
  rentEpoch: 18446744073709552000,
  space: data.length,
  data: [base64(data), 'base64'],
})

/** A mint of SPL Token. */
export function mintJson(decimals: number) {
  const data = new Uint8Array(82)
  data[44] = decimals
  data[45] = 1
  return accountJson(1_461_600, tokenProgram, data)
}
