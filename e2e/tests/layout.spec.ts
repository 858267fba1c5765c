import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { showFixture } from './pages/fixtures-page.ts'
import { measurePercents } from './pages/measure-percents.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** The boxes of the controls that Account has in each state; the last of them is above the list. */
async function accountBoxes(page: Page) {
  const controls = {
    network: page.getByRole('button', { name: /Ethereum/ }),
    send: page.getByRole('button', { name: 'Send', exact: true }),
    receive: page.getByRole('button', { name: 'Receive', exact: true }),
    tokens: page.getByRole('tab', { name: 'Tokens' }),
    currency: page.getByRole('combobox', { name: 'Currency' }),
  }
  const boxes = Object.entries(controls).map(
    async ([name, control]) => [name, await control.boundingBox()] as const,
  )
  return Object.fromEntries(await Promise.all(boxes))
}

test('Account › loading, loaded and failed › nothing above the list moves', async ({ page, stack }) => {
  const boxesOf = async (state: string) => {
    await showFixture(page, `${stack.widget.origin}/dev.html?theme=light#/samples/Account/${state}`)
    return accountBoxes(page)
  }
  const loaded = await boxesOf('balances')
  expect(Object.values(loaded)).not.toContain(null)
  expect(await boxesOf('loading')).toEqual(loaded)
  expect(await boxesOf('balances-unavailable')).toEqual(loaded)
})

test('percents › Arabic › the sign is to the right of the number', async ({ page, stack }) => {
  for (const state of [
    'Swap/quoted',
    'Swap/slippage-wrong',
    'SwapPreview/large-loss',
    'OnRampAmount/quoted',
  ]) {
    await showFixture(page, `${stack.widget.origin}/dev.html?theme=light&locale=ar#/samples/${state}`)
    const { count, wrong } = await measurePercents(page)
    expect(count, state).toBeGreaterThan(0)
    expect(wrong, state).toEqual([])
  }
})
