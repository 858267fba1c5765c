import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const multiWallet = { features: { multiWallet: true } }

/** The connected wallets as the page sees them, the one in use first. */
const walletIdsOf = async (dapp: Dapp) => [
  ...new Set((await dapp.state()).accounts.map((account) => Object(account).walletId)),
]
const harbour = 'ethereum:test.harbour'
const lantern = 'ethereum:test.lantern'

test('two Ethereum wallets › switch, disconnect one, reload › connections restored', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open({ config: multiWallet })
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await widget.clickRow('Harbour Wallet')
  await widget.shows('Wallets')
  await widget.button('Connect another wallet').click()
  await widget.shows('Connect wallet')
  await widget.clickRow('Lantern Wallet')
  await dapp.wallet('lantern').approve()
  // Returns to the view in which the user was, with both wallets.
  await widget.shows('Wallets')
  await expect.poll(() => walletIdsOf(dapp)).toEqual([lantern, harbour])
  expect((await dapp.request('eth_accounts')).is === 'ok' && (await dapp.account())).toBe(
    testAccounts.lantern[0].address,
  )

  await widget.button(/^Harbour Wallet/).click()
  await widget.announces('Now using Harbour Wallet')
  await expect.poll(() => walletIdsOf(dapp)).toEqual([harbour, lantern])
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)

  await page.reload()
  await expect.poll(() => walletIdsOf(dapp)).toEqual([harbour, lantern])
  await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.button('Disconnect Harbour Wallet').click()
  await widget.announces('Harbour Wallet disconnected')
  await expect.poll(() => walletIdsOf(dapp)).toEqual([lantern])
  expect(await dapp.request('eth_accounts')).toMatchObject({
    result: testAccounts.lantern.map(({ address }) => address),
  })

  await page.reload()
  await expect.poll(() => walletIdsOf(dapp)).toEqual([lantern])
})

rotating()(
  'Wallets › account selected › the site gets it, also after a reload',
  async ({ dapp, testAccounts, page }) => {
    const [first, second] = testAccounts.harbour
    await dapp.open()
    await dapp.connect()
    const widget = await dapp.openModal()
    await widget.clickRow('Harbour Wallet')
    await widget.shows('Wallets')
    await widget.button(new RegExp(`^${second.address.slice(0, 6)}`)).click()
    await expect
      .poll(() => dapp.request('eth_accounts'))
      .toMatchObject({
        result: [second.address, first.address],
      })
    await page.reload()
    await expect.poll(() => dapp.account()).toBe(second.address)
  },
)

for (const debug of [false, true]) {
  // The unit tests of several wallets cover when no event is emitted.
  const tag = debug ? [] : '@long'
  test(`second wallet › flag off › replaces the first (debug ${debug} names the flag)`, {
    tag,
  }, async ({ dapp }) => {
    const log = dapp.page.locator('#log')
    await dapp.open({ config: { debug } })
    await dapp.connect()
    const widget = await dapp.openModal()
    await widget.clickRow('Harbour Wallet')
    await widget.button('Use another wallet').click()
    await widget.clickRow('Lantern Wallet')
    await dapp.wallet('lantern').approve()
    await expect.poll(() => walletIdsOf(dapp)).toEqual([lantern])
    await expect(log.filter({ hasText: 'Multi-Wallet Not Enabled' })).toHaveCount(debug ? 1 : 0)
    await widget.button('Disconnect Lantern Wallet').click()
    await expect.poll(() => walletIdsOf(dapp)).toEqual([])
  })
}

rotating()('two tabs › connect, switch, disconnect in one › the other follows', async ({ dapp, context }) => {
  await dapp.open({ config: multiWallet })
  const page = await context.newPage()
  // Waits until the widget of that tab is preloaded, and follows the other tab.
  await page.goto(dapp.page.url())
  await page.evaluate(() => window.bridge.setTheme({ mode: 'light' }))
  const accountsThere = () =>
    page.evaluate(() => window.bridge.state.accounts.map((account) => Object(account).walletId))
  await dapp.page.bringToFront()
  await dapp.connect()
  await expect.poll(async () => [...new Set(await accountsThere())]).toEqual([harbour])
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.button('Connect another wallet').click()
  await widget.clickRow('Lantern Wallet')
  await dapp.wallet('lantern').approve()
  await expect.poll(async () => [...new Set(await accountsThere())]).toEqual([lantern, harbour])
  await widget.button(/^Harbour Wallet/).click()
  await expect.poll(async () => [...new Set(await accountsThere())]).toEqual([harbour, lantern])
  await widget.button('Disconnect Harbour Wallet').click()
  await expect.poll(async () => [...new Set(await accountsThere())]).toEqual([lantern])
})

rotating()(
  'reconnect › one wallet hangs, one is gone › the others reconnect at once',
  async ({ dapp, world }) => {
    const { solana, polkadot } = world.stack
    const config = {
      ...multiWallet,
      platforms: ['ethereum', 'solana', 'polkadot'],
      networks: ['eip155:1', solana.id, polkadot.id],
    }
    const beacon = { id: 'beacon', namespaces: ['solana'] }
    const trellis = { id: 'trellis', namespaces: ['polkadot'] }
    await dapp.open({ wallets: ['harbour', 'lantern', beacon, trellis], config })
    await dapp.connect('Lantern Wallet', 'lantern')
    const widget = await dapp.openModal()
    await widget.clickRow('Lantern Wallet')
    for (const [ecosystem, button, row, id] of [
      ['Ethereum', 'Connect another wallet', 'Harbour Wallet', 'harbour'],
      ['Solana', 'Connect wallet', 'Beacon Wallet', 'beacon'],
      ['Polkadot', 'Connect wallet', 'trellis', 'trellis'],
    ] as const) {
      await widget.root.getByRole('region', { name: ecosystem }).getByRole('button', { name: button }).click()
      await widget.clickRow(row)
      await dapp.wallet(id).approve()
      await widget.shows('Wallets')
    }
    await expect.poll(async () => (await walletIdsOf(dapp)).length).toBe(4)
    await dapp.open({
      wallets: [
        'harbour',
        { id: 'lantern', script: { neverAnswers: true, methods: ['eth_accounts'] } },
        trellis,
      ],
      config,
    })
    await expect.poll(() => walletIdsOf(dapp)).toEqual([harbour, 'polkadot:trellis'])
    await dapp.openModal()
    await widget.shows('Account')
  },
)

rotating()('SwitchActiveChain › wallet connects › returns to the prior view', async ({ dapp, world }) => {
  const { solana } = world.stack
  await dapp.open({
    wallets: ['harbour', { id: 'beacon', namespaces: ['solana'] }],
    config: { platforms: ['ethereum', 'solana'], networks: ['eip155:1', 'eip155:8453', solana.id] },
  })
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button(/^Network: /).click()
  await widget.clickRow('Solana')
  await widget.shows('Switch chain')
  await widget.button(/^Connect a wallet for/).click()
  await widget.clickRow('Beacon Wallet')
  await dapp.wallet('beacon').approve()
  await widget.shows('Account')
  await expect(widget.button(/^Network: /)).toHaveText(/Solana/)
  await expect
    .poll(() => dapp.state())
    .toMatchObject({ activeNamespace: 'solana', chains: ['eip155:1', solana.id] })
})
