import { type Network, networkSchema } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'

/**
 * The public clusters (solana.com/docs/references/clusters), each with its only endpoint without a key. CAIP-2 identifies a
 * cluster by the first 32 characters of its genesis hash.
 */
const clusters = [
  {
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    name: 'Solana',
    rpcUrl: 'https://api.mainnet-beta.solana.com',
    explorerUrl: 'https://explorer.solana.com',
    isTest: false,
  },
  {
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    name: 'Solana Devnet',
    rpcUrl: 'https://api.devnet.solana.com',
    explorerUrl: 'https://explorer.solana.com/?cluster=devnet',
    isTest: true,
  },
] as const

/** Solana's main network and its devnet. */
export const buildSolanaNetworks = (): Network[] =>
  clusters.map(({ genesisHash, name, rpcUrl, explorerUrl, isTest }) =>
    z.parse(networkSchema, {
      id: `solana:${genesisHash.slice(0, 32)}`,
      name,
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: [rpcUrl],
      explorer: { name: 'Solana Explorer', url: explorerUrl },
      ...(isTest ? { testnet: true } : {}),
      imageId: 'solana',
    }),
  )
