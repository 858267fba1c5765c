import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Network } from '#shared/config/network.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { RpcRequest } from '../chain-adapter.ts'
import { createWalletTransport } from '../testing/page-with-wallet.ts'
import { createAdapter } from './adapter.ts'
import { alice, bob, found, network as optimism, tokenAddress } from './testing/unit-world.ts'

const configured: Network = { ...optimism, rpcUrls: ['https://own.example/rpc'] }
const { rpcUrls: _nodes, ...withoutNodes } = configured
const siteNetwork = {
  chainId: '0x0a',
  chainName: 'Ether\u202Eeum',
  nativeCurrency: { name: 'Fake', symbol: 'USDC', decimals: 6 },
  rpcUrls: ['https://site.example/rpc'],
  iconUrls: ['https://site.example/icon.png'],
}

/** The content of a review, and what the wallet gets. */
async function prepareAndRequest(request: RpcRequest, knownNetwork: Network | undefined = configured) {
  const walletRequests: { method: string; params: unknown }[] = []
  const adapter = createAdapter({
    ...{ fetch, clock: fakeClock(), rpcUrl: () => 'https://node.example' },
    transport: createWalletTransport(found, {
      eth_accounts: () => [alice],
      eth_requestAccounts: () => [alice],
      eth_chainId: () => '0x1',
      wallet_addEthereumChain: (params) => {
        walletRequests.push({ method: 'wallet_addEthereumChain', params })
        return null
      },
      wallet_watchAsset: (params) => {
        walletRequests.push({ method: 'wallet_watchAsset', params })
        return true
      },
    }),
    bundledToken: (_chain, contract) =>
      contract === tokenAddress ? { symbol: 'USDC', decimals: 6 } : undefined,
    knownNetwork: async (chain) => (knownNetwork?.id === chain ? knownNetwork : undefined),
  })
  const connection = await adapter.connect(found, { silent: false })
  const preparedRequest = await adapter.prepare(connection, request)
  const description = await preparedRequest.decode?.(new AbortController().signal)
  if (description === undefined) throw new Error('It is not read')
  await preparedRequest.requestWallet()
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  return {
    fact: description.facts[0],
    risks,
    isAllowed: isAllowListed(description, { host: 'shop.example', isBundledToken: () => false }),
    isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
    walletRequests,
  }
}

const add = (over: object = {}): RpcRequest => ({
  method: 'wallet_addEthereumChain',
  params: [{ ...siteNetwork, ...over }],
})
const watch = (options: object, type = 'ERC20'): RpcRequest => ({
  method: 'wallet_watchAsset',
  params: { type, options },
})

