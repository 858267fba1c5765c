import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/contract.ts'
import { currencyAtom } from '#widget/kernel/currency.ts'
import { beginTransactionAtom } from '#widget/kernel/journal.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { moveConnectionAtom } from '#widget/kernel/next-connection.ts'
import {
  type Answer,
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '#widget/kernel/test-world.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { AccountView } from './account-view.tsx'

const ethereum = parseChainId('eip155:1')
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const connection: Connection = {
  namespace: 'eip155',
  walletId: 'ethereum:io.metamask',
  handle: '0'.repeat(32),
  walletName: 'MetaMask',
  icon: undefined,
  accounts: [address],
  chain: ethereum,
}
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: ethereum,
  price: '2000',
  quantity: { decimals: '18', numeric: '1' },
}
const token = (at: number, name: string, symbol: string, numeric: string, price: string | number) => ({
  name,
  symbol,
  chainId: ethereum,
  address: `${ethereum}:0x${String(at).padStart(40, '0')}`,
  price,
  quantity: { decimals: '6', numeric },
})
const usdCoin = { ...token(1, 'USD Coin', 'USDC', '10', '1'), address: `${ethereum}:${usdc}` }
const unpriced = token(2, 'Barn', 'BARN', '5', 0)
const lure = token(3, 'Claim at usdc-gift.com', 'GIFT', '900000', 0)

const balancePath = `/v1/account/${address}/balance`
const supported = () => ({ body: { http: [ethereum], ws: [] } })
const routesOf = (answer: (url: URL) => Answer | Promise<Answer>) => ({
  '/v1/supported-chains': supported,
  [balancePath]: answer,
})

afterEach(cleanup)

function show(options: TestWorldOptions): TestWorld & { readonly redraw: () => void } {
  const world = testWorld({ clock: fakeClock(Date.now()), adapter: testAdapter(), ...options })
  world.store.set(modalOpenAtom, true)
  world.store.set(moveConnectionAtom, 'eip155', { is: 'succeeded', connection })
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  const draw = () =>
    render(
      <StoreProvider store={world.store}>
        <AccountView />
      </StoreProvider>,
    )
  draw()
  return {
    ...world,
    redraw: () => {
      cleanup()
      draw()
    },
  }
}

const total = () => screen.findByRole('region', { name: 'Total' })

