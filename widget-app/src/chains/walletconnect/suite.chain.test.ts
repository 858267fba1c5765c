import { createPrivateKey, createPublicKey } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import type { AdapterModule, AdapterPorts } from '../adapter-ports.ts'
import type { Transfer } from '../chain-adapter.ts'
import { createAdapter as ethereumAdapter } from '../eip155/adapter.ts'
import { eip155Manifest } from '../eip155/manifest.ts'
import { freshAddress as freshEthereum, tokenWorld } from '../eip155/testing/anvil-world.ts'
import { found as foundEthereum } from '../eip155/testing/unit-world.ts'
import { createAdapter as polkadotAdapter } from '../polkadot/adapter.ts'
import { polkadotManifest } from '../polkadot/manifest.ts'
import { keyAddress } from '../polkadot/testing/key-wallet.ts'
import { startLocalNode } from '../polkadot/testing/local-node.ts'
import { freshAddress as freshPolkadot, localDeposit } from '../polkadot/testing/local-world.ts'
import { required } from '../registry.ts'
import { createAdapter as solanaAdapter } from '../solana/adapter.ts'
import { solanaManifest } from '../solana/manifest.ts'
import { token2022Program } from '../solana/programs.ts'
import { startSvm } from '../solana/testing/svm.ts'
import { freshAddress as freshSolana } from '../solana/testing/svm-world.ts'
import { type AddressSamples, chainAdapterSuite, type SuiteWorld } from '../testing/chain-adapter-suite.ts'
import { startKitWallet, startLocalRelay, type WalletKeys } from './testing/local-relay.ts'
import { openSite } from './testing/widget-host.ts'

/** The suites of the adapters cover addresses. */
const noSamples: AddressSamples = { valid: [], invalid: [], badChecksum: [] }

type Source = {
  readonly keys: WalletKeys
  readonly network: Network
  readonly nodeUrl: string
  readonly createAdapter: AdapterModule['createAdapter']
  readonly stop: () => Promise<void>
}

/** A wallet behind a WalletConnect session, paired through a relay, and the adapter over it. */
async function sessionWorld({ keys, network, nodeUrl, createAdapter, stop }: Source) {
  const relay = await startLocalRelay()
  const kit = await startKitWallet(relay, keys)
  const site = await openSite(relay, { chains: [network.id], selectedChain: () => network.id })
  const [wallet] = await site.pair(kit)
  if (wallet === undefined) throw new Error('Nothing was approved')
  const ports: AdapterPorts = {
    transport: site.source.transport,
    rpcUrl: () => nodeUrl,
    fetch,
    clock: systemClock,
    pollIntervalMs: 50,
    selectedChain: () => network.id,
  }
  const setMood: SuiteWorld['setMood'] = (mood) =>
    kit.script(mood === 'rejects' ? { requests: { is: 'reject' } } : {})
  return {
    isSession: true as const,
    adapter: createAdapter(ports),
    wallet,
    network,
    setMood,
    prompts: () => kit.prompts.filter(({ is }) => is === 'request').length,
    emitAccounts: () => undefined,
    stop: async () => {
      await site.close()
      await kit.stop()
      await relay.stop()
      await stop()
    },
  }
}

chainAdapterSuite('eip155 over WalletConnect', noSamples, async () => {
  const chain = await tokenWorld()
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await chain.node.call('anvil_setBalance', address, `0x${(10n ** 20n).toString(16)}`)
  const funding: Transfer = {
    from: chain.wallet.account.address,
    to: address,
    asset: chain.token,
    value: 1_000n,
  }
  const fee = await required(chain.adapter.estimateFee, 'estimateFee')(funding, chain.network)
  const connection = await chain.adapter.connect(foundEthereum, { silent: false })
  const sent = await required(chain.adapter.send, 'send')(connection, funding, fee)
  const watchTransaction = required(chain.adapter.waitForTransaction, 'waitForTransaction')
  await watchTransaction(sent, chain.network, () => undefined, new AbortController().signal)
  const world = await sessionWorld({
    keys: { eip155: { keys: [key], rpcUrls: { '1': chain.node.url } } },
    network: chain.network,
    nodeUrl: chain.node.url,
    createAdapter: ethereumAdapter,
    stop: chain.stop,
  })
  return {
    ...world,
    manifest: eip155Manifest,
    native: chain.native,
    token: chain.token,
    notAToken: freshEthereum(),
    freshAddress: freshEthereum,
  }
})

/** The address of an Ed25519 seed: its public key. */
function solanaAddress(seed: Uint8Array): string {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
  return encodeBase58(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
}

chainAdapterSuite('solana over WalletConnect', noSamples, async () => {
  const seed = crypto.getRandomValues(new Uint8Array(32))
  const node = await startSvm(token2022Program, [solanaAddress(seed)])
  const network: Network = {
    id: parseChainId(node.chainId),
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const world = await sessionWorld({
    keys: {
      solana: {
        keys: [`0x${Buffer.from(seed).toString('hex')}`],
        rpcUrls: { [node.chainId.slice('solana:'.length)]: node.url },
      },
    },
    network,
    nodeUrl: node.url,
    createAdapter: solanaAdapter,
    stop: node.stop,
  })
  const native = { chain: network.id, address: undefined, symbol: 'SOL', name: 'Solana', decimals: 9 }
  const mint = node.mints.find(({ program }) => program !== token2022Program)
  const { address = '' } = mint?.key ?? {}
  const name = `${address.slice(0, 4)}…${address.slice(-4)}`
  return {
    ...world,
    manifest: solanaManifest,
    native,
    amount: 1_000_000n,
    token: { ...native, address, symbol: name, name, decimals: mint?.decimals ?? 0 },
    notAToken: freshSolana(),
    freshAddress: freshSolana,
  }
})

chainAdapterSuite('polkadot over WalletConnect', noSamples, async () => {
  const uri = '//drawbridge//session'
  const node = await startLocalNode([keyAddress({ uri, type: 'sr25519' })])
  const reference = String(await node.call('chain_getBlockHash', 0)).slice(2, 34)
  const network: Network = {
    id: parseChainId(`polkadot:${reference}`),
    name: 'Local Asset Hub',
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
  }
  const world = await sessionWorld({
    // Wallets use the address encoding of each chain, which differs from the adapter's.
    keys: { polkadot: { keys: [uri], ss58Prefixes: { [reference]: 2 } } },
    network,
    nodeUrl: node.url,
    createAdapter: polkadotAdapter,
    stop: node.stop,
  })
  return {
    ...world,
    manifest: polkadotManifest,
    native: { chain: network.id, address: undefined, symbol: 'ROC', name: 'Rococo', decimals: 12 },
    amount: 10n ** 10n,
    keptBack: localDeposit,
    freshAddress: freshPolkadot,
  }
})
