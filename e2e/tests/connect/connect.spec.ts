import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('Connect › wallets in the page › badge, then featured, recommended, all', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.shows('Connect wallet')
  await expect(widget.rowsOf('Your wallets')).toHaveText([
    /^Harbour Wallet.*Installed$/,
    /^Lantern Wallet.*Installed$/,
  ])
  await expect(widget.rowsOf('Popular')).toHaveCount(4)
  await expect(widget.rowsOf('Recommended')).toHaveCount(4)
  await expect(widget.root.getByRole('heading', { level: 2 })).toHaveText([
    'WalletConnect',
    'Your wallets',
    'Popular',
    'Recommended',
    'All wallets',
  ])
  await expect(widget.root.getByTestId('origin')).toHaveText(dapp.world.stack.dapp.origin)
})

test('Connect › host’s connector order › first, host’s group, other groups appended', async ({ dapp }) => {
  await dapp.open({
    options: { connectorOrder: 'recommended,injected', excludeWalletIds: 'test.lantern' },
    config: { customWallets: [{ id: 'harbour-pilot', name: 'Pilot', homepage: 'https://pilot.example' }] },
  })
  const widget = await dapp.openModal()
  await expect(widget.root.getByRole('heading', { level: 2 })).toHaveText([
    'Recommended',
    'Your wallets',
    'WalletConnect',
    'Popular',
    'From this site',
    'All wallets',
  ])
  await expect(widget.rowsOf('Your wallets')).toHaveText([/^Harbour Wallet/])
  await expect(widget.rowsOf('From this site')).toHaveText([/Pilot/])
})

test('Connect › user rejects › neutral message, retry connects', async ({ dapp, testAccounts }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  const wallet = dapp.wallet()
  await widget.announces('Confirm in Harbour Wallet')
  await expect.poll(async () => (await dapp.state()).status).toBe('connecting')
  await wallet.reject()
  await widget.announces('Request cancelled')
  await expect(widget.root.getByRole('alert')).toHaveText(['', ''])
  await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
  expect(await dapp.account()).toBeUndefined()

  await widget.button('Try again').click()
  await wallet.approve()
  await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
  await dapp.waitForPointer()
  expect((await wallet.requestedMethods()).filter((method) => method === 'eth_requestAccounts')).toHaveLength(
    2,
  )
})

test('Connect › wallet has a pending request (−32002) › shown as open, result counts', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  const wallet = dapp.wallet()
  // The page sends a request first, so the wallet's window is open when the widget sends one.
  await page.evaluate(() => {
    const { provider } = window.testWallets.harbour ?? {}
    void Reflect.get(provider ?? {}, 'request')({ method: 'eth_requestAccounts' })
  })
  await expect(wallet.prompt).toBeVisible()
  const widget = await dapp.openView({ view: 'Connect' })
  await widget.clickRow('Harbour Wallet')
  await widget.announces('A request is open in Harbour Wallet')
  await expect(widget.root.getByRole('alert')).toHaveText(['', ''])
  await expect(widget.button('Try again')).toBeVisible()
  await wallet.decide(true)
  await expect.poll(() => dapp.account()).toBeDefined()
  expect(await wallet.promptCount()).toBe(1)
})

