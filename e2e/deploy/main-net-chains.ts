import { randomUUID } from 'node:crypto'
import { hexToU8a, u8aToBigInt } from '@polkadot/util'
import { blake2AsU8a, decodeAddress } from '@polkadot/util-crypto'
import * as z from '#shared/zod.ts'
import { polkadotDevAccount } from '#stack/chains/polkadot/dev-account.ts'
import { storageKey } from '#stack/chains/polkadot/genesis-storage.ts'
import { polkadotReady, startPolkadot } from '#stack/chains/polkadot/start-polkadot.ts'
import { svmAccount } from '#stack/chains/solana/accounts.ts'
import { callSvm } from '#stack/chains/solana/send-svm.ts'
import { startSvm, svmReady } from '#stack/chains/solana/svm.ts'
import { grantedLamports } from '#stack/chains/solana/tokens.ts'
import { describePageWorld } from '#stack/hosts/stack-files.ts'
import type { Stack } from '#stack/stack-file.ts'
import type { PageConfig } from '../stack/wallets/page-config.ts'
import { freePort } from './free-port.ts'

/** Genesis hashes of the main nets: CAIP-2 ids are their first 32 characters, of Polkadot after `0x`. */
const solanaGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const assetHub = {
  genesisHash: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  symbol: 'DOT',
  decimals: 10,
  prefix: 0,
} as const

/** A local chain in place of a main net: it has the genesis hash, and so the CAIP-2 id, of that net. */
export type LocalChain = {
  readonly id: string
  readonly rpcUrl: string
  /** A new address with a balance of zero. */
  readonly newAddress: () => string
  /** Balance of an address in the chain's native currency in base units, by the node's confirmed state. */
  readonly balance: (address: string) => Promise<bigint>
}

export type MainNetChains = {
  readonly solana: LocalChain
  readonly polkadot: LocalChain
  /** Entries of the configuration's `networks`, including Ethereum's. */
  readonly networks: readonly { readonly id: string; readonly rpcUrls: readonly string[] }[]
  /**
   * The configuration of test wallets on pages of the shop: the local test world with these chains. The page's site must
   * forward `solana.rpcUrl` to the node.
   */
  readonly pageWorld: PageConfig
  readonly stop: () => Promise<void>
}

/**
 * Starts a separate Solana chain and Polkadot chain (the runtime of Rococo Asset Hub, as Polkadot Asset Hub), with the
 * genesis hashes of the main nets. Signatures are for these hashes, and no proxy has to rewrite messages between a client and
 * a node. Ethereum needs no separate chain, because the local one has the id 1.
 * @param labels labels of accounts with 25 SOL and 10,000 DOT.
 */
export async function startMainNetChains(stack: Stack, labels: readonly string[]): Promise<MainNetChains> {
  const ethereum = stack.chains.find(({ chainId }) => chainId === 1)
  if (ethereum === undefined) throw new Error('The local world has no chain 1')
  const svmAccounts = labels.map(svmAccount)
  const polkadotAccounts = labels.map((label) => polkadotDevAccount(label))
  const svm = startSvm({ port: await freePort(), slotMs: 100, genesisHash: solanaGenesis })
  const dot = startPolkadot({
    port: await freePort(),
    accounts: polkadotAccounts.map(({ address }) => address),
    identity: assetHub,
  })
  const stop = async () => {
    await Promise.all([svm.stop(), dot.stop()])
  }
  try {
    await Promise.all([svmReady(svm), polkadotReady(dot)])
    for (const { address } of svmAccounts)
      await callSvm(svm.rpcUrl, 'requestAirdrop', [address, Number(grantedLamports)], z.string())
  } catch (error) {
    await stop()
    throw error
  }
  const { acala: _, ...local } = describePageWorld('dapp', stack, 'fetch')
  const solana: LocalChain = {
    id: `solana:${solanaGenesis.slice(0, 32)}`,
    rpcUrl: svm.rpcUrl,
    newAddress: () => svmAccount(`receiver ${randomUUID()}`).address,
    balance: (address) => lamports(svm.rpcUrl, address),
  }
  const polkadot: LocalChain = {
    id: `polkadot:${assetHub.genesisHash.slice(2, 34)}`,
    rpcUrl: dot.rpcUrl,
    newAddress: () => polkadotDevAccount(`receiver ${randomUUID()}`).address,
    balance: (address) => planck(dot.rpcUrl, address),
  }
  return {
    solana,
    polkadot,
    networks: [ethereum, solana, polkadot].map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] })),
    pageWorld: {
      ...local,
      solana: {
        id: solana.id,
        rpcUrl: '/__stack/rpc/solana',
        walletChain: 'solana:mainnet',
        accounts: svmAccounts.map(({ label, address, privateKey }) => ({
          label,
          address,
          privateKey: Buffer.from(privateKey).toString('hex'),
        })),
      },
      polkadot: { id: polkadot.id, genesisHash: assetHub.genesisHash, accounts: polkadotAccounts },
    },
    stop,
  }
}

async function lamports(rpcUrl: string, address: string): Promise<bigint> {
  const params = [address, { commitment: 'confirmed' }]
  return BigInt((await callSvm(rpcUrl, 'getBalance', params, z.object({ value: z.int() }))).value)
}

const storageResponse = z.object({ result: z.nullable(z.templateLiteral(['0x', z.string()])) })

/** In `System.Account` four counters of 32 bits precede `free`, which has 128, little-endian. */
const [freeStart, freeEnd] = [16, 32]

async function planck(rpcUrl: string, address: string): Promise<bigint> {
  const key = decodeAddress(address)
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'state_getStorage' },
      params: [storageKey('System', 'Account', blake2AsU8a(key, 128), key)],
    }),
  })
  const { result } = z.parse(storageResponse, await response.json())
  return result === null ? 0n : u8aToBigInt(hexToU8a(result).subarray(freeStart, freeEnd))
}
