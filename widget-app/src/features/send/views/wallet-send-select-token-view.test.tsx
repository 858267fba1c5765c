import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { assetSelectionAtom } from '../atoms/selected-asset.ts'
import {
  balanceRoutes,
  daiAddress,
  etherEntry,
  ethereum,
  lureAddress,
  lureEntry,
  sendWorld,
  tokenEntries,
  usdcAddress,
} from '../testing/send-world.ts'
import { WalletSendSelectTokenView } from './wallet-send-select-token-view.tsx'

afterEach(cleanup)

function renderView() {
  const routes = balanceRoutes([etherEntry, ...tokenEntries, lureEntry])
  const { store } = sendWorld({}, { name: 'WalletSend' }, { routes })
  render(
    <StoreProvider store={store}>
      <WalletSendSelectTokenView />
    </StoreProvider>,
  )
  return store
}
const listed = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((one) => one.textContent)

it('possible spam › in a collapsed list, marked, no icon, sanitized name', async () => {
  const store = renderView()
  const drawer = await screen.findByText('Hidden (1)')
  expect(listed('Tokens')).toHaveLength(3)
  fireEvent.click(drawer)
  const row = within(await screen.findByRole('region', { name: 'Hidden tokens' })).getByRole('button')
  expect(row.textContent).toMatch(/USD\u0421USD Coin.*Possible spam/)
  expect(row.querySelector('img[src*="lure"]')).toBeNull()
  fireEvent.click(row)
  expect(store.get(assetSelectionAtom)).toMatchObject({
    selected: { asset: { address: lureAddress, name: 'USD Coin', symbol: 'USD\u0421' } },
  })
})

it('selected token › has a tick, others have none', async () => {
  const store = renderView()
  fireEvent.click(await screen.findByRole('button', { name: /^DAI/ }))
  expect(store.get(assetSelectionAtom)).toMatchObject({ selected: { asset: { address: daiAddress } } })
  const icons = (name: RegExp) => screen.getByRole('button', { name }).querySelectorAll('svg').length
  expect(screen.getByRole('button', { name: /^DAI/ }).getAttribute('aria-current')).toBe('true')
  expect(icons(/^DAI/)).toBe(icons(/^USDC/) + 1)
})

it('search › includes the collapsed list', async () => {
  renderView()
  await screen.findByText('Hidden (1)')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'dai' } })
  expect(screen.queryByText(/^Hidden/)).toBeNull()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: lureAddress } })
  expect(screen.getByText('Hidden (1)')).toBeTruthy()
  expect(screen.queryByText('No token found')).toBeNull()
})

it('balances fail › a toast reports it, the view has the retry', async () => {
  const nativeBalance = () => Promise.reject(new Error('No node'))
  const { store, clock } = sendWorld({ nativeBalance }, { name: 'WalletSend' }, { routes: {} })
  render(
    <StoreProvider store={store}>
      <WalletSendSelectTokenView />
    </StoreProvider>,
  )
  await act(() => clock.advance(20_000))
  expect(await screen.findByText('Your funds are safe. We couldn’t load them.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(store.get(toastAtom)).toMatchObject({ message: 'Token Balance Unavailable', open: true })
  expect(screen.queryByText('Token Balance Unavailable')).toBeNull()
})

it('token that the chain bars from transfer › marked, can be selected', async () => {
  const asset = { chain: ethereum, address: daiAddress, symbol: 'DAI', name: 'Dai', decimals: 18 }
  const { store } = sendWorld(
    {
      nativeBalance: async () => 1n,
      allTokenBalances: async () => [
        { asset, value: 5n * 10n ** 18n, barred: 'frozen' },
        { asset: { ...asset, address: usdcAddress, symbol: 'USDC' }, value: 5n },
      ],
    },
    { name: 'WalletSend' },
    { routes: { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) } },
  )
  render(
    <StoreProvider store={store}>
      <WalletSendSelectTokenView />
    </StoreProvider>,
  )
  await screen.findByText('Frozen')
  expect(listed('Tokens').filter((text) => text?.includes('Frozen'))).toEqual([
    expect.stringContaining('DAI'),
  ])
  fireEvent.click(screen.getByRole('button', { name: /DAI/ }))
  expect(store.get(assetSelectionAtom)).toMatchObject({ selected: { asset: { address: daiAddress } } })
})