describe('A14 › wallet_addEthereumChain', () => {
  it('known chain › the widget’s name, currency, nodes and explorer, no review', async () => {
    const { walletRequests, isAllowed, risks } = await prepareAndRequest(add())
    expect(walletRequests).toEqual([
      {
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId: '0xa',
            chainName: configured.name,
            nativeCurrency: configured.nativeCurrency,
            rpcUrls: configured.rpcUrls,
            ...(configured.explorer ? { blockExplorerUrls: [configured.explorer.url] } : {}),
          },
        ],
      },
    ])
    expect(isAllowed).toBe(true)
    expect(risks).toEqual([])
  })

  it('known chain without bundled nodes › reviewed with the dApp’s nodes', async () => {
    const { fact, isAllowed, risks, isGravest } = await prepareAndRequest(add(), withoutNodes)
    expect(fact).toMatchObject({
      name: optimism.name,
      symbol: 'ETH',
      nodes: siteNetwork.rpcUrls,
      isOwn: false,
    })
    expect({ isAllowed, risks, isGravest }).toEqual({
      isAllowed: false,
      risks: ['site-network'],
      isGravest: true,
    })
  })

  it('unknown chain › reviewed with the dApp’s data, without its icons', async () => {
    const explorers = ['https://site.example/explorer']
    const { fact, walletRequests, isAllowed, risks } = await prepareAndRequest(
      add({ chainId: '0x539', blockExplorerUrls: explorers }),
    )
    expect(fact).toMatchObject({
      chain: 'eip155:1337',
      name: siteNetwork.chainName,
      symbol: 'USDC',
      decimals: 6,
      nodes: siteNetwork.rpcUrls,
      explorers,
      isOwn: false,
    })
    expect({ isAllowed, risks }).toEqual({ isAllowed: false, risks: ['site-network'] })
    const { iconUrls: _icons, ...forwarded } = siteNetwork
    expect(walletRequests[0]?.params).toEqual([
      { ...forwarded, chainId: '0x539', blockExplorerUrls: explorers },
    ])
  })

  it.each([
    ['no chain', { chainId: undefined }],
    ['a chain that is no number', { chainId: '0x' }],
    ['no node', { rpcUrls: [] }],
    ['a node that is no URL of the web', { rpcUrls: ['file:///etc'] }],
    ['a currency without a symbol', { nativeCurrency: { name: 'a', symbol: '', decimals: 18 } }],
  ])('invalid network, %s › −32602', async (_name, over) => {
    await expect(prepareAndRequest(add(over))).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('A14 › wallet_watchAsset', () => {
  it("bundled token › the list's symbol and decimals, no review", async () => {
    const { walletRequests, isAllowed } = await prepareAndRequest(
      watch({ address: tokenAddress, symbol: 'SCAM', decimals: 0, image: 'https://site.example/a.png' }),
    )
    expect(walletRequests[0]?.params).toEqual({
      type: 'ERC20',
      options: {
        address: tokenAddress,
        symbol: 'USDC',
        decimals: 6,
        image: 'https://site.example/a.png',
      },
    })
    expect(isAllowed).toBe(true)
  })

  it.each([
    ['another token', watch({ address: bob, symbol: 'USDC', decimals: 6 })],
    ['an NFT at the contract of a listed token', watch({ address: tokenAddress, tokenId: '7' }, 'ERC721')],
  ])('%s › reviewed with the dApp’s data', async (_name, request) => {
    const { walletRequests, isAllowed, risks, isGravest } = await prepareAndRequest(request)
    expect(walletRequests).toEqual([request])
    expect({ isAllowed, risks, isGravest }).toEqual({
      isAllowed: false,
      risks: ['site-token'],
      isGravest: true,
    })
  })

  it.each(['0', '4', '18', '36'])(
    'decimals as the text %s › a number in review and wallet',
    async (decimals) => {
      const { walletRequests, fact } = await prepareAndRequest(
        watch({ address: bob, symbol: 'TST', decimals }),
      )
      expect(fact).toMatchObject({ decimals: Number(decimals) })
      expect(walletRequests).toEqual([watch({ address: bob, symbol: 'TST', decimals: Number(decimals) })])
    },
  )

  it.each(['', ' 4', '4.0', '0x4', '1e1', '37', '-1', '04', 'four'])(
    'decimals as the text "%s" › −32602',
    async (decimals) => {
      const request = watch({ address: bob, symbol: 'TST', decimals })
      await expect(prepareAndRequest(request)).rejects.toMatchObject({ code: -32_602 })
    },
  )

  it.each([
    ['another symbol', { symbol: 'USDC' }, true],
    ['other decimals', { symbol: 'SHOP', decimals: 18 }, true],
    ['the same', { symbol: 'SHOP', decimals: 2 }, false],
    ['no words of its own', {}, false],
  ])('%s than its contract reports › a severe risk or not', async (_name, options, isDifferent) => {
    const { fact } = await prepareAndRequest(watch({ address: bob, ...options }))
    if (fact?.is !== 'listing') throw new Error('It is a listing')
    const facts = [{ ...fact, reported: { symbol: 'SHOP', decimals: 2 } }]
    const description = { account: alice, chain: optimism.id, facts }
    const risks = risksOf(description, { host: undefined, newContracts: [], now: 0 })
    expect(risks.includes('token-differs')).toBe(isDifferent)
  })

  it.each([
    ['another standard', watch({ address: bob }, 'ERC777')],
    ['no contract', watch({ symbol: 'USDC' })],
    ['a picture that is no web address', watch({ address: bob, image: 'javascript:alert(1)' })],
  ])('invalid token, %s › −32602', async (_name, request) => {
    await expect(prepareAndRequest(request)).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('differential fuzz of wallet additions', () => {
  const url = fc.constantFrom('https://own.example/rpc', 'https://site.example/rpc', 'http://127.0.0.1:1')
  const text = fc.constantFrom(configured.name, configured.nativeCurrency.symbol, 'USDC', 'Ether', 'Shop')
  const networks = fc.record({
    chainId: fc.constantFrom('0xa', '0x0a', '0x00A', '0x1', '0x539'),
    chainName: text,
    nativeCurrency: fc.record({ name: text, symbol: text, decimals: fc.constantFrom(6, 18) }),
    rpcUrls: fc.array(url, { minLength: 1, maxLength: 3 }),
    blockExplorerUrls: fc.option(fc.array(url, { maxLength: 2 })),
    isTestnet: fc.boolean(),
  })
  const assets = fc.record({
    type: fc.constantFrom('ERC20', 'ERC721', 'ERC1155'),
    options: fc.record(
      {
        address: fc.constantFrom(tokenAddress, bob),
        symbol: text,
        decimals: fc.constantFrom(0, 6, 18),
        tokenId: fc.constantFrom('0', '7'),
      },
      { requiredKeys: ['address'] },
    ),
  })
  const runs = { numRuns: 2_000, seed: 160_714 }

  it('networks › unreviewed only if the wallet gets the widget’s record', async () => {
    const expectedParams = (await prepareAndRequest(add())).walletRequests[0]?.params
    const check = async (network: object) => {
      const { isAllowed, walletRequests } = await prepareAndRequest(add(network))
      expect(isAllowed).toBe(JSON.stringify(walletRequests[0]?.params) === JSON.stringify(expectedParams))
    }
    await fc.assert(fc.asyncProperty(networks, check), runs)
  })

  it('tokens › unreviewed only with the symbol and decimals of the bundled list', async () => {
    const expectedParams = { address: tokenAddress, symbol: 'USDC', decimals: 6 }
    const check = async (asset: { type: string; options: { address: string } }) => {
      const { isAllowed, walletRequests } = await prepareAndRequest({
        method: 'wallet_watchAsset',
        params: asset,
      })
      const isOurs = asset.type === 'ERC20' && asset.options.address === tokenAddress
      expect(isAllowed).toBe(isOurs)
      if (isOurs) expect(walletRequests[0]?.params).toEqual({ type: 'ERC20', options: expectedParams })
      else expect(walletRequests[0]?.params).toEqual(asset)
    }
    await fc.assert(fc.asyncProperty(assets, check), runs)
  })
})
