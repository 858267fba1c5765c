import {
  type Address,
  getAddress,
  type Hash,
  isAddressEqual,
  isHash,
  parseEther,
  parseGwei,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, reducedMotion, type TestAccounts, test } from '../fixtures.ts'
import type { LocalChain } from '../local-chain.ts'
import { advanceClockUntil } from '../pages/advance-clock.ts'
import type { Dapp } from '../pages/dapp.ts'
import { killTab } from '../pages/kill-tab.ts'
import { randomAddress } from '../random-address.ts'
import { rotatingTests } from '../rotating-tests.ts'
import type { Account, TestWorld } from '../world.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

// These tests pause the blocks of Base, which would affect other senders: only this file sends on Base, one test after the
// other.
test.describe.configure({ mode: 'default' })

const openOnBase = async (dapp: Dapp, accounts: readonly string[]) => {
  await dapp.open({ wallets: [{ id: 'harbour', accounts, chainId: 8453 }] })
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
}

const pauseBlocks = (base: LocalChain) => base.rpc('evm_setAutomine', [false])
const mine = (base: LocalChain) => base.rpc('anvil_mine', ['0x1'])

test.afterEach(async ({ world }) => {
  const base = world.chain(8453)
  await base.rpc('evm_setAutomine', [true])
  await base.rpc('anvil_dropAllTransactions')
})

/** The sender's pending transaction. @throws Error if there is none. */
async function pendingTransaction(base: LocalChain, from: Address): Promise<{ hash: Hash; nonce: number }> {
  const { pending } = Object(await base.rpc('txpool_content'))
  const senderEntry = Object.entries(Object(pending)).find(([sender]) =>
    isAddressEqual(getAddress(sender), from),
  )
  const [entry] = Object.values(Object(senderEntry?.[1])).map(Object)
  if (!isHash(entry?.hash)) throw new Error('No transaction waits for a block')
  return { hash: entry.hash, nonce: Number(entry.nonce) }
}

/** Resolves once the widget has read the pending transaction's nonce: it recognizes no replacement before that. */
async function waitForNonce({ widget }: Dapp): Promise<void> {
  const hasNonce = () =>
    widget.root
      .locator('html')
      .evaluate(() =>
        Object.entries(localStorage).some(([key, value]) => /journal/.test(key) && /"nonce":\d/.test(value)),
      )
  await expect.poll(hasNonce).toBe(true)
}

/** Another account sends native currency; resolves once it is in a block. */
async function payOnBase(base: LocalChain, { address, privateKey }: Account, to: Address, value: bigint) {
  await base.setBalance(address, value * 2n)
  const signed = await privateKeyToAccount(privateKey).signTransaction({
    ...{ type: 'eip1559', chainId: 8453, nonce: await base.nonce(address), to, value },
    ...{ gas: 21_000n, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('1') },
  })
  await base.rpc('eth_sendRawTransaction', [signed])
  await mine(base)
}

/** Sends a token on Base from a new page while blocks are paused, and waits for its hash. */
async function submitOnBase(
  dapp: Dapp,
  world: TestWorld,
  testAccounts: TestAccounts,
  send: { token?: string; amount: string; to: Address },
) {
  const base = world.chain(8453)
  await openOnBase(dapp, labelsOf(testAccounts))
  await pauseBlocks(base)
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'USDC', ...send })
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Submitted')
  return { base, widget }
}

const labelsOf = (testAccounts: { harbour: readonly { label: string }[] }) =>
  testAccounts.harbour.map(({ label }) => label)

test('native send › view stack unchanged › shows submitted, then confirmed', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  const base = world.chain(8453)
  await openOnBase(dapp, labelsOf(testAccounts))
  await pauseBlocks(base)
  const widget = await dapp.openModal()
  await widget.button('Send').click()
  await widget.fillSend({ token: 'ETH', amount: '1.000000000000000001', to })
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Submitted')
  await widget.shows('Transaction')
  await expect(widget.fact('Amount')).toHaveText('1.000000000000000001 ETH')
  expect(await base.balance(to)).toBe(0n)
  await mine(base)
  await widget.announces('Confirmed')
  await widget.shows('Transaction')
  expect(await base.balance(to)).toBe(parseEther('1') + 1n)
  // Back skips the form, so that the user does not send twice.
  await widget.back.click()
  await widget.shows('Account')
  await expect(widget.back).toBeHidden()
})