describe('the portfolio', () => {
  test('behavior: a total says how many tokens it leaves out because nobody knows their price', async () => {
    show({ routes: routesOf(() => ({ body: { balances: [ether, unpriced, usdCoin] } })) })
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    expect(screen.getByText('without 1 token whose price is unknown')).toBeTruthy()
    const rows = within(screen.getByRole('region', { name: 'Tokens' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Ether.*1 ETH.*\$2,000\.00/),
      expect.stringMatching(/USD Coin.*10\.00 USDC.*\$10\.00/),
      expect.stringMatching(/Barn.*5\.00 BARN.*No price/),
    ])
  })

  test('behavior: what looks like spam is in a drawer that says how much, marked and without its picture', async () => {
    const pictured = { ...lure, iconUrl: 'https://lure.example/a.png' }
    show({ routes: routesOf(() => ({ body: { balances: [ether, pictured] } })) })
    const drawer = await screen.findByText('Hidden (1)')
    expect(screen.queryByText(/Claim at/)).toBeNull()
    expect(screen.queryByText(/whose price is unknown/)).toBeNull()
    fireEvent.click(drawer)
    const list = await screen.findByRole('region', { name: 'Hidden tokens' })
    const [row] = within(list).getAllByRole('listitem')
    expect(row?.textContent).toMatch(/Claim at usdc-gift\.com.*Possible spam/)
    expect(row?.querySelector('img')).toBeNull()
  })

  test('behavior: a token that the host names is never hidden', async () => {
    show({
      config: { tokens: [{ chainId: ethereum, address: `0x${'3'.padStart(40, '0')}` }] },
      routes: routesOf(() => ({ body: { balances: [ether, lure] } })),
    })
    expect(await screen.findByText('Claim at usdc-gift.com')).toBeTruthy()
    expect(screen.queryByText(/^Hidden/)).toBeNull()
  })

  test('behavior: a thousand tokens draw only the rows in sight, each with its place in the whole', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => token(at + 10, `Token ${at}`, `T${at}`, '1', '1'))
    show({ routes: routesOf(() => ({ body: { balances: [ether, ...many] } })) })
    expect(within(await total()).getByText('$3,000.00')).toBeTruthy()
    const rows = within(screen.getByRole('region', { name: 'Tokens' })).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(40)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1001')
  })

  test('behavior: while new figures load, and when that fails, the old ones stay on screen', async () => {
    let answer: Answer | Promise<Answer> = { body: { balances: [ether, usdCoin] } }
    const { clock } = show({ routes: routesOf(() => answer) })
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    let fail = (_: Answer) => {}
    answer = new Promise((resolve) => {
      fail = resolve
    })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh balances' }))
    await act(() => clock.advance(1_000))
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    // The chain is asked as well, and this one cannot be.
    await act(async () => fail({ status: 400 }))
    expect(await screen.findByText('Token Balance Unavailable')).toBeTruthy()
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    expect(screen.getByText(/^Updated/)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Currency' }).hasAttribute('disabled')).toBe(true)
  })

  test('behavior: another currency is asked of the API, kept, and shown in totals and rows', async () => {
    const asked: (string | null)[] = []
    const { store, redraw } = show({
      routes: routesOf(({ searchParams }) => {
        asked.push(searchParams.get('currency'))
        return {
          body: { balances: [{ ...ether, price: searchParams.get('currency') === 'eur' ? 1840 : 2000 }] },
        }
      }),
    })
    expect(within(await total()).getByText('$2,000.00')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Currency' }), { target: { value: 'eur' } })
    await waitFor(async () => expect((await total()).textContent).toContain('€1,840.00'))
    expect(asked).toEqual(['usd', 'eur'])
    expect(store.get(currencyAtom)).toBe('eur')
    redraw()
    expect((await total()).textContent).toContain('€1,840.00')
  })

  const config = (isEnabled: boolean) => ({
    ...routesOf(() => ({ body: { balances: [ether] } })),
    '/appkit/v1/config': () => ({ body: { features: [{ id: 'activity', isEnabled, config: [] }] } }),
  })

  test('behavior: the chosen half is still there after another view', async () => {
    const { redraw, events } = show({ routes: config(true) })
    fireEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
    redraw()
    expect(screen.getByRole('tab', { name: 'Activity' }).getAttribute('aria-selected')).toBe('true')
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    expect(events.filter(({ event }) => event === 'CLICK_TRANSACTIONS')).toHaveLength(1)
  })

  test('behavior: a project without activity has no such half, but for who has paid from here', async () => {
    const { store } = show({ routes: config(false) })
    await waitFor(() => expect(screen.queryAllByRole('tab')).toEqual([]))
    expect(await screen.findByRole('region', { name: 'Tokens' })).toBeTruthy()
    const asset = { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
    act(() => {
      store.set(beginTransactionAtom, connection, { from: address, to: bob, asset, value: 1n })
    })
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    expect(await screen.findByText('Only what was done here is listed')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^In wallet/ })).toBeTruthy()
  })

  test('behavior: opening with everything stale asks at most 4 things at once, and nothing twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    let underWay = 0
    let most = 0
    const slow = (answer: Answer) => async (): Promise<Answer> => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay -= 1
      return answer
    }
    const { urls, clock, redraw } = show({
      routes: {
        '/appkit/v1/config': slow({
          body: { features: [{ id: 'activity', isEnabled: true, config: null }] },
        }),
        '/getWallets': slow({ body: { data: [], count: 0 } }),
        '/v1/supported-chains': slow(supported()),
        // The chain has to help out, so that prices are asked for too.
        [balancePath]: slow({ body: { balances: [usdCoin] } }),
        '/v1/fungible/price': slow({ body: { fungibles: [] } }),
        [`/v1/identity/${address}`]: slow({ body: { name: 'anna.reown.id', avatar: null } }),
        '/v1/profile/account/anna.reown.id': slow({
          body: { name: 'anna.reown.id', addresses: { 60: { address } }, attributes: [] },
        }),
        [`/v1/account/${address}/history`]: slow({ body: { data: [], next: null } }),
      },
      adapter: testAdapter({ nativeBalance: async () => 7n }),
    })
    const settled = async (paths: readonly string[]) => {
      await waitFor(() => expect(urls.map((url) => url.split('?')[0]).sort()).toEqual([...paths].sort()))
      await waitFor(() => expect(underWay).toBe(0))
    }
    const figures = [balancePath, '/v1/fungible/price', `/v1/identity/${address}`]
    const names = '/v1/profile/account/anna.reown.id'
    const history = `/v1/account/${address}/history`
    const first = ['/appkit/v1/config', '/getWallets', '/v1/supported-chains', ...figures, names]
    await settled(first)
    fireEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
    await settled([...first, history])

    // All that was read has grown old meanwhile; the half that is open asks for the history as well.
    cleanup()
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    await clock.advance(2 * 3_600_000)
    redraw()
    await settled([...first, history, ...first.slice(1), history])
    expect(most).toBeLessThanOrEqual(4)
  })
})
