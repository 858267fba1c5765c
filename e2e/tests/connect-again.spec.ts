import { expect, test } from './fixtures.ts'

const askedFor = (asked: readonly string[], method: string) => asked.filter((one) => one === method).length

test('behavior: reconnecting on load is silent (eth_accounts, never a prompt)', async ({ dapp, hands, page }) => {
  await dapp.open()
  await dapp.connect()
  await page.reload()
  await expect.poll(() => dapp.account()).toBe(hands.harbour[0].address)
  const asked = await dapp.wallet().asked()
  expect(askedFor(asked, 'eth_accounts')).toBeGreaterThan(0)
  expect(askedFor(asked, 'eth_requestAccounts')).toBe(0)
  expect(await dapp.wallet().promptCount()).toBe(0)
  expect(await dapp.wallet('lantern').asked()).toEqual([])
})

test('behavior: reconnecting waits for an announcement up to 2 s late, whose uuid is another one each load', async ({
  dapp,
}) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  await dapp.open({ wallets: [{ id: 'harbour', announceAfterMs: 1_500 }] })
  await expect.poll(() => dapp.account()).toBeDefined()
  expect(await dapp.wallet().promptCount()).toBe(0)
})

test('behavior: an explicit disconnect is honoured on the next load', async ({ dapp, page }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Disconnect').click()
  await expect.poll(() => dapp.account()).toBeUndefined()
  await page.reload()
  await dapp.openModal()
  await expect(widget.rowsOf('Your wallets').first()).toHaveText(/^Harbour Wallet.*Recent$/)
  expect(askedFor(await dapp.wallet().asked(), 'eth_accounts')).toBe(0)
  expect((await dapp.state()).status).toBe('disconnected')
})

test('param: with autoReconnect off nothing is asked on load', async ({ dapp }) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  await dapp.open({ wallets: ['harbour'], options: { autoReconnect: 'false' } })
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets').first()).toHaveText(/^Harbour Wallet/)
  expect(askedFor(await dapp.wallet().asked(), 'eth_accounts')).toBe(0)
  expect((await dapp.state()).status).toBe('disconnected')
})

test('error: a second announcement of the same rdns in one page life warns and is not reconnected', async ({
  dapp,
}) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  const twins = ['harbour', { id: 'twin', name: 'Harbour Wallet', rdns: 'test.harbour' }]
  await dapp.open({ wallets: twins })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toHaveText(/Found twice/)
  expect((await dapp.state()).status).toBe('disconnected')
  expect(askedFor(await dapp.wallet().asked(), 'eth_accounts')).toBe(0)
  expect(askedFor(await dapp.wallet('twin').asked(), 'eth_accounts')).toBe(0)
})

test('error: a wallet whose uuid changes after it was announced warns and is not reconnected', async ({
  dapp,
}) => {
  await dapp.open({ wallets: ['harbour'] })
  await dapp.connect()
  // Loaded on the click only, so that the widget looks after the change.
  await dapp.saveData()
  await dapp.open({ wallets: ['harbour'] })
  await dapp.wallet().announces({ name: 'Harbour Wallet', rdns: 'test.harbour' })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toHaveText(/Found twice/)
  expect((await dapp.state()).status).toBe('disconnected')
})
