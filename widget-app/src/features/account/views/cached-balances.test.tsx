import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { Answer } from '#widget/testing/world.ts'
import {
  address,
  balancePath,
  dollarsOf,
  ethereum,
  etherOf,
  shownAccount,
} from '../testing/shown-account.tsx'

afterEach(cleanup)

const account = accountId(ethereum, address)
const storage = () => memoryArea()

/** Opens Account in a new document, `afterMs` milliseconds later than now. */
const page = (area: ReturnType<typeof storage>, answer: () => Answer | Promise<Answer>, afterMs = 0) =>
  shownAccount({
    clock: fakeClock(Date.now() + afterMs),
    storage: area,
    routes: {
      '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
      [balancePath]: answer,
    },
  })

const total = async () => (await screen.findByRole('region', { name: 'Total' })).textContent
const told = (balances: readonly unknown[]) => () => ({ body: { balances } })
const never = () => new Promise<never>(() => {})

/** Returns the storage of an earlier document that read 2,000 dollars of ether. */
async function earlierPage() {
  const area = storage()
  page(area, told([etherOf('1')]))
  expect(await total()).toContain('2,000.00')
  cleanup()
  return area
}

test('reload › cached balances with their age until newer ones load', async () => {
  const area = await earlierPage()
  let answer = (_: Answer) => {}
  const later = page(area, () => new Promise<Answer>((resolve) => (answer = resolve)), 40_000)
  expect(within(screen.getByRole('region', { name: 'Total' })).getByText('$2,000.00')).toBeTruthy()
  expect(screen.getByText(/^Updated 4\ds ago/)).toBeTruthy()
  // Sending uses only balances that this document has read.
  expect(later.store.get(balancesAtom(account)).is).toBe('loading')
  await waitFor(() => {
    answer({ body: { balances: [etherOf('1'), dollarsOf('10')] } })
    expect(later.store.get(balancesAtom(account)).is).toBe('ready')
  })
  expect(await total()).toContain('2,010.00')
})

test('refetch fails › cached balances stay, with a notice', async () => {
  page(await earlierPage(), () => ({ status: 400 }))
  expect(await screen.findByText('Token Balance Unavailable')).toBeTruthy()
  expect(await total()).toContain('2,000.00')
})

test.each([
  ['a day old', 24 * 60 * 60_000, 'usd'],
  ['of another clock', -60_000, 'usd'],
  ['in another currency', 0, 'eur'],
] as const)('cached balance %s › not shown', async (_, afterMs, currency) => {
  const area = await earlierPage()
  const { store } = page(area, never, afterMs)
  store.set(displayCurrencyAtom, currency)
  await waitFor(() => expect(screen.queryByText(/^Updated/)).toBeNull())
  expect(screen.queryByText(/2,000/)).toBeNull()
})