for (const [symbol, decimals, amount] of [
  ['USDC', 6, '7.000001'],
  ['DAI', 18, '0.000000000000000003'],
] as const) {
  const tag = symbol === 'DAI' ? '@long' : []
  test(`send (${symbol}, ${decimals} decimals) › Account › submitted, then confirmed`, {
    tag,
  }, async ({ dapp, testAccounts, world }) => {
    const to = randomAddress()
    const { base, widget } = await submitOnBase(dapp, world, testAccounts, { token: symbol, amount, to })
    await widget.shows('Transaction')
    await expect(widget.fact('Amount')).toHaveText(`${amount} ${symbol}`)
    await expect(widget.fact('To')).toHaveText(to)
    expect(await base.tokenBalance(symbol, to)).toBe(0n)
    await mine(base)
    await widget.announces('Confirmed')
    await expect(widget.fact('Fee paid')).toHaveText(/^0\.0\d+ ETH$/)
    expect(await base.tokenBalance(symbol, to)).toBe(parseUnits(amount, decimals))
    await widget.back.click()
    await widget.shows('Account')
    await expect(widget.back).toBeHidden()
  })
}

rotating()(
  'reload › between submitted and confirmed › the journal follows it to the receipt',
  async ({ dapp, testAccounts, world, page }) => {
    const to = randomAddress()
    await page.setViewportSize({ width: 390, height: 844 })
    const { base, widget } = await submitOnBase(dapp, world, testAccounts, { amount: '4', to })
    const reloadActivity = async () => {
      await page.reload()
      await expect.poll(() => dapp.account()).toBeDefined()
      await dapp.openModal()
      await widget.tab('Activity').click()
    }
    await reloadActivity()
    await widget
      .rowsOf('Activity')
      .getByRole('button', { name: /^Sending/ })
      .click()
    await widget.announces('Submitted')
    await mine(base)
    await widget.announces('Confirmed')
    expect(await base.tokenBalance('USDC', to)).toBe(parseUnits('4', 6))

    // Activity lists the confirmed payment once, and then a payment from another account.
    await widget.back.click()
    const sent = widget.rowsOf('Activity').filter({ hasText: to.slice(-6) })
    await expect(sent).toHaveText(/Sent.*−4\.00 USDC/)
    await payOnBase(base, world.account('lantern-1'), testAccounts.harbour[0].address, parseEther('0.75'))
    await widget.button('Refresh activity').click()
    await expect(widget.rowsOf('Activity').first()).toHaveText(/Received.*\+0\.75 ETH/)
    await reloadActivity()
    await expect(widget.rowsOf('Activity').first()).toHaveText(/Received.*\+0\.75 ETH/)
    await expect(sent).toHaveText(/Sent.*−4\.00 USDC/)
    await sent.getByRole('button').click()
    await widget.announces('4 USDC arrived')
  },
)

rotating()(
  'tab killed › during request, before block › reported, repeat warned, sent once',
  async ({ dapp, testAccounts, world }) => {
    const to = randomAddress()
    const base = world.chain(8453)
    await openOnBase(dapp, labelsOf(testAccounts))
    await dapp.wallet().script({ mode: 'prompt' })
    const first = await dapp.openView({ view: 'WalletSend' })
    await first.fillSend({ token: 'USDC', amount: '4', to })
    await first.button('Send in Harbour Wallet').click()
    await expect(dapp.wallet().prompt).toBeVisible()

    const second = await killTab(dapp, testAccounts, 8453)
    const widget = await second.openModal()
    await widget.announces('Your last payment: 4 USDC')
    await widget.announces('We can’t tell whether Harbour Wallet sent it.')
    await widget.button(/^View$/).click()
    await widget.shows('Transaction')
    await expect(widget.fact('Amount')).toHaveText('4 USDC')
    expect(await base.tokenBalance('USDC', to)).toBe(0n)
    await pauseBlocks(base)
    await second.wallet().script({ mode: 'approve' })
    await widget.back.click()
    await widget.openSend()
    await widget.fillSend({ token: 'USDC', amount: '4', to })
    await expect(widget.text('You may have sent this already')).toBeVisible()
    await widget.button('Send in Harbour Wallet').click()
    await widget.announces('Submitted')

    const third = await killTab(second, testAccounts, 8453)
    const { widget: last } = third
    await third.openModal()
    await last.announces('On its way. Waiting for the network to confirm.')
    await mine(base)
    await last.announces('4 USDC arrived')
    expect(await base.tokenBalance('USDC', to)).toBe(parseUnits('4', 6))
    expect((await third.wallet().requestedMethods()).includes('eth_sendTransaction')).toBe(false)
    await last.button('Dismiss').click()
    await expect(last.text('4 USDC arrived')).toBeHidden()
  },
)