test('Connect › wallet does not respond › hint after 8 s and a way back', async ({ dapp, page }) => {
  await page.clock.install()
  await dapp.open()
  const wallet = dapp.wallet()
  await wallet.script({ neverAnswers: true })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.announces('Confirm in Harbour Wallet')
  const hint = widget.text('Nothing happening? Click the Harbour Wallet icon')
  await expect(hint).toBeHidden()
  await page.clock.fastForward(8_000)
  await expect(hint).toBeVisible()
  await widget.back.click()
  await widget.shows('Connect wallet')
  await wallet.script(null)
  await widget.clickRow('Lantern Wallet')
  await dapp.wallet('lantern').approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

test('Connect › wallet fails, is lost or shares no account › code in Details, retry', async ({ dapp }) => {
  await dapp.open()
  const wallet = dapp.wallet()
  await wallet.script({ failWith: { code: -32603, message: 'Internal JSON-RPC error.' } })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.alerts('Harbour Wallet could not connect')
  await widget.alerts('Nothing was shared')
  await widget.text('Details').click()
  await expect(widget.text('Code -32603: Internal JSON-RPC error.')).toBeVisible()

  await wallet.script({ failWith: { code: 4100, message: 'Unauthorised' } })
  await widget.button('Try again').click()
  await widget.announces('Harbour Wallet shared no account')

  await wallet.script(null)
  await wallet.script({ disconnectMidRequest: true })
  await widget.button('Try again').click()
  await widget.alerts('Harbour Wallet could not connect')
  expect(await dapp.account()).toBeUndefined()

  await wallet.script(null)
  await wallet.script({ locked: true })
  await widget.button('Try again').click()
  await expect(wallet.prompt).toContainText('Unlock and connect')
  await wallet.approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

test('list › wallets appear while open › window.ethereum and announced one added', async ({
  dapp,
  page,
  world,
}) => {
  const beacon = { id: 'beacon', accounts: ['spare-5'], announce: 'none' } as const
  await dapp.open({ wallets: [beacon, 'harbour', { id: 'lantern', announce: 'none' }] })
  const widget = await dapp.openModal()
  const rows = widget.rowsOf('Your wallets')
  await expect(rows).toHaveCount(1)
  // `window.ethereum` appears without an event.
  await page.evaluate(() => Reflect.set(window, 'ethereum', window.testWallets.beacon?.provider))
  await expect(rows).toHaveCount(2)
  await dapp.wallet('lantern').announce({ name: 'Lantern Wallet', rdns: 'test.lantern' })
  await expect(rows.filter({ hasText: /Lantern Wallet.*Installed$/ })).toHaveCount(1)
  await expect(rows).toHaveCount(3)
  await rows
    .filter({ hasNotText: /Lantern|Harbour/ })
    .getByRole('button')
    .click()
  await dapp.wallet('beacon').approve()
  await expect.poll(() => dapp.account()).toBe(world.account('spare-5').address)
})

test('Connect › another wallet › replaces the connected one; a rejection keeps it', async ({
  dapp,
  testAccounts,
}) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'Connect' })
  await widget.clickRow('Lantern Wallet')
  await dapp.wallet('lantern').reject()
  await widget.announces('Request cancelled')
  expect(await dapp.state()).toMatchObject({ status: 'connected' })
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)

  await widget.button('Try again').click()
  await dapp.wallet('lantern').approve()
  const addresses = testAccounts.lantern.map(({ address }) => address)
  await expect.poll(() => dapp.request('eth_accounts')).toEqual({ is: 'ok', result: addresses })
  // The widget ignores what the previous wallet selects now, and follows what this one selects.
  await dapp.wallet().select('useAccount', 1)
  await dapp.wallet('lantern').select('useAccount', 1)
  await expect.poll(() => dapp.request('eth_accounts')).toEqual({ is: 'ok', result: addresses.toReversed() })
})

test('Connect › recent wallets › at most two, first in the list, latest on top', async ({ dapp }) => {
  await dapp.open({ wallets: ['harbour', 'lantern', { id: 'pier', accounts: ['spare-5'] }] })
  for (const [name, id] of [
    ['Harbour Wallet', 'harbour'],
    ['Lantern Wallet', 'lantern'],
    ['Pier Wallet', 'pier'],
  ] as const) {
    await dapp.connect(name, id)
    await dapp.waitForPointer()
    await dapp.page.locator('#disconnect').click()
    await expect.poll(() => dapp.account()).toBeUndefined()
  }
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets')).toHaveText([
    /^Pier Wallet.*Recent$/,
    /^Lantern Wallet.*Recent$/,
    /^Harbour Wallet.*Installed$/,
  ])
})

test('openModal › resolves with the account › or dismissed by Close, Escape, backdrop', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  const { widget } = dapp
  const closeActions = {
    close: () => widget.close.click(),
    escape: () => page.keyboard.press('Escape'),
    outside: () => page.mouse.click(40, 700),
    host: () => page.evaluate(() => window.bridge.closeModal()),
  }
  for (const close of Object.values(closeActions)) {
    const result = dapp.result()
    await dapp.waitUntilOpen()
    await expect(widget.row('Harbour Wallet')).toBeVisible()
    await close()
    expect(await result).toEqual({ is: 'dismissed' })
    await dapp.waitForPointer()
  }
  const result = dapp.result()
  await dapp.waitUntilOpen()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  expect(await result).toEqual({
    is: 'connected',
    namespace: 'eip155',
    chainId: 'eip155:1',
    address: testAccounts.harbour[0].address,
    walletId: 'ethereum:test.harbour',
  })
  expect(await dapp.state()).toMatchObject({ status: 'connected', chains: ['eip155:1'], open: false })
})
