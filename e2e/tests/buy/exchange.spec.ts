import type { Page } from '@playwright/test'
import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { Widget } from '../pages/widget.ts'
import { lamports, tokensOf } from '../solana-node.ts'
import { startingFunds } from '../world.ts'

test.use(reducedMotion)

const exchangeEnabled = { config: { features: { payWithExchange: true } } }

/** Opens the form of a deposit from Account, and fills it in. */
async function fillDeposit(dapp: Dapp, amount: string): Promise<Widget> {
  await dapp.open(exchangeEnabled)
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Deposit').click()
  await widget.shows('Deposit from exchange')
  await widget.field('You deposit').fill(amount)
  return widget
}

/** Clicks the button that leads to an exchange, and returns the window that it opens. */
async function openExchange(page: Page, widget: Widget, exchange: string): Promise<Page> {
  const button = widget.button(`Continue at ${exchange}`)
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await popup.getByLabel('E-mail').waitFor()
  return popup
}

async function signIn(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('E-mail').fill(email)
  await popup.getByRole('button', { name: 'Sign in' }).click()
}

test('exchange deposit › isolated window › done once on chain, listed in Activity', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const widget = await fillDeposit(dapp, '25')
  await expect(widget.text('$25.00')).toBeVisible()
  const popup = await openExchange(page, widget, 'Test Exchange')
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  await widget.announces(/^Pay at Test Exchange/)
  await signIn(popup, `ada-${world.project()}@exchange.example`)
  await expect(popup.getByText(address)).toBeVisible()
  await popup.getByRole('button', { name: 'Confirm and send' }).click()
  await widget.announces(/^Deposit completedYou received 25 USDC/)
  expect(await world.chain(1).tokenBalance('USDC', address)).toBe(startingFunds.USDC + parseUnits('25', 6))
  await popup.close()
  await widget.button('Done').click()
  await widget.shows('Account')
  await widget.tab('Activity').click()
  await expect(widget.rowsOf('Activity').filter({ hasText: 'At Test Exchange' })).toContainText('+25.00 USDC')
})

test('exchange deposit › Solana native, then USD token › completed once on chain', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const { solana } = world.stack
  const address = solana.accounts.find(({ label }) => label === testAccounts.beacon)?.address ?? ''
  const usdcBalance = async () =>
    Number((await tokensOf(world, address)).find(([mint]) => mint === solana.mints.USDC?.address)?.[1] ?? '0')
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] }],
    config: { platforms: ['solana'], networks: [solana.id], ...exchangeEnabled.config },
  })
  await dapp.connect('Beacon Wallet', 'beacon')
  const widget = await dapp.openModal()
  const before = { lamports: await lamports(world, address), usdc: await usdcBalance() }
  for (const [symbol, amount] of [
    ['SOL', '1.5'],
    ['USDC', '25'],
  ] as const) {
    await widget.button('Deposit').click()
    await widget.shows('Deposit from exchange')
    if (symbol === 'SOL') {
      await widget.button(/USDC/).click()
      await widget.clickRow('SOL')
    }
    await widget.field('You deposit').fill(amount)
    const popup = await openExchange(page, widget, 'Test Exchange')
    await signIn(popup, `sol-${world.project()}@exchange.example`)
    await expect(popup.getByText(address)).toBeVisible()
    await popup.getByRole('button', { name: 'Confirm and send' }).click()
    await widget.announces(new RegExp(`^Deposit completedYou received ${amount} ${symbol}`))
    await popup.close()
    // No transaction of the account paid a fee: the balance grew by the deposit.
    expect((await lamports(world, address)) - before.lamports).toBe(1_500_000_000n)
    await widget.button('Done').click()
    await widget.shows('Account')
  }
  expect((await usdcBalance()) - before.usdc).toBeCloseTo(25, 6)
})

test('exchange deposit › opener severed, reload, declined › each state is shown @long', async ({
  dapp,
  page,
  world,
}) => {
  let widget = await fillDeposit(dapp, '10')
  await widget.clickRow('Strict Exchange')
  const severedPopup = await openExchange(page, widget, 'Strict Exchange')
  await widget.announces(/^We can’t see the window/)
  await expect(widget.link('Open Strict Exchange')).toHaveAttribute('rel', 'noopener noreferrer')
  await signIn(severedPopup, `slow-${world.project()}@exchange.example`)
  await severedPopup.getByRole('button', { name: 'Confirm and send' }).click()
  await widget.announces(/^In progress at Strict Exchange/)

  await page.reload()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  widget = await dapp.openModal()
  await widget.tab('Activity').click()
  await widget.clickRow('At Strict Exchange')
  await widget.announces(/^In progress at Strict Exchange/)
  await severedPopup.getByRole('button', { name: 'Finish the check' }).click()
  await widget.announces(/^Deposit completedYou received 10 USDC/)
  await severedPopup.close()

  await widget.button('Done').click()
  await widget.button('Deposit').click()
  await widget.field('You deposit').fill('1000.5')
  const poorPopup = await openExchange(page, widget, 'Test Exchange')
  await signIn(poorPopup, `poor-${world.project()}@exchange.example`)
  await expect(poorPopup.getByRole('alert')).toHaveText('You do not have enough USDC here.')
  await poorPopup.getByRole('button', { name: 'Decline' }).click()
  await widget.alerts(/^Deposit failedTest Exchange didn’t complete it/)
})

test('exchange deposit › popup blocked › a plain link leads to the same payment @long', async ({
  dapp,
  page,
  world,
}) => {
  await page.addInitScript(() => Object.assign(window, { open: () => null }))
  const widget = await fillDeposit(dapp, '5')
  const button = widget.button('Continue at Test Exchange')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await button.click()
  await widget.announces(/^Did Test Exchange open\?/)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    widget.link('Open Test Exchange').click(),
  ])
  await signIn(tab, `eve-${world.project()}@exchange.example`)
  await tab.getByRole('button', { name: 'Confirm and send' }).click()
  await widget.announces(/^Deposit completedYou received 5 USDC/)
  await tab.close()
})
