import type { Locator, Page } from '@playwright/test'
import { formatUnits, parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { killTab } from '../pages/kill-tab.ts'
import { Provider } from '../pages/provider.ts'
import type { Widget } from '../pages/widget.ts'
import { lamports, tokensOf } from '../solana-node.ts'

test.use(reducedMotion)

/** Fills in the form of Buy from Account. */
async function fillBuy(widget: Widget, token: string, dollars: string): Promise<void> {
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.shows('Buy')
  await widget.button(/^You get: /).click()
  await widget.shows('Select token')
  await widget.clickRow(token)
  await widget.field('You pay').fill(dollars)
}

/** Continues to the provider, whose page opens in a separate window. */
async function openProvider(page: Page, button: Locator): Promise<Provider> {
  const opens = page.context().waitForEvent('page')
  await button.click()
  return new Provider(await opens)
}

/** Blocks the popup of the next click. */
const blockNextWindow = (widget: Widget): Promise<void> =>
  widget.root.locator('body').evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })

test('onramp › window closed, blocked, tab killed › bought once, listed in Activity', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const ethereum = world.chain(1)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  const dollars = await ethereum.tokenBalance('USDC', address)

  await fillBuy(widget, 'USDC', '5')
  await expect(widget.text('Card: at least $10.00')).toBeVisible()
  await widget.field('You pay').fill('8000')
  await expect(widget.text('Card: at most $7,500.00')).toBeVisible()
  await expect(widget.button('Pay with Bank transfer')).toBeVisible()
  await widget.field('You pay').fill('100')
  await expect(widget.fact('Provider fee')).toContainText('$1.50')

  const early = await openProvider(page, widget.button('Continue to Meld'))
  await early.shows('Pay 100 USD')
  expect(await early.page.evaluate(() => opener)).toBeNull()
  await early.page.close()
  await widget.announces('We can’t see the Meld window')

  await blockNextWindow(widget)
  await widget.button('Open Meld again').click()
  await widget.announces('Did Meld open?')
  const provider = await openProvider(page, widget.link('Open Meld'))
  expect(await provider.page.evaluate(() => opener)).toBeNull()
  await provider.card('4242 4242 4242 4242')
  await provider.identify()
  const next = await killTab(dapp, testAccounts)
  await provider.pay()
  await provider.shows('Sent')

  const { widget: nextWidget } = next
  expect(await next.account()).toBe(address)
  await next.openModal()
  await nextWidget.shows('Account')
  // The widget requests the order as soon as it is open again, in any view.
  await nextWidget.announces(/^Your purchase has arrived98.05 USDC arrived in your account from Meld/)
  await nextWidget.tab('Activity').click()
  await nextWidget.clickRow('Arrived')
  await nextWidget.announces(/^Purchase complete/)
  // The fees of 100 dollars are 1.5 % and 45 cents; one USDC costs one dollar.
  await expect(nextWidget.fact('You received')).toHaveText('98.05 USDC')
  expect((await ethereum.tokenBalance('USDC', address)) - dollars).toBe(parseUnits('98.05', 6))
})

test('onramp › other provider’s frame, Back pressed › purchase continues and arrives', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const ethereum = world.chain(1)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  const dollars = await ethereum.tokenBalance('USDC', address)
  await fillBuy(widget, 'USDC', '40')
  await widget.clickRow('Meld')
  await widget.shows('Choose provider')
  await expect(widget.row('Quay Pay')).toContainText('1.5% fee · opens here')
  await widget.clickRow('Quay Pay')
  await expect(widget.field('You pay')).toHaveValue('40')
  await widget.button('Continue to Quay Pay').click()

  const frame = widget.root.getByTitle('Payment page of Quay Pay')
  const payment = new Provider(frame.contentFrame())
  await expect(payment.page.getByText('Quay Pay (local)')).toBeVisible()
  await widget.settles()
  await payment.card('4242 4242 4242 4242')
  await payment.identify()
  // Messages from a page in a frame are ignored.
  await payment.page.locator('body').evaluate(() => parent.postMessage({ status: 'sent', type: 'paid' }, '*'))
  await widget.back.click()
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.button('Resume purchase').click()
  await payment.shows('Check and pay')
  await widget.settles()
  await payment.pay()
  await widget.announces(/^Purchase complete/)
  await expect(frame).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
  // The fees of 40 dollars are 1.5 % and 45 cents.
  await expect(widget.fact('You received')).toHaveText('38.95 USDC')
  expect((await ethereum.tokenBalance('USDC', address)) - dollars).toBe(parseUnits('38.95', 6))
})

test('onramp › Solana native, then USD token, test card › arrive on chain', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const { solana } = world.stack
  const address = solana.accounts.find(({ label }) => label === testAccounts.beacon)?.address ?? ''
  const dollars = async () =>
    Number((await tokensOf(world, address)).find(([mint]) => mint === solana.mints.USDC?.address)?.[1] ?? '0')
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] }],
    config: { platforms: ['solana'], networks: [solana.id] },
  })
  await dapp.connect('Beacon Wallet', 'beacon')
  const widget = await dapp.openModal()
  const before = { lamports: await lamports(world, address), usdc: await dollars() }
  for (const [token, sum] of [
    ['SOL', '50'],
    ['USDC', '100'],
  ] as const) {
    await fillBuy(widget, token, sum)
    const provider = await openProvider(page, widget.button('Continue to Meld'))
    await provider.card('4242 4242 4242 4242')
    await provider.identify()
    await expect(provider.page.getByText(`To ${address}`)).toBeVisible()
    await provider.pay()
    await provider.shows('Sent')
    await provider.page.close()
    await widget.announces(/^Purchase complete/)
    if (token === 'SOL') {
      // No transaction of the account paid a fee: the displayed amount is the received one.
      const received = (await lamports(world, address)) - before.lamports
      expect(received).toBeGreaterThan(0n)
      await expect(widget.fact('You received')).toHaveText(`${formatUnits(received, 9)} SOL`)
    } else await expect(widget.fact('You received')).toHaveText('98.05 USDC')
    await widget.button('Done').click()
  }
  expect((await dollars()) - before.usdc).toBeCloseTo(98.05, 6)
})

test('onramp › card declined, price expired, abandoned › shown, nothing bought @long', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const before = await world.chain(1).tokenBalance('USDC', address)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await fillBuy(widget, 'USDC', '50')
  await widget.button('Bank transfer').click()
  const declining = await openProvider(page, widget.button('Continue to Meld'))
  await declining.card('4000 0000 0000 0002')
  await declining.shows('Payment declined')
  await widget.alerts('Meld says: The card was declined')
  await widget.button('Try again').click()
  await expect(widget.field('You pay')).toHaveValue('50')
  await expect(widget.button('You get: USDC')).toBeVisible()
  await expect(widget.button('Bank transfer')).toHaveAttribute('aria-pressed', 'true')
  const expiring = await openProvider(page, widget.button('Continue to Meld'))
  await expiring.shows('Pay 50 USD')
  await world.configureProvider({ expire: true })
  await widget.announces('Offer expired')
  await widget.button('Try again').click()
  const unpaid = await openProvider(page, widget.button('Continue to Meld'))
  await unpaid.page.close()
  await widget.button('I didn’t pay').click()
  await widget.announces(/^CancelledYou said you didn’t pay Meld/)
  expect(await world.chain(1).tokenBalance('USDC', address)).toBe(before)
})
