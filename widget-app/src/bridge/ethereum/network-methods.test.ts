import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { alice, testOrigin } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const to = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

describe('wallet_switchEthereumChain', () => {
  it('known chain › switched to, added if needed, and selected', async () => {
    const switched: string[] = []
    const { sendRequest, walletRequests, store } = await dappWorld({
      adapter: { switchNetwork: async (_connection, network) => void switched.push(network.id) },
    })
    expect(await sendRequest(to('0x02105'))).toBe(null)
    expect(switched).toEqual(['eip155:8453'])
    expect(walletRequests).toEqual([])
    expect(store.get(selectedNetworkAtom('eip155'))).toBe('eip155:8453')
  })

  it('already on that chain › no request', async () => {
    const { sendRequest, walletRequests } = await dappWorld()
    expect(await sendRequest(to('0x1'))).toBe(null)
    expect(walletRequests).toEqual([])
  })

  it('U2 › wallet emits no chainChanged › the connection is on the chain that was read', async () => {
    const { sendRequest } = await dappWorld({ adapter: { switchNetwork: async () => undefined } })
    await sendRequest(to('0x2105'))
    expect(await sendRequest({ method: 'eth_chainId' })).toBe('0x2105')
  })

  it('U2 › chain unknown to the widget › the wallet switches, nothing is added', async () => {
    const switched: Network[] = []
    const { sendRequest, store } = await dappWorld({
      adapter: { switchNetwork: async (_connection, network) => void switched.push(network) },
    })
    expect(await sendRequest(to('0x539'))).toBe(null)
    expect(switched).toMatchObject([{ id: 'eip155:1337' }])
    expect(switched[0]).not.toHaveProperty('rpcUrls')
    expect(store.get(selectedNetworkAtom('eip155'))).toBe('eip155:1')
  })

  it.each(['0x2105', '0x539'])(
    'U2 › wallet acknowledges the switch to %s and stays › not-switched',
    async (chain) => {
      const stayed = new WidgetError('chain/not-switched', texts.notSwitched)
      const { sendRequest, store } = await dappWorld({
        adapter: { switchNetwork: () => Promise.reject(stayed) },
      })
      await expect(sendRequest(to(chain))).rejects.toMatchObject({
        code: -32603,
        data: { reason: 'not-switched' },
      })
      expect(await sendRequest({ method: 'eth_chainId' })).toBe('0x1')
      expect(store.get(selectedNetworkAtom('eip155'))).toBe('eip155:1')
    },
  )

  it('rejected › 4001, and the selected network stays', async () => {
    const { sendRequest, store } = await dappWorld({
      adapter: { switchNetwork: () => Promise.reject(new ProviderRpcError(4001, 'No')) },
    })
    await expect(sendRequest(to('0x2105'))).rejects.toMatchObject({ code: 4001 })
    expect(store.get(selectedNetworkAtom('eip155'))).toBe('eip155:1')
  })
})

describe('wallet_addEthereumChain and wallet_watchAsset', () => {
  const network = { chainId: '0x539', chainName: 'Shop' }
  const asset = { type: 'ERC20', options: { address: alice, symbol: 'USDC', decimals: 6 } }

  it('A14 › both go to the adapter, which parses them, and from there to the review', async () => {
    const { sendRequest, walletRequests } = await dappWorld({
      results: { wallet_addEthereumChain: null, wallet_watchAsset: true },
    })
    expect(await sendRequest({ method: 'wallet_addEthereumChain', params: [network] })).toBe(null)
    expect(await sendRequest({ method: 'wallet_watchAsset', params: [asset] })).toBe(true)
    // EIP-747 requires an object.
    expect(await sendRequest({ method: 'wallet_watchAsset', params: asset })).toBe(true)
    expect(walletRequests).toEqual([
      { method: 'wallet_addEthereumChain', params: [network] },
      { method: 'wallet_watchAsset', params: [asset] },
      { method: 'wallet_watchAsset', params: [asset] },
    ])
  })

  it('A14 › wallet does not know a chain › it is added through the review', async () => {
    const { sendRequest, walletRequests } = await dappWorld({
      results: { wallet_addEthereumChain: null },
      adapter: {
        switchNetwork: async (_connection, { id }, options) => {
          await options?.addNetwork?.({ method: 'wallet_addEthereumChain', params: [{ chainId: id }] })
        },
      },
    })
    await sendRequest(to('0x2105'))
    expect(walletRequests).toEqual([
      { method: 'wallet_addEthereumChain', params: [{ chainId: 'eip155:8453' }] },
    ])
  })
})

describe('permissions (EIP-2255)', () => {
  const held = {
    invoker: testOrigin,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [alice] }],
  }
  const params = [{ eth_accounts: {} }]

  it('reported for the verified host, without a request to the wallet', async () => {
    const { sendRequest, walletRequests } = await dappWorld()
    expect(await sendRequest({ method: 'wallet_getPermissions' })).toEqual([held])
    expect(walletRequests).toEqual([])
  })

  it('requested from the wallet; unsupported › the granted ones stay', async () => {
    const able = await dappWorld({ results: { wallet_requestPermissions: [] } })
    expect(await able.sendRequest({ method: 'wallet_requestPermissions', params })).toEqual([held])
    expect(able.walletRequests).toEqual([{ method: 'wallet_requestPermissions', params }])
    const unable = await dappWorld()
    expect(await unable.sendRequest({ method: 'wallet_requestPermissions', params })).toEqual([held])
  })

  it('rejected › 4001', async () => {
    const { sendRequest } = await dappWorld({
      results: { wallet_requestPermissions: new ProviderRpcError(4001, 'No') },
    })
    await expect(sendRequest({ method: 'wallet_requestPermissions', params })).rejects.toMatchObject({
      code: 4001,
    })
  })

  it('revoked by disconnecting; a disconnected host has none', async () => {
    const { sendRequest, adapter } = await dappWorld()
    expect(await sendRequest({ method: 'wallet_revokePermissions', params })).toBe(null)
    expect(adapter.calls).toContain('disconnect ethereum:io.metamask')
    expect(await sendRequest({ method: 'wallet_getPermissions' })).toEqual([])
    await expect(sendRequest({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4100 })
  })
})

it('current chain › returned without a request', async () => {
  const { sendRequest, urls, moveTo } = await dappWorld()
  const before = urls.length
  moveTo(parseChainId('eip155:8453'))
  expect(await sendRequest({ method: 'eth_chainId' })).toBe('0x2105')
  expect(await sendRequest({ method: 'net_version' })).toBe('8453')
  expect(urls.length).toBe(before)
})
