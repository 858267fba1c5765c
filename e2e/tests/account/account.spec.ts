import { parseEther, parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { delayResponses } from '../pages/hold-responses.ts'

test.use(reducedMotion)

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

test('Account › balances › 3 decimals for native, 2 for tokens, fiat value by price', {
  tag: '@phone',
}, async ({ dapp, testAccounts, page, world }) => {
  const { address } = testAccounts.harbour[0]
  const chain = world.chain(1)
  await chain.setBalance(address, parseEther('1.239987'))
  await chain.setTokenBalance('USDC', address, parseUnits('1523.599', 6))
  const release = await delayResponses(page, /\/v1\/account\//)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.root.getByRole('status', { name: 'Loading' })).toBeAttached()
  release()
  await expect(widget.text('1.239').first()).toBeVisible()
  await expect(widget.rowsOf('Tokens')).toHaveText([
    /Ether.*1\.239 ETH.*\$3,986\.02/,
    /USD Coin.*1,523\.59 USDC.*\$1,523\.59/,
    /Dai Stablecoin.*1,250\.75 DAI.*\$1,250\.50/,
  ])
  await expect(widget.root.getByRole('region', { name: 'Total' })).toContainText('$6,760.12')

  // A displayed balance is not fetched again for 30 s, unless the user refreshes it.
  await chain.setBalance(address, parseEther('0.0009999'))
  await widget.close.click()
  await dapp.openModal()
  await expect(widget.text('1.239').first()).toBeVisible()
  await widget.button('Refresh balances').click()
  await expect(widget.text('<0.001').first()).toBeVisible()
  await expect(widget.text('1.239')).toHaveCount(0)

  // In the local world one dollar is 0.92 euros; the user's choice survives a reload.
  await widget.root.getByRole('combobox', { name: 'Currency' }).selectOption('eur')
  await expect(widget.rowsOf('Tokens').nth(1)).toHaveText(/USD Coin.*€1,401\.71/)
  await page.reload()
  await expect.poll(() => dapp.account()).toBeDefined()
  await dapp.openModal()
  await expect(widget.rowsOf('Tokens').nth(1)).toHaveText(/USD Coin.*€1,401\.71/)
})

test('Account › opened › copies the address, links the explorer, disconnects', async ({
  dapp,
  testAccounts,
  context,
  page,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { address } = testAccounts.harbour[0]
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button(/^Copy address$/).click()
  await widget.announces('Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(widget.link('View on Etherscan')).toHaveAttribute(
    'href',
    `https://etherscan.io/address/${address}`,
  )
  // The header's controls have the same place in a long view and in a short one. A phone's sheet is anchored at the bottom.
  const close = await widget.close.boundingBox()
  await widget.button('Network: Ethereum').click()
  await widget.shows('Choose network')
  if (!isMobile) expect(await widget.close.boundingBox()).toEqual(close)
  await widget.back.click()
  await widget.button('Disconnect').click()
  await expect.poll(() => dapp.state()).toMatchObject({ status: 'disconnected', accounts: [], chains: [] })
  expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: [] })
})

test('balances › API down › read from the chain by Multicall3, price is a dash', async ({
  dapp,
  testAccounts,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  const { address } = testAccounts.harbour[0]
  const chain = world.chain(1)
  await chain.setBalance(address, parseEther('3.0009'))
  await chain.setTokenBalance('USDC', address, parseUnits('12.349', 6))
  await world.fault({ path: '/v1/account', status: 400 })
  await world.fault({ path: '/v1/fungible', status: 400 })
  const tokens = ['USDC', 'DAI'].map((symbol) => ({
    chainId: 'eip155:1',
    address: chain.token(symbol).address,
  }))
  await dapp.open({ config: { tokens } })
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.rowsOf('Tokens')).toHaveText([
    /Ether.*3 ETH.*–/,
    /USD Coin.*12\.34 USDC.*–/,
    /Dai Stablecoin.*1,250\.75 DAI.*–/,
  ])
  await expect(widget.text('3', { exact: true }).first()).toBeVisible()
  await expect(widget.text('Token Balance Unavailable')).toHaveCount(0)
  const calls = (await world.requests()).filter(
    ({ path, body }) => path === '/v1' && body?.toLowerCase().includes(multicall3),
  )
  expect(calls.length).toBeGreaterThan(0)
})

test('balances › API and chain down › ‘Token Balance Unavailable’, no retry for 30 s', async ({
  dapp,
  page,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  await page.clock.install()
  await dapp.open()
  await dapp.connect()
  await world.fault({ path: '/v1', status: 400 })
  const widget = await dapp.openModal()
  await widget.alerts('Token Balance Unavailable')
  const wait = widget.button(/^Try again in \d+ seconds?$/)
  await expect(wait).toBeDisabled()
  await expect(widget.text('Your funds are safe. We couldn’t load them.')).toBeVisible()

  await world.clearFaults()
  await world.clearRequests()
  const balanceRequests = async () =>
    (await world.requests()).filter(({ path }) => path.startsWith('/v1/account')).length
  await page.clock.fastForward(20_000)
  await expect(wait).toBeDisabled()
  // Closing and reopening does not shorten the wait.
  await widget.close.click()
  await dapp.openModal()
  await expect(wait).toBeDisabled()
  expect(await balanceRequests()).toBe(0)

  await page.clock.fastForward(11_000)
  await widget.button(/^Try again$/).click()
  await expect(widget.rowsOf('Tokens').nth(1)).toHaveText(/USD Coin/)
  await expect(widget.text('Your funds are safe. We couldn’t load them.')).toBeHidden()
  expect(await balanceRequests()).toBe(1)
})

test('bridge.ethereum › account changes › same account, each event once and in order', async ({
  dapp,
  testAccounts,
  page,
}) => {
  const [first, second] = testAccounts.harbour
  const accountElement = page.locator('#account')
  await dapp.open()
  const receivedEvents = await dapp.recordEvents()
  await dapp.connect()
  await expect(accountElement).toHaveAttribute('data-address', first.address)
  const widget = await dapp.openModal()
  await expect(widget.button(/^0x/)).toContainText(first.address.slice(-6))
  const addresses = [first.address, second.address]
  expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: addresses })

  const wallet = dapp.wallet()
  await wallet.select('useAccount', 1)
  await expect(accountElement).toHaveAttribute('data-address', second.address)
  await expect(widget.button(/^0x/)).toContainText(second.address.slice(-6))
  for (const [chain, id] of [
    [8453, 'eip155:8453'],
    [1, 'eip155:1'],
  ] as const) {
    await wallet.select('useChain', chain)
    await expect.poll(async () => (await dapp.state()).chains).toEqual([id])
  }
  await expect(widget.button('Network: Ethereum')).toBeVisible()
  // The user disconnects the site in the wallet.
  await wallet.perform('forget')
  await expect.poll(() => dapp.state()).toMatchObject({ status: 'disconnected', accounts: [], chains: [] })
  await expect(accountElement).toHaveText('Not connected')
  await expect.poll(async () => (await receivedEvents()).at(-1)?.[0]).toBe('disconnect')
  const events = await receivedEvents()
  expect(events.slice(0, -1)).toEqual([
    ['connect', { chainId: '0x1' }],
    ['chainChanged', '0x1'],
    ['accountsChanged', addresses],
    ['accountsChanged', [second.address, first.address]],
    ['chainChanged', '0x2105'],
    ['chainChanged', '0x1'],
    ['accountsChanged', []],
  ])
})

