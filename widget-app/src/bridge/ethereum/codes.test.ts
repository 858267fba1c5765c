import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom } from '#widget/lib/i18n/translate.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const call = { to: bob, value: '0x1' }
const bundle = (over: object = {}) => ({
  version: '2.0.0',
  chainId: '0x1',
  atomicRequired: false,
  calls: [call],
  ...over,
})

describe('provider error codes', () => {
  it.each([
    [4001, 'the person refused'],
    [4100, 'the wallet knows no such account'],
    [4200, 'the wallet does not know the method'],
    [4900, 'the wallet has lost its connection'],
    [4901, 'the wallet has lost the chain'],
    [-32002, 'the wallet is asking already'],
    [-32603, 'something went wrong in the wallet'],
    [5750, 'the wallet’s upgrade was refused'],
  ])('%i of the wallet › passed through: %s', async (code, message) => {
    const rejection = new ProviderRpcError(code, message, { more: 1 })
    const { sendRequest } = await dappWorld({ results: { personal_sign: rejection } })
    await expect(sendRequest({ method: 'personal_sign', params: ['0x68', alice] })).rejects.toMatchObject({
      code,
      message,
      data: { more: 1 },
    })
  })

  it('no connected wallet › 4100', async () => {
    const { sendRequest, store } = await dappWorld()
    await store.set(disconnectAtom, {})
    await expect(sendRequest({ method: 'eth_sendTransaction', params: [{}] })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await sendRequest({ method: 'eth_accounts' })).toEqual([])
    expect(await sendRequest({ method: 'wallet_getPermissions' })).toEqual([])
  })

  it('4200 ‘Requested RPC call is not allowed’ › toast ‘Action not allowed’ if open', async () => {
    const { sendRequest, store } = await dappWorld()
    const blockedError = { code: 4200, message: 'Requested RPC call is not allowed' }
    await expect(sendRequest({ method: 'eth_sign', params: [] })).rejects.toMatchObject(blockedError)
    expect(store.get(toastAtom).open).toBe(false)
    store.set(modalOpenAtom, true)
    await expect(sendRequest({ method: 'eth_sign', params: [] })).rejects.toMatchObject(blockedError)
    expect(store.get(toastAtom).message).toBe('Action not allowed')
  })

  it('other languages › translated toast; the host gets the text of SPEC §6', async () => {
    const { sendRequest, store } = await dappWorld()
    await store.set(chooseLanguageAtom, ['ar'], languageLoaders)
    store.set(modalOpenAtom, true)
    await expect(sendRequest({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      message: 'Requested RPC call is not allowed',
    })
    expect(store.get(toastAtom).message).toBe('الإجراء غير مسموح به')
  })

  it('read without a chain › 4901', async () => {
    const { sendRequest, store } = await dappWorld({
      options: { config: { platforms: ['polkadot'], networks: [] } },
    })
    store.set(connectionsAtom, {})
    await expect(sendRequest({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4901 })
  })

  it('switch to a chain unknown to wallet and widget › 4902', async () => {
    const { sendRequest } = await dappWorld({
      results: { wallet_switchEthereumChain: new ProviderRpcError(4902, 'Unrecognized chain ID "0x539"') },
      adapter: {
        switchNetwork: () =>
          Promise.reject(new WidgetError('chain/not-supported-by-wallet', 'Chain is not supported')),
      },
    })
    const params = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    await expect(sendRequest(params('0x539'))).rejects.toMatchObject({ code: 4902 })
    await expect(sendRequest(params('0x2105'))).rejects.toMatchObject({ code: 4902 })
  })

  it.each<[method: string, params: unknown]>([
    ['eth_blockNumber', 'latest'],
    ['wallet_switchEthereumChain', []],
    ['wallet_switchEthereumChain', [{ chainId: 1 }]],
    ['wallet_switchEthereumChain', [{ chainId: '0x0' }]],
    ['wallet_requestPermissions', [{ eth_sign: {} }]],
    ['wallet_revokePermissions', []],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls: [] }]],
    ['wallet_getCallsStatus', []],
    ['wallet_getCapabilities', ['alice']],
    ['eth_subscribe', ['newPendingTransactions']],
    ['eth_subscribe', ['logs', { fromBlock: '0x1' }]],
    ['eth_unsubscribe', []],
  ])('−32602 for %s with %j', async (method, params) => {
    const { sendRequest, walletRequests } = await dappWorld()
    await expect(sendRequest({ method, params })).rejects.toMatchObject({ code: -32602 })
    expect(walletRequests).toEqual([])
  })

  it('malformed result of the wallet › −32603', async () => {
    const { sendRequest } = await dappWorld({ results: { wallet_sendCalls: { nothing: true } } })
    await expect(sendRequest({ method: 'wallet_sendCalls', params: [bundle()] })).rejects.toMatchObject({
      code: -32603,
    })
  })

  it.each<[code: number, what: string, bundle: object]>([
    [5700, 'a capability that must be', bundle({ capabilities: { paymasterService: { url: 'https://x' } } })],
    [5760, 'all or nothing', bundle({ atomicRequired: true })],
  ])('%i for %s in single transactions › nothing is sent', async (code, _what, param) => {
    const { sendRequest, walletRequests } = await dappWorld()
    await expect(sendRequest({ method: 'wallet_sendCalls', params: [param] })).rejects.toMatchObject({ code })
    expect(walletRequests.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  })

  it.each<[code: number, what: string, bundle: object]>([
    [5700, 'a capability of one call', bundle({ calls: [{ ...call, capabilities: { flow: {} } }] })],
    [5710, 'another chain', bundle({ chainId: '0x2105' })],
  ])('R1 › %i for %s in a bundle › the wallet is not called', async (code, _what, param) => {
    const { sendRequest, walletRequests } = await dappWorld()
    await expect(sendRequest({ method: 'wallet_sendCalls', params: [param] })).rejects.toMatchObject({ code })
    expect(walletRequests).toEqual([])
  })

  it('used id › 5720; unknown id › 5730; more than 99 calls › 5740', async () => {
    const { sendRequest } = await dappWorld({ results: { wallet_sendCalls: { id: '0xaa' } } })
    const send = (over: object) => sendRequest({ method: 'wallet_sendCalls', params: [bundle(over)] })
    expect(await send({ id: '0xaa' })).toEqual({ id: '0xaa' })
    await expect(send({ id: '0xaa' })).rejects.toMatchObject({ code: 5720 })
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
      await expect(sendRequest({ method, params: ['0xbb'] })).rejects.toMatchObject({ code: 5730 })
    await expect(send({ calls: Array.from({ length: 100 }, () => call) })).rejects.toMatchObject({
      code: 5740,
    })
  })
})
