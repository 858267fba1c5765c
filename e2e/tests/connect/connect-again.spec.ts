import { expect, reducedMotion, test } from '../fixtures.ts'
import { advanceClockUntil } from '../pages/advance-clock.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const countRequests = (requested: readonly string[], method: string) =>
  requested.filter((one) => one === method).length

test('reconnect › on load › silent, eth_accounts without a prompt', async ({ dapp, testAccounts, page }) => {
  await dapp.open()
  await dapp.connect()
  await page.reload()
  await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
  const requested = await dapp.wallet().requestedMethods()
  expect(countRequests(requested, 'eth_accounts')).toBeGreaterThan(0)
  expect(countRequests(requested, 'eth_requestAccounts')).toBe(0)
  expect(await dapp.wallet().promptCount()).toBe(0)
  expect(await dapp.wallet('lantern').requestedMethods()).toEqual([])

  await dapp.open({ wallets: [{ id: 'harbour', script: { locked: true } }] })
  await expect
    .poll(async () => countRequests(await dapp.wallet().requestedMethods(), 'eth_accounts'))
    .toBeGreaterThan(0)
  await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
  expect(await dapp.wallet().promptCount()).toBe(0)
})

rotating()('reconnect › new uuid › matched by rdns, awaited for up to 2 s', async ({ dapp, page }) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  await dapp.open({ wallets: [{ id: 'harbour', announceAfterMs: 1_500 }] })
  await expect.poll(() => dapp.account()).toBeDefined()
  expect(await dapp.wallet().promptCount()).toBe(0)

  await page.clock.install()
  const isConnecting = async () => (await dapp.state()).status === 'connecting'
  await dapp.open({ wallets: [{ id: 'harbour', announceAfterMs: 600_000 }] })
  // From here on the test controls the clock: the widget waits for 2 s.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await advanceClockUntil(page, isConnecting, 60_000)
  await page.clock.fastForward(2_000)
  await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
  await page.clock.resume()
  await page.clock.fastForward(600_000)
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toHaveText(/Recent$/)
  expect((await dapp.state()).status).toBe('disconnected')
  expect(await dapp.wallet().requestedMethods()).toEqual([])
})

rotating()('reconnect › explicit disconnect by user or page › stays disconnected', async ({ dapp, page }) => {
  await dapp.open()
  const disconnects = {
    user: async () => (await dapp.openModal()).button('Disconnect').click(),
    page: () => page.locator('#disconnect').click(),
  }
  for (const disconnect of Object.values(disconnects)) {
    await dapp.connect()
    await disconnect()
    await expect.poll(() => dapp.account()).toBeUndefined()
    await page.reload()
    const widget = await dapp.openModal()
    await expect(widget.rowsOf('Your wallets').first()).toHaveText(/^Harbour Wallet.*Recent$/)
    expect(countRequests(await dapp.wallet().requestedMethods(), 'eth_accounts')).toBe(0)
    expect((await dapp.state()).status).toBe('disconnected')
    await widget.close.click()
  }
})

rotating()('autoReconnect off › on load › no request, the wallet is still stored', async ({ dapp }) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  await dapp.open({ wallets: ['harbour'], options: { autoReconnect: 'false' } })
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets').first()).toHaveText(/^Harbour Wallet/)
  expect(countRequests(await dapp.wallet().requestedMethods(), 'eth_accounts')).toBe(0)
  expect((await dapp.state()).status).toBe('disconnected')
  await dapp.open({ wallets: ['harbour'] })
  await expect.poll(() => dapp.account()).toBeDefined()
})

rotating()(
  'announcement › another provider with the same rdns › warns, a new uuid does not',
  async ({ dapp, testAccounts }) => {
    const [account] = testAccounts.harbour
    const harbour = { id: 'harbour', accounts: [account.label] }
    await dapp.open({ wallets: [harbour] })
    await dapp.connect()
    const twin = { id: 'twin', name: 'Harbour Wallet', rdns: 'test.harbour' }
    await dapp.open({ wallets: [harbour, twin] })
    const widget = await dapp.openModal()
    await expect(widget.row('Harbour Wallet')).toHaveText(/Duplicate/)
    await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
    expect(countRequests(await dapp.wallet().requestedMethods(), 'eth_accounts')).toBe(0)
    expect(countRequests(await dapp.wallet('twin').requestedMethods(), 'eth_accounts')).toBe(0)

    // After the warning the user may still choose it.
    await widget.clickRow('Harbour Wallet')
    await expect(widget.text('Two wallets on this page claim to be Harbour Wallet')).toBeVisible()
    for (const id of ['harbour', 'twin'])
      expect(countRequests(await dapp.wallet(id).requestedMethods(), 'eth_requestAccounts')).toBe(0)
    await widget.button('Continue with Harbour Wallet').click()
    await expect.poll(() => dapp.account()).toBeDefined()

    // With Save-Data the widget loads on the click, and so discovers wallets after the change.
    await dapp.enableSaveData()
    await dapp.open({ wallets: [harbour] })
    await dapp.wallet().announce({ name: 'Harbour Wallet', rdns: 'test.harbour' })
    await dapp.openModal()
    await expect.poll(() => dapp.account()).toBe(account.address)
    expect(await dapp.wallet().promptCount()).toBe(0)
  },
)
