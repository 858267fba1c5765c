import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures.ts'
import { Widget } from '../pages/widget.ts'
import { randomAddress } from '../random-address.ts'

test('embedded › in an element › automatic height of the view, no dialog', async ({
  dapp,
  page,
  testAccounts,
}) => {
  await dapp.open({ path: '/embedded.html' })
  const { widget } = dapp
  await widget.shows('Connect wallet')
  await expect(page.locator('dialog')).toHaveCount(0)
  const frame = page.locator('#stage iframe')
  const panel = widget.root.getByRole('region').first()
  const height = async () => (await frame.boundingBox())?.height ?? 0
  const heightDifference = async () =>
    Math.abs((await height()) - ((await panel.boundingBox())?.height ?? -9))
  await expect.poll(heightDifference).toBeLessThanOrEqual(2)
  const connectHeight = await height()
  const textTop = (await page.locator('#after').boundingBox())?.y ?? 0

  // An embedded widget does not close: it has no close button, and Escape does nothing.
  await expect(widget.close).toBeHidden()
  await widget.title.focus()
  await page.keyboard.press('Escape')
  await widget.shows('Connect wallet')

  await widget.clickGated(widget.row('Harbour Wallet'))
  await dapp.wallet().approve()
  await widget.shows('Account')
  await expect(panel.getByText('USD Coin')).toBeVisible()
  await expect.poll(heightDifference).toBeLessThanOrEqual(2)
  await expect.poll(height).not.toBe(connectHeight)
  const offset = async () => ((await page.locator('#after').boundingBox())?.y ?? 0) - textTop
  await expect
    .poll(async () => Math.abs((await offset()) - ((await height()) - connectHeight)))
    .toBeLessThanOrEqual(2)
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)

  // Closing shows Account when connected, else Connect.
  await widget.button('Network: Ethereum').click()
  await widget.shows('Choose network')
  await page.evaluate(() => window.bridge.closeModal())
  await widget.shows('Account')
  await widget.button('Disconnect').click()
  await widget.shows('Connect wallet')
})

test('two instances on one page › each used › isolated from each other', async ({
  dapp,
  page,
  testAccounts,
  world,
}) => {
  await dapp.open({ path: '/two.html', options: { secondProject: world.project('empty') } })
  await expect(page.locator('iframe')).toHaveCount(2)
  const [first, second] = [world.project(), world.project('empty')].map(
    (project) => new Widget(page.frameLocator(`iframe[src$="/${encodeURIComponent(project)}"]`)),
  )
  if (first === undefined || second === undefined) throw new Error('There are two widgets')
  await page.locator('#first').click()
  await first.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await expect(page.locator('#first-account')).toContainText(testAccounts.harbour[0].address.slice(0, 6))
  await expect(first.sheet).toBeHidden()
  await dapp.waitForPointer()
  await expect(page.locator('#second-account')).toHaveText('Not connected')

  await page.locator('#second').click()
  await second.shows('Connect wallet')
  await second.clickRow('Lantern Wallet')
  await dapp.wallet('lantern').approve()
  await expect(page.locator('#second-account')).toContainText(testAccounts.lantern[0].address.slice(0, 6))
  await expect(page.locator('#first-account')).toContainText(testAccounts.harbour[0].address.slice(0, 6))
  await expect(second.sheet).toBeHidden()
  await dapp.waitForPointer()

  // Both are open: Escape closes only the upper one, and destroying one does not affect the other.
  await page.locator('#first').click()
  await first.shows('Account')
  await page.evaluate(() => void Object(window).bridges.second.openModal())
  await second.shows('Account')
  await page.keyboard.press('Escape')
  await expect(second.sheet).toBeHidden()
  await expect(first.sheet).toBeVisible()
  await page.evaluate(() => Object(window).bridges.second.destroy())
  await expect(page.locator('iframe')).toHaveCount(1)
  await first.button('Disconnect').click()
  await expect(page.locator('#first-account')).toHaveText('Not connected')
})

test('strict content security policy › whole flow › no violation', async ({ dapp, page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  await dapp.open({ path: '/strict.html' })
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'USDC', amount: '1', to: randomAddress() })
  await widget.button('Send in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.announces('Confirmed')
  await widget.close.click()
  await dapp.waitForPointer()
  await page.evaluate(() => window.bridge.destroy())
})

test('script tag › creates bridge, announcements, openers, button with the address', async ({
  dapp,
  page,
  testAccounts,
}) => {
  await dapp.open({ path: '/script-tag.html' })
  const announced = await page.evaluate(() => {
    const found: unknown[] = []
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = Reflect.get(event, 'detail')
      found.push([info.rdns, provider === window.bridge.ethereum])
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
    return found
  })
  expect(announced).toContainEqual(['app.drawbridge', true])
  const { widget } = dapp
  await page.locator('.primary').click()
  await widget.shows('Connect wallet')
  await widget.close.click()
  await dapp.waitForPointer()

  const button = page.locator('drawbridge-button').getByRole('button')
  await expect(button).toHaveAccessibleName('Connect wallet')
  await button.focus()
  await page.keyboard.press('Enter')
  await widget.shows('Connect wallet')
  await expect(widget.row('Drawbridge')).toBeHidden()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await expect(page.locator('#account')).toHaveText(/^0x\w{4}…\w{6}$/)
  const { address } = testAccounts.harbour[0]
  await expect(button).toHaveText(`${address.slice(0, 6)}…${address.slice(-6)}`)
  await expect(button).toHaveAccessibleName(/^0x\w{4}…\w{6}, open wallet$/)
  expect(
    await page.evaluate(() => {
      const { Drawbridge } = Object(window)
      return [typeof Drawbridge.create, Drawbridge.bridge === window.bridge, Drawbridge.bridge.state.chains]
    }),
  ).toEqual(['function', true, ['eip155:1']])
  await dapp.waitForPointer()
  await button.click()
  await widget.shows('Account')
})

test('server-side import › instance created › its calls reject', async () => {
  const sdk = new URL('../../../host-sdk/dist/bundle.js', import.meta.url)
  const code = `
    const { createDrawbridge } = await import(${JSON.stringify(sdk.href)})
    const bridge = createDrawbridge({ projectId: 'demo', metadata: { name: 'Shop' } })
    const refusal = await bridge.openModal().catch((error) => error.code)
    bridge.destroy()
    console.log(JSON.stringify([bridge.state.status, bridge.wallets, bridge.accounts, refusal]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('.', sdk)),
  })
  expect(JSON.parse(stdout)).toEqual(['disconnected', [], [], expect.any(Number)])
})
