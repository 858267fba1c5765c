import { parseUnits } from 'viem'
import { expect, test } from '../fixtures.ts'
import { pressEnterOn, tabTo } from '../pages/keyboard.ts'
import { randomAddress } from '../random-address.ts'

test('keyboard only › connect and send › works', async ({ dapp, page, world }) => {
  const to = randomAddress()
  const { widget } = dapp
  await dapp.open()
  await pressEnterOn(page, dapp.connectButton)
  await widget.shows('Connect wallet')
  await pressEnterOn(page, widget.row('Harbour Wallet'))
  // The wallet's window is not part of the widget; a button of that window has the focus.
  await expect(dapp.wallet().prompt).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => dapp.account()).toBeDefined()
  await dapp.waitForPointer()
  await expect(dapp.connectButton).toBeFocused()

  await page.keyboard.press('Enter')
  await widget.shows('Account')
  await pressEnterOn(page, widget.button('Send'))
  await widget.shows('Send')
  await pressEnterOn(page, widget.button(/^Select token$/).first())
  await widget.shows('Select token')
  await tabTo(page, widget.field('Search tokens'))
  await page.keyboard.type('USDC')
  await pressEnterOn(page, widget.row('USDC'))
  await widget.shows('Send')
  await tabTo(page, widget.field('Amount'))
  await page.keyboard.type('1.5')
  await tabTo(page, widget.field('To'))
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
  await widget.shows('Review')
  await tabTo(page, widget.root.getByRole('checkbox', { name: 'I’ve checked the address' }))
  await page.keyboard.press('Space')
  const send = widget.button('Send in Harbour Wallet')
  // While the fee is estimated, a click does nothing.
  await expect(send).not.toHaveAttribute('aria-busy')
  await pressEnterOn(page, send)
  await expect(dapp.wallet().prompt).toBeVisible()
  await page.keyboard.press('Enter')
  await widget.announces('Confirmed')
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('1.5', 6))
  await page.keyboard.press('Escape')
  await widget.shows('Account')
  await page.keyboard.press('Escape')
  await dapp.waitForPointer()
  await expect(dapp.connectButton).toBeFocused()
})

test('keyboard only › switch network and disconnect › works', async ({ dapp, page }) => {
  const { widget } = dapp
  await dapp.open()
  await dapp.connect()
  await pressEnterOn(page, dapp.connectButton)
  await pressEnterOn(page, widget.button('Network: Ethereum'))
  await widget.shows('Choose network')
  await pressEnterOn(page, widget.row('Base'))
  await expect(dapp.wallet().prompt).toBeVisible()
  await page.keyboard.press('Enter')
  await widget.shows('Account')
  await pressEnterOn(page, widget.button('Disconnect'))
  await expect.poll(() => dapp.account()).toBeUndefined()
})

test('modal open › Tab forwards and backwards › focus stays inside', async ({ dapp, page }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: now } = document
      if (now === null || now === document.body || now.closest('dialog[data-drawbridge]')) return 'inside'
      return now.outerHTML.slice(0, 80)
    })
  const reached = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 30; count += 1) {
      await page.keyboard.press(key)
      expect(await focused()).toBe('inside')
      reached.add(await widget.sheet.evaluate(() => document.activeElement?.textContent ?? ''))
    }
  }
  expect([...reached].filter((text) => /^(Harbour|Lantern|MetaMask|All wallets)/.test(text))).toHaveLength(4)
})

/** Script that records the announcements of live regions, in order: role and whole text. */
const recordAnnouncements = `(() => {
  const heard = []
  const last = new WeakMap()
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=status],[role=alert]')) {
      const text = region.textContent.trim()
      if (text !== '' && last.get(region) !== text) heard.push(region.getAttribute('role') + ': ' + text)
      last.set(region, text)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  return heard
})()`

test('connect and send › statuses in role=status, errors in role=alert', async ({ dapp, page }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  const frame = page.frames().find((one) => one.url().includes('/embed/1/'))
  if (frame === undefined) throw new Error('The page has no widget')
  const log = await frame.evaluateHandle(recordAnnouncements)
  const announced = async () => Object.values(Object(await log.jsonValue())).map(String)
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().reject()
  await widget.announces('Request cancelled')
  await widget.button('Try again').click()
  await dapp.wallet().approve()
  await dapp.waitForPointer()
  expect((await announced()).join('\n')).toMatch(
    /^status: Confirm in Harbour Wallet.*^status: Request cancelled.*^status: Confirm in Harbour Wallet/ms,
  )
  await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'USDC', amount: '1', to: randomAddress() })
  await dapp.wallet().script({
    methods: ['eth_sendTransaction'],
    failWith: { code: -32000, message: 'nonce too low' },
  })
  await widget.button('Send in Harbour Wallet').click()
  await widget.alerts('Failed to send transaction')
  await dapp.wallet().script(null)
  await widget.button('Send in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.announces('Confirmed')
  const all = await announced()
  expect(all.join('\n')).toMatch(/^alert: Failed to send transaction.*^status: Confirmed/ms)
})
