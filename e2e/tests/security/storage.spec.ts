import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { widgetFrame } from './frames.ts'

test.use(reducedMotion)

const storedKeys = async (page: Page): Promise<readonly string[]> =>
  (await widgetFrame(page)).evaluate(() => Object.keys(localStorage).toSorted())

test('two hosts, one project › isolated storage, restored on reload (test 49)', async ({
  context,
  dapp,
  testAccounts,
  page,
  world,
}) => {
  await dapp.open({ project: 'careless' })
  await dapp.connect()
  await dapp.waitForPointer()
  const hostKeys = await storedKeys(page)
  expect(hostKeys.length).toBeGreaterThan(0)
  for (const key of hostKeys) expect(key).toContain(world.stack.dapp.origin)
  // The widget stores nothing in the page's storage.
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('drawbridge'))),
  ).toEqual([])

  const otherPage = await context.newPage()
  await otherPage.goto(dapp.url({ site: 'evil', project: 'careless' }))
  await otherPage.evaluate(() => window.bridge.disconnect())
  await otherPage.locator('#connect').click()
  const otherFrame = await widgetFrame(otherPage)
  await expect(otherFrame.getByRole('listitem').filter({ hasText: 'Harbour Wallet' })).toHaveText(/Installed/)
  expect(await otherPage.evaluate(() => window.bridge.state.status)).toBe('disconnected')
  for (const key of await storedKeys(otherPage)) expect(key).not.toContain(world.stack.dapp.origin)

  // The other host does not change the storage of this host.
  expect(await storedKeys(page)).toEqual(hostKeys)
  await page.reload()
  await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
  expect(await dapp.wallet().promptCount()).toBe(0)
})

test('storage throws › connects, signs, switches; no restore (test 49) @storage-throws', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  const frame = await widgetFrame(page)
  const storage = await frame.evaluate(() => {
    try {
      return String(localStorage.length)
    } catch (error) {
      return Object(error).name
    }
  })
  expect(storage).toBe('SecurityError')
  await dapp.connect()
  await dapp.waitForPointer()
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
  await dapp.wallet().script({ mode: 'approve' })
  expect(
    await dapp.request('personal_sign', ['0x68656c6c6f', testAccounts.harbour[0].address]),
  ).toMatchObject({
    is: 'ok',
  })
  await page.evaluate(() => window.bridge.switchNetwork('eip155:8453'))
  await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  await page.reload()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toHaveText(/Installed/)
  expect((await dapp.state()).status).toBe('disconnected')
})
