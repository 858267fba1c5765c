import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  blockExternalHosts,
  type KitWallet,
  type LocalRelay,
  type Namespaces,
  startKitWallet,
  startLocalRelay,
} from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const key = generatePrivateKey()
const { address } = privateKeyToAccount(key)
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaAddress = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const unreachableUrl = 'http://127.0.0.1:1'

const eip155 = (chains: readonly number[], methods: readonly string[]): Namespaces => ({
  eip155: {
    chains: chains.map((chain) => `eip155:${chain}`),
    accounts: chains.map((chain) => `eip155:${chain}:${address}`),
    methods,
    events: ['accountsChanged', 'chainChanged', 'message'],
  },
})
const solana: Namespaces = {
  solana: {
    chains: [solanaChain],
    accounts: [`${solanaChain}:${solanaAddress}`],
    methods: ['solana_signTransaction'],
    events: [],
  },
}

let relay: LocalRelay
let wallet: KitWallet
let releaseGuard: () => void
const externalHosts: string[] = []
let openSites: Site[] = []

beforeAll(async () => {
  releaseGuard = await blockExternalHosts((host) => externalHosts.push(host))
  relay = await startLocalRelay()
  wallet = await startKitWallet(relay, {
    eip155: { keys: [key], rpcUrls: { '1': unreachableUrl, '10': unreachableUrl, '8453': unreachableUrl } },
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
  releaseGuard()
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  await wallet.deleteSessions()
  for (const site of openSites) await site.close()
  openSites = []
  expect({ wallet: wallet.blockedHosts, site: externalHosts }).toEqual({ wallet: [], site: [] })
})

/** A site of Ethereum and Base, and a wallet that approves its proposal with these namespaces. */
async function pairWith(namespaces: Namespaces) {
  await wallet.script({ proposals: { is: 'approve', namespaces } })
  const shop = await openSite(relay, { chains: ['eip155:1', 'eip155:8453'] })
  openSites.push(shop)
  const wallets = shop.pair(wallet)
  return { shop, wallets }
}

const chainsOf = (shop: Site) =>
  shop.source.transport.list().map(({ namespace, chains }) => [namespace, chains])

const request = (shop: Site, method: string, params?: readonly unknown[]) => {
  const [discovered] = shop.source.transport.list()
  return shop.source.transport.request(discovered?.handle ?? '', { method, ...(params ? { params } : {}) })
}

describe('wallet approves more than was proposed', () => {
  test('other chains, methods, namespaces › neither listed nor used, also on reload', async () => {
    const walletRequests = () => wallet.prompts.filter(({ is }) => is === 'request')
    const before = walletRequests().length
    const { shop, wallets } = await pairWith({ ...eip155([10, 1], ['personal_sign', 'eth_sign']), ...solana })
    expect((await wallets).map(({ namespace, chains }) => [namespace, chains])).toEqual([
      ['eip155', ['eip155:1']],
    ])
    expect(await request(shop, 'eth_chainId')).toBe('0x1')
    expect(await request(shop, 'eth_accounts')).toEqual([address])
    await expect(request(shop, 'eth_sign', [address, '0x'])).rejects.toMatchObject({ code: 4200 })
    await expect(request(shop, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
    })
    expect(walletRequests()).toHaveLength(before)
    await shop.close()
    const reloaded = await openSite(relay, { chains: ['eip155:1', 'eip155:8453'], records: shop.records })
    openSites = [reloaded]
    expect(chainsOf(reloaded)).toEqual([['eip155', ['eip155:1']]])
  })

  test('in an update › not listed until the wallet accepts a switch to that chain', async () => {
    const methods = ['personal_sign', 'wallet_switchEthereumChain']
    const { shop, wallets } = await pairWith(eip155([1], methods))
    await wallets
    const emitted: unknown[] = []
    shop.source.transport.onEvent(shop.source.transport.list()[0]?.handle ?? '', (...args) =>
      emitted.push(args),
    )
    await wallet.updateNamespaces([], { ...eip155([10, 8453, 1], methods), ...solana })
    await vi.waitFor(() => expect(chainsOf(shop)).toEqual([['eip155', ['eip155:8453', 'eip155:1']]]))
    await wallet.changeChain('eip155:10')
    await wallet.changeChain('eip155:8453')
    await vi.waitFor(() => expect(emitted).toEqual([['chainChanged', '0x2105']]))
    await wallet.script({ methods: { wallet_switchEthereumChain: { is: 'reject' } } })
    await expect(request(shop, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: 4001,
    })
    expect(chainsOf(shop)).toEqual([['eip155', ['eip155:8453', 'eip155:1']]])
    await wallet.script({})
    await request(shop, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])
    expect(await request(shop, 'eth_chainId')).toBe('0xa')
    await shop.close()
    const reloaded = await openSite(relay, { chains: ['eip155:1', 'eip155:8453'], records: shop.records })
    openSites = [reloaded]
    expect(chainsOf(reloaded)).toEqual([['eip155', ['eip155:10', 'eip155:8453', 'eip155:1']]])
  })
})

describe('wallet approves less than is needed', () => {
  test.each([
    ['no account on a proposed chain', eip155([10], ['personal_sign']), 'pairing/nothing-approved'],
    ['another namespace alone', { ...eip155([10], []), ...solana }, 'pairing/nothing-approved'],
    ['no method', eip155([1, 8453], []), 'pairing/no-method'],
    ['no proposed method', eip155([1], ['eth_sign']), 'pairing/no-method'],
  ])('%s › rejected, and the session ends at the wallet', async (_what, namespaces, code) => {
    const { shop, wallets } = await pairWith(namespaces)
    await expect(wallets).rejects.toMatchObject({ code })
    expect(chainsOf(shop)).toEqual([])
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
  })

  test('method was not approved › 4200, the wallet gets no request', async () => {
    const { shop, wallets } = await pairWith(eip155([1], ['personal_sign']))
    await wallets
    const before = wallet.prompts.length
    await expect(request(shop, 'eth_sendTransaction', [{ from: address }])).rejects.toMatchObject({
      code: 4200,
      message: 'The wallet does not know eth_sendTransaction',
    })
    expect(wallet.prompts).toHaveLength(before)
  })

  test('update removes every method › namespace and session end', async () => {
    const { shop, wallets } = await pairWith(eip155([1], ['personal_sign']))
    await wallets
    await wallet.updateNamespaces([], eip155([1], []))
    await vi.waitFor(() => expect(chainsOf(shop)).toEqual([]))
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
  })
})