rotating()(
  'transaction reverts › shown as failed › nothing sent, fee charged',
  async ({ dapp, testAccounts, world }) => {
    const to = randomAddress()
    const { base, widget } = await submitOnBase(dapp, world, testAccounts, { amount: '2500', to })
    await base.setTokenBalance('USDC', testAccounts.harbour[0].address, 1n)
    await mine(base)
    await widget.alerts('Failed')
    await widget.alerts('Nothing was sent; the fee was charged.')
    await expect(widget.fact('Fee paid')).toHaveText(/^0\.0\d+ ETH$/)
    expect(await base.tokenBalance('USDC', to)).toBe(0n)
  },
)

rotating()(
  'transaction replaced › shown as replaced, with the other hash',
  async ({ dapp, testAccounts, world }) => {
    const [{ address, privateKey }] = testAccounts.harbour
    const { base, widget } = await submitOnBase(dapp, world, testAccounts, {
      amount: '5',
      to: randomAddress(),
    })
    const { nonce } = await pendingTransaction(base, address)
    await waitForNonce(dapp)
    const cancellation = await privateKeyToAccount(privateKey).signTransaction({
      type: 'eip1559',
      chainId: 8453,
      nonce,
      to: address,
      gas: 21_000n,
      maxFeePerGas: parseGwei('500'),
      maxPriorityFeePerGas: parseGwei('100'),
    })
    const hash = String(await base.rpc('eth_sendRawTransaction', [cancellation]))
    await mine(base)
    await widget.announces('Replaced')
    await expect(widget.fact('Replaced by')).toContainText(hash.slice(-6))
  },
)

// On the development page, because a link to a host closes when one of its two clocks is two minutes ahead.
rotating()(
  'transaction › no trace for two minutes and three blocks › shown as dropped',
  async ({ developmentPage, testAccounts, world, page }) => {
    const base = world.chain(8453)
    await page.clock.install()
    await developmentPage.open({
      wallets: [{ id: 'harbour', accounts: labelsOf(testAccounts), chainId: 8453 }],
    })
    const { widget } = developmentPage
    await developmentPage.connect()
    await developmentPage.wallet().script({ mode: 'approve' })
    await pauseBlocks(base)
    await widget.openSend()
    await widget.fillSend({ token: 'USDC', amount: '5', to: randomAddress() })
    await widget.button('Send in Harbour Wallet').click()
    await widget.announces('Submitted')
    const { hash } = await pendingTransaction(base, testAccounts.harbour[0].address)
    const pollCount = async () =>
      (await world.requests()).filter(
        ({ body }) => body?.includes('eth_getTransactionByHash') && body.includes(hash),
      ).length
    await expect.poll(pollCount).toBeGreaterThan(0)
    await base.rpc('anvil_dropTransaction', [hash])
    const isDropped = () => widget.text('Dropped').first().isVisible()
    // Advances the clock in small steps, because a page that waits for a response has not set its next timer yet. Stops once
    // the widget shows the transaction as dropped.
    const pollAgain = async (times: number) => {
      for (let count = await pollCount(), until = count + times; count < until; count += 1) {
        const hasPolled = async () => (await isDropped()) || (await pollCount()) > count
        await advanceClockUntil(page, hasPolled, 20_000, 500)
      }
    }
    await pollAgain(28)
    await widget.announces('Submitted')
    await mine(base)
    await mine(base)
    await mine(base)
    // A poll that started before the last block does not count it, so the number of polls varies.
    await advanceClockUntil(page, isDropped, 60_000, 500)
    await widget.announces('Dropped')
    await widget.announces('Nothing was sent.')
  },
)
