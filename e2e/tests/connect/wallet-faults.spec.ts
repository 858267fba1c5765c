import type { TestAccounts } from '../fixtures.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { rotatingTests } from '../rotating-tests.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

// The same faults in each ecosystem.
const rotating = rotatingTests({ of: 2 })

type WalletKind = {
  readonly name: string
  readonly id: string
  readonly connectMethod: string
  readonly open: (dapp: Dapp, world: TestWorld, testAccounts: TestAccounts, setup?: object) => Promise<void>
}

/** The kinds of wallet other than Ethereum's, with the method of each that connects. */
const solana: WalletKind = {
  name: 'Beacon Wallet',
  id: 'beacon',
  connectMethod: 'standard:connect',
  open: (dapp, world, testAccounts, setup = {}) =>
    dapp.open({
      wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon], ...setup }],
      config: { platforms: ['solana'], networks: [world.stack.solana.id] },
    }),
}
const polkadot: WalletKind = {
  name: 'Trellis Wallet',
  id: 'trellis',
  connectMethod: 'injectedWeb3:enable',
  open: (dapp, world, testAccounts, setup = {}) =>
    dapp.open({
      wallets: [{ id: 'trellis', accounts: [testAccounts.trellis], ...setup }],
      config: { platforms: ['polkadot'], networks: [world.stack.polkadot.id] },
    }),
}

for (const { name, id, connectMethod, open } of [solana, polkadot]) {
  rotating()(
    `${connectMethod} › rejected, pending, failing, lost, locked › message, can retry`,
    async ({ dapp, world, testAccounts }) => {
      await open(dapp, world, testAccounts)
      const wallet = dapp.wallet(id)
      const widget = await dapp.openModal()
      await widget.clickRow(name)
      await widget.announces(`Confirm in ${name}`)
      await wallet.reject()
      await widget.announces('Request cancelled')
      expect(await dapp.account()).toBeUndefined()

      await wallet.script({ pending32002: true })
      await widget.button('Try again').click()
      await widget.announces(`A request is open in ${name}`)

      await wallet.script(null)
      await wallet.script({ failWith: { code: -32603, message: 'Broken inside' } })
      await widget.button('Try again').click()
      await widget.alerts(`${name} could not connect`)
      await widget.text('Details').click()
      await expect(widget.text('Broken inside')).toBeVisible()

      await wallet.script(null)
      await wallet.script({ disconnectMidRequest: true })
      await widget.button('Try again').click()
      await widget.alerts(`${name} could not connect`)

      await wallet.script(null)
      await wallet.script({ locked: true })
      await widget.button('Try again').click()
      await expect(wallet.prompt).toContainText('Unlock and connect')
      await wallet.approve()
      await expect.poll(() => dapp.account()).toBeDefined()
    },
  )

  rotating()(
    `${connectMethod} › no response › hint after 8 s, can go back; a late one counts`,
    async ({ dapp, world, testAccounts, page }) => {
      await page.clock.install()
      await open(dapp, world, testAccounts)
      const wallet = dapp.wallet(id)
      await wallet.script({ neverAnswers: true })
      const widget = await dapp.openModal()
      await widget.clickRow(name)
      await widget.announces(`Confirm in ${name}`)
      const hint = widget.text(`Nothing happening? Click the ${name} icon`)
      await expect(hint).toBeHidden()
      await page.clock.fastForward(8_000)
      await expect(hint).toBeVisible()
      await widget.back.click()
      await widget.shows('Connect wallet')

      await wallet.script(null)
      await wallet.script({ mode: 'approve', delayMs: 3_000 })
      await widget.clickRow(name)
      await widget.announces(`Confirm in ${name}`)
      await page.clock.fastForward(3_000)
      await expect.poll(() => dapp.account()).toBeDefined()
    },
  )
}

test('Polkadot extension › no usable accounts › reported, can be retried', async ({
  dapp,
  world,
  testAccounts,
}) => {
  await polkadot.open(dapp, world, testAccounts)
  const wallet = dapp.wallet('trellis')
  await wallet.script({ mode: 'approve', sharesNoAccounts: true })
  const widget = await dapp.openModal()
  await widget.clickRow('Trellis Wallet')
  await widget.announces('Trellis Wallet shared no account')

  await wallet.script({ sharesNoAccounts: false, genesisLocks: ['elsewhere'] })
  await widget.button('Try again').click()
  await widget.announces('Trellis Wallet shared no account')

  await wallet.script({ genesisLocks: ['local'] })
  await widget.button('Try again').click()
  await expect.poll(() => dapp.account()).toBeDefined()
  const { genesisHash } = world.stack.polkadot
  expect((await dapp.state()).accounts).toEqual([expect.objectContaining({ genesisHash })])
})

