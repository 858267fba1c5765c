import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import {
  address,
  balancePath,
  dollarsOf,
  ethereum,
  etherOf,
  renderAccount,
} from '../testing/shown-account.tsx'

afterEach(cleanup)

const account = accountId(ethereum, address)
const storage = () => memoryArea()

/** Opens Account in a new document, `afterMs` milliseconds later than now. */
const openAccount = (
  area: ReturnType<typeof storage>,
  answer: () => TestResponse | Promise<TestResponse>,
  afterMs = 0,
) =>
  renderAccount({
    clock: fakeClock(Date.now() + afterMs),
    storage: area,
    routes: {
      '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
      [balancePath]: answer,
    },
  })

const total = async () => (await screen.findByRole('region', { name: 'Total' })).textContent
const respondWith = (balances: readonly unknown[]) => () => ({ body: { balances } })
const never = () => new Promise<never>(() => {})

/** Returns the storage of an earlier document that read 2,000 dollars of ether. */
async function cachedStorage() {
  const area = storage()
  openAccount(area, respondWith([etherOf('1')]))
  expect(await total()).toContain('2,000.00')
  cleanup()
  return area
}

test('reload › cached balances with their age until newer ones load', async () => {
  const area = await cachedStorage()
  let answer = (_: TestResponse) => {}
  const reloaded = openAccount(area, () => new Promise<TestResponse>((resolve) => (answer = resolve)), 40_000)
  expect(within(screen.getByRole('region', { name: 'Total' })).getByText('$2,000.00')).toBeTruthy()
  expect(screen.getByText(/^Updated 4\ds ago/)).toBeTruthy()
  // Sending uses only balances that this document has read.
  expect(reloaded.store.get(balancesAtom(account)).is).toBe('loading')
  await waitFor(() => {
    answer({ body: { balances: [etherOf('1'), dollarsOf('10')] } })
    expect(reloaded.store.get(balancesAtom(account)).is).toBe('ready')
  })
  expect(await total()).toContain('2,010.00')
})

test('refetch fails › cached balances stay, with a notice', async () => {
  openAccount(await cachedStorage(), () => ({ status: 400 }))
  expect(await screen.findByText('Your funds are safe. We couldn’t load them.')).toBeTruthy()
  expect(await total()).toContain('2,000.00')
})

test.each([
  ['a day old', 24 * 60 * 60_000, 'usd'],
  ['of another clock', -60_000, 'usd'],
  ['in another currency', 0, 'eur'],
] as const)('cached balance %s › not shown', async (_, afterMs, currency) => {
  const area = await cachedStorage()
  const { store } = openAccount(area, never, afterMs)
  store.set(displayCurrencyAtom, currency)
  await waitFor(() => expect(screen.queryByText(/^Updated/)).toBeNull())
  expect(screen.queryByText(/2,000/)).toBeNull()
})
