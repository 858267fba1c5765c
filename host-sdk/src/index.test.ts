import { describe, expect, expectTypeOf, it } from 'vitest'
import type {
  AccountEntry,
  BridgeEvents,
  BridgeState,
  BridgeWallet,
  Drawbridge,
  DrawbridgeOptions,
  EthereumEvents,
  EthereumProvider,
  ModalResult,
  OpenRequest,
  RequestArguments,
  WalletEntry,
} from './index.ts'

const options: DrawbridgeOptions = { projectId: 'p', metadata: { name: 'Shop' } }

describe('on a server', () => {
  it('import › needs no window and has exactly these exports', async () => {
    expect(typeof window).toBe('undefined')
    expect(Object.keys(await import('./index.ts')).sort()).toEqual([
      'ProviderRpcError',
      'WidgetError',
      'createDrawbridge',
      'parseAccountId',
      'parseWalletId',
    ])
  })

  it('instance › inert: current values are empty and calls reject', async () => {
    const { createDrawbridge } = await import('./index.ts')
    const bridge = createDrawbridge(options)
    expect(bridge.state).toMatchObject({ open: false, status: 'disconnected' })
    expect([bridge.accounts, bridge.wallets]).toEqual([[], []])
    const unreachable = { code: 4900, data: { reason: 'unreachable' } }
    await expect(bridge.openModal()).rejects.toMatchObject(unreachable)
    await expect(bridge.disconnect()).rejects.toMatchObject(unreachable)
    await expect(bridge.switchNetwork('eip155:1')).rejects.toMatchObject(unreachable)
    await expect(bridge.ethereum.request({ method: 'eth_call' })).rejects.toMatchObject(unreachable)
    await expect(bridge.ethereum.request({ method: 'eth_accounts' })).resolves.toEqual([])
    await expect(bridge.closeModal()).resolves.toBeUndefined()
    bridge.destroy()
  })

  it('invalid options › throw as in a browser', async () => {
    const { createDrawbridge } = await import('./index.ts')
    expect(() => createDrawbridge({ ...options, projectId: '' })).toThrow(
      expect.objectContaining({ code: 'APKT008' }),
    )
    expect(() => createDrawbridge({ ...options, widgetUrl: 'http://evil.example' })).toThrow(
      expect.objectContaining({ code: 'config/widget-url' }),
    )
  })
})

describe('types', () => {
  it('public types › pinned; the members are in docs/record', () => {
    expectTypeOf<Drawbridge['openModal']>().parameters.toEqualTypeOf<[request?: OpenRequest | undefined]>()
    expectTypeOf<Drawbridge['openModal']>().returns.resolves.toEqualTypeOf<ModalResult>()
    expectTypeOf<ModalResult['is']>().toEqualTypeOf<'connected' | 'dismissed'>()
    expectTypeOf<Drawbridge['ethereum']>().toEqualTypeOf<EthereumProvider>()
    expectTypeOf<EthereumProvider['request']>().toEqualTypeOf<(args: RequestArguments) => Promise<unknown>>()
    expectTypeOf<keyof EthereumEvents>().toEqualTypeOf<
      'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message'
    >()
    expectTypeOf<keyof BridgeEvents>().toEqualTypeOf<
      'state' | 'open' | 'status' | 'accounts' | 'chains' | 'wallets' | 'alert' | 'event'
    >()
    expectTypeOf<BridgeState['status']>().toEqualTypeOf<'disconnected' | 'connecting' | 'connected'>()
    expectTypeOf<AccountEntry['address']>().toEqualTypeOf<string>()
    expectTypeOf<BridgeWallet>().toExtend<WalletEntry>()
    expectTypeOf<BridgeWallet['connect']>().toEqualTypeOf<() => Promise<void>>()
    expectTypeOf<{ projectId: string; metadata: { name: string } }>().toExtend<DrawbridgeOptions>()
    // U18: inputs are plain text.
    expectTypeOf<{ readonly view: 'WalletSend'; readonly chainId: 'eip155:1' }>().toExtend<OpenRequest>()
    expectTypeOf<OpenRequest['chainId']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<OpenRequest['view']>().toEqualTypeOf<
      | 'Connect'
      | 'Account'
      | 'ProfileWallets'
      | 'Networks'
      | 'AllWallets'
      | 'WalletSend'
      | 'Swap'
      | 'OnRampProviders'
      | 'ConnectingWalletConnectBasic'
      | 'WhatIsAWallet'
      | 'SIWXSignMessage'
      | undefined
    >()
  })
})
