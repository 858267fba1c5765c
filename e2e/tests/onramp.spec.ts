import type { Locator, Page } from '@playwright/test'
import { formatUnits, parseUnits } from 'viem'
import { expect, reducedMotion, test } from './fixtures.ts'
import { killTab } from './pages/kill-tab.ts'
import { Provider } from './pages/provider.ts'
import type { Widget } from './pages/widget.ts'
import { lamports, tokensOf } from './solana-node.ts'

test.use(reducedMotion)

/** Fills in the form of Buy from Account. */
async function fillBuy(widget: Widget, token: string, dollars: string): Promise<void> {
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.shows('Buy')
  await widget.button(/^You get: /).click()
  await widget.shows('Select token')
  await widget.row(token).click()
  await widget.field('You pay').fill(dollars)
}

/** Goes on to the provider, whose page opens in a window of its own. */
async function toProvider(page: Page, press: Locator): Promise<Provider> {
  const opens = page.context().waitForEvent('page')
  await press.click()
  return new Provider(await opens)
}

/** The browser opens no window for the next click. */
const blocksWindow = (widget: Widget): Promise<void> =>
  widget.root.locator('body').evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })

test('onramp › window closed, blocked, tab killed › bought once, listed in Activity', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const [{ address }] = hands.harbour
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

  const early = await toProvider(page, widget.button('Continue to Meld'))
  await early.shows('Pay 100 USD')
  expect(await early.page.evaluate(() => opener)).toBeNull()
  await early.page.close()
  await widget.says('We can’t see the Meld window')

  await blocksWindow(widget)
  await widget.button('Open Meld again').click()
  await widget.says('Did Meld open?')
  const provider = await toProvider(page, widget.link('Open Meld'))
  expect(await provider.page.evaluate(() => opener)).toBeNull()
  await provider.card('4242 4242 4242 4242')
  await provider.identify()
  const next = await killTab(dapp, hands)
  await provider.pay()
  await provider.shows('Sent')

  const { widget: later } = next
  expect(await next.account()).toBe(address)
  await next.openModal()
  await later.shows('Account')
  // Requested as soon as the widget is open again, in any view.
  await later.says(/^Your purchase has arrived98.05 USDC arrived in your account from Meld/)
  await later.tab('Activity').click()
  await later.row('Arrived').click()
  await later.says(/^Purchase complete/)
  // 1.5 % and 45 cents of 100 dollars; a USDC costs one.
  await expect(later.fact('You received')).toHaveText('98.05 USDC')
  expect((await ethereum.tokenBalance('USDC', address)) - dollars).toBe(parseUnits('98.05', 6))
})

test('onramp › other provider’s frame, Back pressed › purchase continues and arrives', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const [{ address }] = hands.harbour
  const ethereum = world.chain(1)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  const dollars = await ethereum.tokenBalance('USDC', address)
  await fillBuy(widget, 'USDC', '40')
  await widget.row('Meld').click()
  await widget.shows('Choose provider')
  await expect(widget.row('Quay Pay')).toContainText('1.5% fee · opens here')
  await widget.row('Quay Pay').click()
  await expect(widget.field('You pay')).toHaveValue('40')
  await widget.button('Continue to Quay Pay').click()

  const frame = widget.root.getByTitle('Payment page of Quay Pay')
  const shop = new Provider(frame.contentFrame())
  await expect(shop.page.getByText('Quay Pay (local)')).toBeVisible()
  await widget.rests()
  await shop.card('4242 4242 4242 4242')
  await shop.identify()
  // Messages from a page in a frame are ignored.
  await shop.page.locator('body').evaluate(() => parent.postMessage({ status: 'sent', type: 'paid' }, '*'))
  await widget.back.click()
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.button('Resume purchase').click()
  await shop.shows('Check and pay')
  await widget.rests()
  await shop.pay()
  await widget.says(/^Purchase complete/)
  await expect(frame).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
  // 1.5 % and 45 cents of 40 dollars.
  await expect(widget.fact('You received')).toHaveText('38.95 USDC')
  expect((await ethereum.tokenBalance('USDC', address)) - dollars).toBe(parseUnits('38.95', 6))
})

test('onramp › Solana native, then USD token, test card › arrive on chain', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const { solana } = world.stack
  const address = solana.accounts.find(({ label }) => label === hands.beacon)?.address ?? ''
  const dollars = async () =>
    Number((await tokensOf(world, address)).find(([mint]) => mint === solana.mints.USDC?.address)?.[1] ?? '0')
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [hands.beacon] }],
    config: { platforms: ['solana'], networks: [solana.id] },
  })
  await dapp.connect('Beacon Wallet', 'beacon')
  const widget = await dapp.openModal()
  const before = { coins: await lamports(world, address), dollars: await dollars() }
  for (const [token, sum] of [
    ['SOL', '50'],
    ['USDC', '100'],
  ] as const) {
    await fillBuy(widget, token, sum)
    const provider = await toProvider(page, widget.button('Continue to Meld'))
    await provider.card('4242 4242 4242 4242')
    await provider.identify()
    await expect(provider.page.getByText(`To ${address}`)).toBeVisible()
    await provider.pay()
    await provider.shows('Sent')
    await provider.page.close()
    await widget.says(/^Purchase complete/)
    if (token === 'SOL') {
      // Nothing was signed, so no fee was paid: the amount shown is what arrived.
      const received = (await lamports(world, address)) - before.coins
      expect(received).toBeGreaterThan(0n)
      await expect(widget.fact('You received')).toHaveText(`${formatUnits(received, 9)} SOL`)
    } else await expect(widget.fact('You received')).toHaveText('98.05 USDC')
    await widget.button('Done').click()
  }
  expect((await dollars()) - before.dollars).toBeCloseTo(98.05, 6)
})

test('onramp › card declined, price expired, abandoned › shown, nothing bought @long', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const [{ address }] = hands.harbour
  const before = await world.chain(1).tokenBalance('USDC', address)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await fillBuy(widget, 'USDC', '50')
  await widget.button('Bank transfer').click()
  const declining = await toProvider(page, widget.button('Continue to Meld'))
  await declining.card('4000 0000 0000 0002')
  await declining.shows('Payment declined')
  await widget.alerts('Meld says: The card was declined')
  await widget.button('Try again').click()
  await expect(widget.field('You pay')).toHaveValue('50')
  await expect(widget.button('You get: USDC')).toBeVisible()
  await expect(widget.button('Bank transfer')).toHaveAttribute('aria-pressed', 'true')
  const lapsing = await toProvider(page, widget.button('Continue to Meld'))
  await lapsing.shows('Pay 50 USD')
  await world.provider({ expire: true })
  await widget.says('Offer expired')
  await widget.button('Try again').click()
  const unpaid = await toProvider(page, widget.button('Continue to Meld'))
  await unpaid.page.close()
  await widget.button('I didn’t pay').click()
  await widget.says(/^CancelledYou said you didn’t pay Meld/)
  expect(await world.chain(1).tokenBalance('USDC', address)).toBe(before)
})