test('Account › back from a transaction › list keeps its scroll position', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const { address } = testAccounts.harbour[0]
  const newest = Date.UTC(2026, 4, 20)
  const data = Array.from({ length: 300 }, (_, at) => ({
    id: `past-${at}`,
    metadata: {
      ...{ operationType: 'send', hash: `0x${String(at).padStart(64, '0')}`, chain: 'eip155:1' },
      ...{ minedAt: new Date(newest - at * 3_600_000).toISOString(), status: 'confirmed', nonce: 1_000 - at },
      ...{ sentFrom: address, sentTo: `0x${String(at).padStart(40, '7')}` },
    },
    transfers: [{ direction: 'out', quantity: { numeric: `${at}.5` }, fungible_info: { symbol: 'USDC' } }],
  }))
  const path = `/v1/account/${address}/history`
  await world.fault({ path, status: 200, body: { data, next: null } })
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.tab('Activity').click()
  const rows = widget.rowsOf('Activity')
  await expect(rows.first()).toHaveText(/−0\.50 USDC/)
  await rows.first().hover()
  await page.mouse.wheel(0, 5_900)
  const row = rows.filter({ hasText: '−100.50 USDC' })
  await expect(row).toBeInViewport()
  const rowTop = async () => (await row.boundingBox())?.y ?? 0
  let before = 0
  await expect
    .poll(async () => {
      const last = before
      before = await rowTop()
      return before === last
    })
    .toBe(true)
  await row.getByRole('button').click()
  await widget.shows('Transaction')
  await widget.back.click()
  await widget.shows('Account')
  await expect(row).toBeInViewport()
  await expect.poll(async () => Math.abs((await rowTop()) - before)).toBeLessThan(2)
})
