import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRetryGapMs } from '#shared/config/limits.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { hostNetwork } from '#widget/testing/host-network.ts'
import { bob, type TestWorld, type TestWorldOptions, testAdapter } from '#widget/testing/world.ts'
import {
  address,
  balancePath,
  connection,
  dollarsOf,
  ethereum,
  etherOf,
  renderAccount,
  usdc,
} from '../testing/shown-account.tsx'

const routes = {
  '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
  [balancePath]: () => ({ body: { balances: [etherOf('1.2399'), dollarsOf('1.599')] } }),
}
const sending: NonNullable<ChainAdapter['send']> = () => Promise.reject(new Error('Nothing is sent here'))

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: {
      writeText: async (text: string) => {
        copied.push(text)
      },
    },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const renderView = (options: TestWorldOptions = {}, prepare?: (world: TestWorld) => void): TestWorld =>
  renderAccount({ routes, adapter: testAdapter({ send: sending }), ...options }, prepare)

const transfer = (value: bigint) => ({
  from: address,
  to: bob,
  asset: { chain: ethereum, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  value,
})

describe('AccountView', () => {
  test('balance › floored to 3 decimals, tokens to 2, fiat value in dollars', async () => {
    renderView()
    expect(await screen.findAllByText('1.239 ETH')).toHaveLength(2)
    expect(screen.getByText('$2,479.80')).toBeTruthy()
    expect(screen.getByText('1.59 USDC')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Total' })).getByText('$2,481.39')).toBeTruthy()
    expect(screen.queryByText(/without a price/)).toBeNull()
  })

  test('address › shortened to 6…6 and copied in full', async () => {
    renderView()
    expect(screen.getByTitle(address).textContent).toBe('0x71C7…d8976F')
    fireEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    await waitFor(() => expect(copied).toEqual([address]))
    expect(await screen.findByText('Address copied')).toBeTruthy()
  })

  test('identity › opens the connected wallets, named by the wallet', () => {
    const { store } = renderView()
    fireEvent.click(screen.getByRole('button', { name: /^0x71C7…d8976F ?MetaMask$/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'ProfileWallets' })
  })

  test('explorer link › named and opens in a new tab', async () => {
    renderView()
    const link = await screen.findByRole('link', { name: 'View on Etherscan' })
    expect(link.getAttribute('href')).toBe(`https://etherscan.io/address/${address}`)
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('unknown price › a dash, not zero', async () => {
    const nativeBalance = async () => 1_000_000_000_000_000_000n
    const world = renderView({ routes: {}, adapter: testAdapter({ nativeBalance }) })
    await act(() => world.clock.advance(5_000))
    expect(await screen.findByText('1')).toBeTruthy()
    expect(screen.getAllByText('No price')).toHaveLength(2)
    expect(screen.queryByText(/\$/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Total' })).toBeNull()
  })

  test('balances fail › shows it and disables retry until the gap is over', async () => {
    let calls = 0
    const nativeBalance = () => {
      calls += 1
      return Promise.reject(new Error('No node'))
    }
    const world = renderView({ routes: {}, adapter: testAdapter({ nativeBalance }) })
    await act(() => world.clock.advance(5_000))
    expect(await screen.findByText('Your funds are safe. We couldn’t load them.')).toBeTruthy()
    expect(calls).toBe(1)
    const retryButton = screen.getByRole('button', { name: /Try again in \d+ seconds/ })
    fireEvent.click(retryButton)
    await act(() => world.clock.advance(1_000))
    expect(calls).toBe(1)
    await act(() => world.clock.advance(fetchRetryGapMs))
    expect(screen.getByRole('button', { name: 'Try again' }).hasAttribute('disabled')).toBe(false)
  })

  test.each([
    ['ethereum', 'eip155', 'eip155:999999', address],
    [
      'solana',
      'solana',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
    ],
    [
      'polkadot',
      'polkadot',
      'polkadot:0123456789abcdef0123456789abcdef',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    ],
  ] as const)(
    'U17 › %s, network without a record › named as unknown, with a choice of networks',
    async (platform, namespace, chain, account) => {
      const config = { platforms: [platform], networks: [chain] }
      const { store } = renderView({ routes, config }, (world) =>
        world.store.set(dispatchConnectionEventAtom, namespace, {
          is: 'succeeded',
          connection: { ...connection, namespace, accounts: [account], chain: parseChainId(chain) },
        }),
      )
      const line = await screen.findByText('Network not found')
      // The toast is the warning: the view has a line, without the look of a notice.
      expect(store.get(toastAtom)).toMatchObject({ message: 'Token Balance Unavailable', open: true })
      expect(line.closest('[data-tone="warning"]')).toBeNull()
      expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Choose network' }))
      expect(store.get(currentViewAtom)).toEqual({ name: 'Networks' })
    },
  )

  const onSiteChain = ({ store }: TestWorld) =>
    store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'succeeded',
      connection: { ...connection, chain: parseChainId(hostNetwork.id) },
    })
  const siteConfig = { networks: ['eip155:1', hostNetwork] }

  test('host-reported balance › marked, also for screen readers', async () => {
    const nativeBalance = async () => 1_500_000_000_000_000_000n
    renderView({ config: siteConfig, adapter: testAdapter({ nativeBalance }) }, onSiteChain)
    expect(await screen.findByText('1.5')).toBeTruthy()
    expect(await screen.findByText('Reported by this site')).toBeTruthy()
    cleanup()
    renderView()
    expect(await screen.findAllByText('1.239 ETH')).toHaveLength(2)
    expect(screen.queryByText('Reported by this site')).toBeNull()
  })

  test('host RPC fails › balance unavailable', async () => {
    const nativeBalance = () => Promise.reject(new Error('No node'))
    renderView({ config: siteConfig, adapter: testAdapter({ nativeBalance }) }, onSiteChain)
    expect(await screen.findByText('Your funds are safe. We couldn’t load them.')).toBeTruthy()
    expect(screen.queryByText('Reported by this site')).toBeNull()
  })

  test('Send › offered only with the feature and the capability', async () => {
    const { store } = renderView()
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'WalletSend' })
    cleanup()
    renderView({ config: { features: { send: false } } })
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    cleanup()
    renderView({ adapter: testAdapter() })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull())
  })

  test('Activity tab › lists transactions, each opens its own view', async () => {
    const { store } = renderView({}, (world) => {
      const begin = (value: bigint) => world.store.set(beginTransactionAtom, connection, transfer(value))
      begin(1_000_000n)
      world.store.set(recordTransactionAtom, begin(2_000_000n), { is: 'rejected' })
    })
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    const [row, ...others] = await screen.findAllByRole('button', { name: /^(In wallet|Cancelled)/ })
    expect(others).toHaveLength(1)
    if (row) fireEvent.click(row)
    expect(store.get(currentViewAtom).name).toBe('Transaction')
  })

  test('Disconnect › ends the connection and closes the modal', async () => {
    const { store, hostCalls } = renderView()
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(store.get(connectionsAtom).eip155?.is).toBe('disconnected'))
    await waitFor(() => expect(hostCalls).toContain('hide'))
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
  })

  test('embedded, wallet never responds to disconnect › shows Connect', () => {
    const adapter = testAdapter({ disconnect: () => new Promise(() => {}) })
    const { store } = renderView({ adapter, embedded: true })
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
  })
})
