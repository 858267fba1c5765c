import { describe, expect, it, vi } from 'vitest'
import type { WalletEntry } from '../../shared/channel/records/entries.ts'
import { captureProvider } from '../../shared/channel/wallets/injected-provider.ts'
import { bridgeWallets } from './bridge-wallets.ts'
import { initialState } from './initial-state.ts'

const raw = { request: async () => null }
const provider = captureProvider(raw)
const discovered = {
  handle: 'a'.repeat(32),
  namespace: 'eip155',
  source: 'eip6963',
  rdns: 'io.test',
  name: 'Test',
  icon: 'data:image/png;base64,AA',
} as const
const remote: WalletEntry = {
  id: 'solana:Ghost',
  platform: 'solana',
  type: 'appKit',
  name: 'Ghost',
  isConnected: true,
}
const account = {
  id: 'ethereum:io.test:0x1',
  platform: 'ethereum',
  namespace: 'eip155',
  address: '0x1',
  walletName: 'Test',
  walletId: 'ethereum:io.test',
} as const

const call = vi.fn()

describe('bridgeWallets', () => {
  it('discovered wallet › has its provider, and is connected with an account', () => {
    const list = bridgeWallets([discovered], { ...initialState, accounts: [account] }, () => provider, call)
    expect(list).toEqual([
      expect.objectContaining({
        id: 'ethereum:io.test',
        platform: 'ethereum',
        type: 'injected',
        name: 'Test',
        isConnected: true,
        providerId: 'io.test',
        icon: discovered.icon,
      }),
    ])
    expect(list[0]?.provider).toBe(raw)
  })

  it('Polkadot wallet › has extension and extensionId, and no provider', () => {
    const talisman = {
      handle: 'b'.repeat(32),
      namespace: 'polkadot',
      source: 'injected-web3',
      injectedId: 'talisman',
      name: 'talisman',
    } as const
    const entry = { enable: async () => ({}) }
    const extension = { identity: entry, request: async () => null, on: () => {} }
    const [wallet] = bridgeWallets([talisman], initialState, () => extension, call)
    expect(wallet).toMatchObject({ id: 'polkadot:talisman', extensionId: 'talisman', isConnected: false })
    expect(wallet?.extension).toBe(entry)
    expect(Object.keys(wallet ?? {})).not.toContain('provider')
    expect(Object.keys(wallet ?? {})).not.toContain('providerId')
  })

  it('Solana wallet › has no provider and no extension', () => {
    const solana = {
      handle: 'c'.repeat(32),
      namespace: 'solana',
      source: 'wallet-standard',
      name: 'Phantom: beta',
    } as const
    const [wallet] = bridgeWallets([solana], initialState, () => provider, call)
    expect(Object.keys(wallet ?? {}).sort()).toEqual([
      'connect',
      'disconnect',
      'id',
      'isConnected',
      'name',
      'platform',
      'type',
    ])
    expect(wallet?.id).toBe('solana:Phantom: beta')
  })

  it('wallet that the widget also reports › listed once; others follow', () => {
    const same: WalletEntry = { ...remote, id: 'ethereum:io.test' }
    const list = bridgeWallets(
      [discovered],
      { ...initialState, wallets: [same, remote] },
      () => undefined,
      call,
    )
    expect(list.map(({ id, isConnected }) => [id, isConnected])).toEqual([
      ['ethereum:io.test', false],
      ['solana:Ghost', true],
    ])
  })

  it('actions › use the id of their wallet', async () => {
    const calls: string[] = []
    const list = bridgeWallets(
      [discovered],
      { ...initialState, wallets: [remote] },
      () => undefined,
      async (method, { walletId }) => void calls.push(`${method} ${walletId}`),
    )
    await list[0]?.connect()
    await list[1]?.disconnect()
    expect(calls).toEqual(['wallet.connect ethereum:io.test', 'session.disconnect solana:Ghost'])
  })
})
