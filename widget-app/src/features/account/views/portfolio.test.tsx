import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { beginTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { bob, type TestResponse, testAdapter } from '#widget/testing/world.ts'
import {
  address,
  balancePath,
  connection,
  dollarsOf,
  ethereum,
  etherOf,
  renderAccount,
} from '../testing/shown-account.tsx'

const ether = etherOf('1')
const token = (at: number, name: string, symbol: string, numeric: string, price: string | number) => ({
  name,
  symbol,
  chainId: ethereum,
  address: `${ethereum}:0x${String(at).padStart(40, '0')}`,
  price,
  quantity: { decimals: '6', numeric },
})
const usdCoin = dollarsOf('10')
const unpriced = token(2, 'Barn', 'BARN', '5', 0)
const spamToken = token(3, 'Claim at usdc-gift.com', 'GIFT', '900000', 0)

const supported = () => ({ body: { http: [ethereum], ws: [] } })
const routesOf = (answer: (url: URL) => TestResponse | Promise<TestResponse>) => ({
  '/v1/supported-chains': supported,
  [balancePath]: answer,
})

afterEach(cleanup)

const total = () => screen.findByRole('region', { name: 'Total' })

describe('portfolio', () => {
  test('unpriced tokens › the total states how many it leaves out', async () => {
    renderAccount({ routes: routesOf(() => ({ body: { balances: [ether, unpriced, usdCoin] } })) })
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    expect(screen.getByText('Excludes 1 token without a price')).toBeTruthy()
    const rows = within(screen.getByRole('region', { name: 'Tokens' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Ether.*1 ETH.*\$2,000\.00/),
      expect.stringMatching(/USD Coin.*10\.00 USDC.*\$10\.00/),
      expect.stringMatching(/Barn.*5\.00 BARN.*No price/),
    ])
  })

  test.each([
    ['1000000000000', true, '$1,000,000,002,000.00'],
    ['9'.repeat(58), false, '$1×10⁵⁸'],
  ])(
    'total of %s dollars › rolls if it fits, otherwise a power of ten',
    async (fiatValue, isRolling, text) => {
      const mispriced = {
        ...token(4, 'Barn', 'BARN', fiatValue, '1'),
        quantity: { decimals: '6', numeric: fiatValue },
      }
      renderAccount({ routes: routesOf(() => ({ body: { balances: [ether, mispriced] } })) })
      const rolls = (await total()).querySelector('[aria-hidden="true"]') !== null
      expect(rolls).toBe(isRolling)
      expect((await total()).textContent?.replace(/[\s\p{Cf}]/gu, '')).toContain(text)
    },
  )

  test.each([
    ['the API answers', { body: { balances: [ether] } }, 'Tokens you receive on Ethereum appear here'],
    ['the chain answers in its place', { status: 400 }, 'Other tokens on Ethereum may be missing here'],
  ] as const)('tokens › %s › the note matches what was read', async (_name, answer, text) => {
    const adapter = testAdapter({ nativeBalance: async () => 10n ** 18n })
    renderAccount({ routes: routesOf(() => answer), adapter })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryAllByText(/appear here|may be missing here/)).toHaveLength(1)
  })

  test('spam › in a drawer with a count, marked and without its icon', async () => {
    const withIcon = { ...spamToken, iconUrl: 'https://lure.example/a.png' }
    renderAccount({ routes: routesOf(() => ({ body: { balances: [ether, withIcon] } })) })
    const drawer = await screen.findByText('Hidden (1)')
    expect(screen.queryByText(/Claim at/)).toBeNull()
    expect(screen.queryByText(/without a price/)).toBeNull()
    fireEvent.click(drawer)
    const list = await screen.findByRole('region', { name: 'Hidden tokens' })
    const [row] = within(list).getAllByRole('listitem')
    expect(row?.textContent).toMatch(/Claim at usdc-gift\.com.*Possible spam/)
    expect(row?.querySelector('img')).toBeNull()
  })

  test('fully staked native amount › listed with its available part', async () => {
    const nativeTotals = async () => ({ value: 5n * 10n ** 16n, total: 3n * 10n ** 18n })
    const adapter = testAdapter({ nativeBalance: async () => 0n, nativeTotals: nativeTotals })
    renderAccount({ adapter, routes: { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) } })
    const row = (await screen.findByText(/0\.05 ETH available/)).closest('li')
    expect(row?.textContent).toContain('3 ETH · 0.05 ETH available')
  })

  test('token configured by the host › never hidden', async () => {
    renderAccount({
      config: { tokens: [{ chainId: ethereum, address: `0x${'3'.padStart(40, '0')}` }] },
      routes: routesOf(() => ({ body: { balances: [ether, spamToken] } })),
    })
    expect(await screen.findByText('Claim at usdc-gift.com')).toBeTruthy()
    expect(screen.queryByText(/^Hidden/)).toBeNull()
  })

  test('1,000 tokens › renders only visible rows, each with its position', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => token(at + 10, `Token ${at}`, `T${at}`, '1', '1'))
    renderAccount({ routes: routesOf(() => ({ body: { balances: [ether, ...many] } })) })
    expect(within(await total()).getByText('$3,000.00')).toBeTruthy()
    const rows = within(screen.getByRole('region', { name: 'Tokens' })).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(40)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1001')
  })

  test('refetch pending or failed › previous balances stay on screen', async () => {
    let answer: TestResponse | Promise<TestResponse> = { body: { balances: [ether, usdCoin] } }
    const { clock } = renderAccount({ routes: routesOf(() => answer) })
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    let fail = (_: TestResponse) => {}
    answer = new Promise((resolve) => {
      fail = resolve
    })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh balances' }))
    await act(() => clock.advance(1_000))
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    // The chain is read as a fallback, and fails here.
    await act(async () => fail({ status: 400 }))
    expect(await screen.findByText('Your funds are safe. We couldn’t load them.')).toBeTruthy()
    expect(within(await total()).getByText('$2,010.00')).toBeTruthy()
    expect(screen.getByText(/^Updated/)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Currency' }).hasAttribute('disabled')).toBe(true)
  })

  test('currency changed › refetches, stores it, and updates total and rows', async () => {
    const currencies: (string | null)[] = []
    const { store, rerender } = renderAccount({
      routes: routesOf(({ searchParams }) => {
        currencies.push(searchParams.get('currency'))
        return {
          body: { balances: [{ ...ether, price: searchParams.get('currency') === 'eur' ? 1840 : 2000 }] },
        }
      }),
    })
    expect(within(await total()).getByText('$2,000.00')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Currency' }), { target: { value: 'eur' } })
    await waitFor(async () => expect((await total()).textContent).toContain('€1,840.00'))
    expect(currencies).toEqual(['usd', 'eur'])
    expect(store.get(displayCurrencyAtom)).toBe('eur')
    rerender()
    expect((await total()).textContent).toContain('€1,840.00')
  })

  const config = (isEnabled: boolean) => ({
    ...routesOf(() => ({ body: { balances: [ether] } })),
    '/appkit/v1/config': () => ({ body: { features: [{ id: 'activity', isEnabled, config: [] }] } }),
  })

  test('selected tab › survives navigation', async () => {
    const { rerender, events } = renderAccount({ routes: config(true) })
    fireEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
    rerender()
    expect(screen.getByRole('tab', { name: 'Activity' }).getAttribute('aria-selected')).toBe('true')
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    expect(events.filter(({ event }) => event === 'CLICK_TRANSACTIONS')).toHaveLength(1)
  })

  test('project without activity › no tab, except after a local transaction', async () => {
    const { store } = renderAccount({ routes: config(false) })
    await waitFor(() => expect(screen.queryAllByRole('tab')).toEqual([]))
    expect(await screen.findByRole('region', { name: 'Tokens' })).toBeTruthy()
    const asset = { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
    act(() => {
      store.set(beginTransactionAtom, connection, { from: address, to: bob, asset, value: 1n })
    })
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    expect(await screen.findByText('Showing activity from this browser only')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^In wallet/ })).toBeTruthy()
  })

  test('all data stale › at most 4 requests at once, none twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const underWay = new Set<() => void>()
    let maxUnderWay = 0
    /** Each response waits for `respondAll`, so that all requests allowed meanwhile are sent. */
    const deferred = (answer: TestResponse) => async (): Promise<TestResponse> => {
      await new Promise<void>((respond) => {
        underWay.add(respond)
        maxUnderWay = Math.max(maxUnderWay, underWay.size)
      })
      return answer
    }
    const respondAll = () => {
      for (const respond of underWay) respond()
      underWay.clear()
    }
    const { urls, clock, rerender } = renderAccount({
      routes: {
        '/appkit/v1/config': deferred({
          body: { features: [{ id: 'activity', isEnabled: true, config: null }] },
        }),
        '/getWallets': deferred({ body: { data: [], count: 0 } }),
        '/v1/supported-chains': deferred(supported()),
        // The API lacks the native balance: the chain is read, and prices are fetched too.
        [balancePath]: deferred({ body: { balances: [usdCoin] } }),
        '/v1/fungible/price': deferred({ body: { fungibles: [] } }),
        [`/v1/identity/${address}`]: deferred({ body: { name: 'anna.reown.id', avatar: null } }),
        '/v1/profile/account/anna.reown.id': deferred({
          body: { name: 'anna.reown.id', addresses: { 60: { address } }, attributes: [] },
        }),
        [`/v1/account/${address}/history`]: deferred({ body: { data: [], next: null } }),
      },
      adapter: testAdapter({ nativeBalance: async () => 7n }),
    })
    const settled = async (paths: readonly string[]) => {
      await waitFor(() => {
        const waiting = underWay.size
        respondAll()
        expect(urls.map((url) => url.split('?')[0]).sort()).toEqual([...paths].sort())
        expect(waiting).toBe(0)
      })
    }
    const balancePaths = [balancePath, '/v1/fungible/price', `/v1/identity/${address}`]
    const profilePath = '/v1/profile/account/anna.reown.id'
    const history = `/v1/account/${address}/history`
    const first = ['/appkit/v1/config', '/getWallets', '/v1/supported-chains', ...balancePaths, profilePath]
    await settled(first)
    fireEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
    await settled([...first, history])

    // All data is stale now. With Activity open, the history is refetched too.
    cleanup()
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    await clock.advance(2 * 3_600_000)
    rerender()
    await settled([...first, history, ...first.slice(1), history])
    expect(maxUnderWay).toBeLessThanOrEqual(4)
  })
})
