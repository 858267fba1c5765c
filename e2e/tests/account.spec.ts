import { parseEther, parseUnits } from 'viem'
import { expect, test } from './fixtures.ts'

test("behavior: the balance equals the chain's, floored to 3 decimals, with worth by price; tokens with 2", async ({
  dapp,
  hands,
  world,
}) => {
  const { address } = hands.harbour[0]
  const chain = world.chain(1)
  await chain.setBalance(address, parseEther('1.239987'))
  await chain.setTokenBalance('USDC', address, parseUnits('1523.599', 6))
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text(/^1\.239 ?ETH$/).or(widget.text('1.239')).first()).toBeVisible()
  await expect(widget.rowsOf('Tokens')).toHaveText([/USD Coin.*1,523\.59 USDC.*\$1,523\.59/, /Dai Stablecoin.*1,250\.75 DAI/])
  await expect(widget.text('$3,986.02')).toBeVisible()
})

test('behavior: Account copies the address, links to the explorer, names the network, and disconnects', async ({
  dapp,
  hands,
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { address } = hands.harbour[0]
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button(/^0x/).click()
  await widget.says('Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(widget.link('View on Etherscan')).toHaveAttribute(
    'href',
    `https://etherscan.io/address/${address}`,
  )
  await widget.button('Network: Ethereum').click()
  await widget.shows('Choose network')
  await widget.back.click()
  await widget.button('Disconnect').click()
  await expect.poll(() => dapp.state()).toMatchObject({ status: 'disconnected', accounts: [], chains: [] })
  expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: [] })
})

test('error: without the API balances come from the chain itself, by Multicall3 through the gateway', async ({
  dapp,
  hands,
  world,
  problems,
}) => {
  problems.expect(/Failed to load resource/)
  await world.chain(1).setBalance(hands.harbour[0].address, parseEther('3.0009'))
  await world.fault({ path: '/v1/account', status: 500 })
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('3', { exact: true }).or(widget.text(/^3 ?ETH/)).first()).toBeVisible({ timeout: 15_000 })
  await expect(widget.rowsOf('Tokens').first()).toHaveText(/USDC/)
})

test("error: with API and chain down it says 'Token Balance Unavailable' and refuses to ask again for 30 s", async ({
  dapp,
  page,
  world,
  problems,
}) => {
  problems.expect(/Failed to load resource/)
  await page.clock.install()
  await dapp.open()
  await dapp.connect()
  await world.fault({ path: '/v1', status: 400 })
  await page.reload()
  await expect.poll(() => dapp.account()).toBeDefined()
  const widget = await dapp.openModal()
  await expect(widget.text('Token Balance Unavailable')).toBeVisible({ timeout: 15_000 })
  await expect(widget.button(/^Try again in \d+ seconds$/)).toBeDisabled()

  await world.clearFaults()
  await world.forgetRequests()
  await page.clock.fastForward(20_000)
  await expect(widget.button(/^Try again in \d+ seconds?$/)).toBeDisabled()
  expect((await world.requests()).filter(({ path }) => path.startsWith('/v1/account'))).toEqual([])
  await page.clock.fastForward(11_000)
  await widget.button('Try again').click()
  await expect(widget.rowsOf('Tokens').first()).toHaveText(/USD Coin/)
  await expect(widget.text('Token Balance Unavailable')).toBeHidden()
})

test('behavior: bridge.ethereum shows the same account, and what the wallet changes reaches the page once and in order', async ({
  dapp,
  hands,
}) => {
  const [first, second] = hands.harbour
  await dapp.open()
  await dapp.connect()
  const own = [first.address, second.address]
  expect(await dapp.request('eth_accounts')).toEqual({ is: 'ok', result: own })
  const heard = await dapp.recordEvents()
  const wallet = dapp.wallet()
  await wallet.picks('useAccount', 1)
  await expect.poll(() => dapp.account()).toBe(second.address)
  await wallet.picks('useChain', 8453)
  await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  await wallet.picks('useChain', 1)
  await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:1'])
  expect(await heard()).toEqual([
    ['accountsChanged', [second.address, first.address]],
    ['chainChanged', '0x2105'],
    ['chainChanged', '0x1'],
  ])
})

test('behavior: a wallet that withdraws its permission disconnects the page', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const heard = await dapp.recordEvents()
  await dapp.wallet().does('forget')
  await expect.poll(() => dapp.state()).toMatchObject({ status: 'disconnected', accounts: [] })
  expect((await heard()).map(([name]) => name)).toContain('accountsChanged')
})