test('accounts of every key type › shared with type › a rename is emitted', async ({ dapp, world }) => {
  const typedAccounts = world.stack.polkadot.accounts.filter(({ label }) => /^trellis-[1345]$/.test(label))
  expect(typedAccounts.map(({ type }) => type).sort()).toEqual(['ecdsa', 'ed25519', 'ethereum', 'sr25519'])
  await dapp.open({
    wallets: [{ id: 'trellis', accounts: typedAccounts.map(({ label }) => label) }],
    config: { platforms: ['polkadot'], networks: [world.stack.polkadot.id] },
  })
  await dapp.connect('Trellis Wallet', 'trellis')
  const shared = async () => (await dapp.state()).accounts
  expect(await shared()).toEqual(
    typedAccounts.map(({ address, type }) => expect.objectContaining({ address, type })),
  )
  await dapp.page.evaluate(() => window.testWallets.trellis?.rename(0, 'Savings'))
  await expect.poll(async () => (await shared())[0]).toMatchObject({ name: 'Savings' })
  expect(await shared()).toHaveLength(typedAccounts.length)
})

test('extension › injected after 400 ms or 3 s › listed at once, or added to the list', async ({
  dapp,
  world,
}) => {
  await dapp.open({
    wallets: [
      { id: 'trellis', announceAfterMs: 400 },
      { id: 'fern', namespaces: ['polkadot'], accounts: ['trellis-2'], announceAfterMs: 3_000 },
    ],
    config: { platforms: ['polkadot'], networks: [world.stack.polkadot.id] },
  })
  const widget = await dapp.openModal()
  const rows = widget.rowsOf('Your wallets')
  await expect(rows).toHaveText([/^trellis/i])
  await expect(rows).toHaveText([/trellis/i, /fern/i])
  // Discovery sends no request to a wallet.
  expect(await dapp.wallet('fern').requestedMethods()).toEqual([])
  await widget.clickRow('fern')
  await dapp.wallet('fern').approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

for (const { name, id, open, symbol, method } of [
  { ...solana, symbol: 'SOL', method: 'solana:signAndSendTransaction' },
  { ...polkadot, symbol: 'ROC', method: 'injectedWeb3:signPayload' },
]) {
  rotating()(
    `${method} › rejected, pending › retry works; lost › outcome unknown`,
    async ({ dapp, world, testAccounts }) => {
      const accounts = id === 'beacon' ? world.stack.solana.accounts : world.stack.polkadot.accounts
      const to = accounts.find(({ label }) => label === 'spare-2')?.address ?? ''
      const payment = { token: symbol, amount: '0.5', to }
      await open(dapp, world, testAccounts)
      await dapp.connect(name, id)
      const wallet = dapp.wallet(id)
      const widget = await dapp.openView({ view: 'WalletSend' })
      await widget.fillSend(payment)
      await wallet.script({ mode: 'reject' })
      await widget.button(`Send in ${name}`).click()
      await widget.announces('Request cancelled')
      await wallet.script({ mode: 'approve', pending32002: true })
      await widget.button(`Send in ${name}`).click()
      await expect(widget.text(`A request is open in ${name}`)).toBeVisible()
      await wallet.script({ pending32002: false })
      await widget.button(`Send in ${name}`).click()
      await widget.announces('Confirmed')
      await widget.close.click()

      await dapp.waitForPointer()
      await dapp.openView({ view: 'WalletSend' })
      await widget.fillSend(payment)
      await wallet.script({ disconnectMidRequest: true })
      await widget.button(`Send in ${name}`).click()
      await expect(widget.root.getByText('The wallet didn’t respond').first()).toBeVisible()
      await expect(widget.text('Check your account before you try again')).toBeVisible()
      await widget.button('Done').click()
      expect((await wallet.requestedMethods()).filter((requested) => requested === method)).toHaveLength(4)
    },
  )
}
