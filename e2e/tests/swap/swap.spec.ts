import { encodeFunctionData, erc20Abi, isHex, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { LocalChain } from '../local-chain.ts'
import { killTab } from '../pages/kill-tab.ts'
import { retrySwap, reviewSwap } from '../pages/swap-form.ts'
import type { Account } from '../world.ts'

test.use(reducedMotion)

// A swap moves the price of its pool, for every other test too: the tests of this file run one after the other, and swaps of other files
// are too small to exceed the slippage.
test.describe.configure({ mode: 'default' })

/** Parses a displayed amount. */
const parseAmount = (text: string | null): number =>
  Number(/([\d.,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

/** Revokes the approval from another device of the user; resolves once the transaction is in a block. */
async function revokeApproval(chain: LocalChain, { address, privateKey }: Account): Promise<void> {
  const args = [await chain.lastSpender('USDC', address), 0n] as const
  const signed = await privateKeyToAccount(privateKey).signTransaction({
    ...{ type: 'eip1559', chainId: chain.chainId, nonce: await chain.nonce(address) },
    ...{ to: chain.token('USDC').address, gas: 100_000n },
    ...{ maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('1') },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
  })
  const hash = await chain.rpc('eth_sendRawTransaction', [signed])
  if (!isHex(hash)) throw new Error('The node gave no hash')
  expect((await chain.receipt(hash)).status).toBe('success')
}

test('swap › native to token, and back by exact approval › receipt shows the amount', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const ethereum = world.chain(1)
  await dapp.open()
  await dapp.connect()
  const wallet = dapp.wallet()
  const widget = await dapp.openModal()
  const usdcBalance = await ethereum.tokenBalance('USDC', address)

  await reviewSwap(widget, { from: 'ETH', to: 'USDC', amount: '0.1' })
  await expect(widget.fact('Slippage')).toHaveText('1%')
  await expect(widget.fact('Provider fee')).toContainText('0.0003 ETH')
  await widget.button('Swap in Harbour Wallet').click()
  await wallet.reject()
  await widget.announces(/^Request cancelledNothing was swapped\./)
  expect(await ethereum.tokenBalance('USDC', address)).toBe(usdcBalance)
  await wallet.script({ mode: 'approve' })
  const minimum = parseAmount(await widget.fact('Minimum received').textContent())
  await retrySwap(widget, 'Harbour Wallet')
  await widget.announces(/^SwappedYou received /)
  const received = (await ethereum.tokenBalance('USDC', address)) - usdcBalance
  expect(Number(received) / 1e6).toBeGreaterThanOrEqual(minimum)
  expect(parseAmount(await widget.fact('You received').textContent())).toBe(Number(received) / 1e6)
  await widget.button('Done').click()

  const [ethBalance, nonceBefore] = [await ethereum.balance(address), await ethereum.nonce(address)]
  await reviewSwap(widget, { from: 'USDC', to: 'ETH', amount: '100' })
  await expect(widget.fact('Approval')).toContainText('100 USDC')
  await widget.button('Swap in Harbour Wallet').click()
  await widget.announces(/^SwappedYou received /)
  await expect(widget.fact('Approve 100 USDC')).toHaveText('Done')
  expect(await ethereum.nonce(address)).toBe(nonceBefore + 2)
  const amountReceived = parseAmount(await widget.fact('You received').textContent())
  expect(amountReceived).toBeGreaterThan(0.03)
  // The fees of both transactions reduce the received amount.
  expect(Number((await ethereum.balance(address)) - ethBalance) / 1e18).toBeLessThan(amountReceived)
})

test('swap › transaction reverts › shown as failed, though the approval was mined', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const ethereum = world.chain(1)
  const usdcBalance = await ethereum.tokenBalance('USDC', address)
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await reviewSwap(widget, { from: 'USDC', to: 'ETH', amount: '100' })
  await widget.button('Swap in Harbour Wallet').click()
  await dapp.wallet().approveFirst()
  await widget.announces('Confirm the swap in Harbour Wallet')
  await revokeApproval(ethereum, testAccounts.harbour[0])
  await dapp.wallet().approve()
  await widget.alerts(/^The swap failedThe network rejected it\. Nothing was swapped; the fee was charged\./)
  await expect(widget.fact('Approve 100 USDC')).toHaveText('Done')
  await expect(widget.fact('Swap 100 USDC')).toHaveText('Failed')
  expect(await ethereum.tokenBalance('USDC', address)).toBe(usdcBalance)
})

test('swap › tab killed after approval › resumes, swaps once, no second approval @long', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const ethereum = world.chain(1)
  const nonceBefore = await ethereum.nonce(address)
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'prompt' })
  const first = await dapp.openModal()
  await reviewSwap(first, { from: 'USDC', to: 'ETH', amount: '100' })
  await first.button('Swap in Harbour Wallet').click()
  await dapp.wallet().approveFirst()
  await first.announces('Confirm the swap in Harbour Wallet')

  const next = await killTab(dapp, testAccounts)
  const { widget } = next
  expect(await ethereum.nonce(address)).toBe(nonceBefore + 1)
  await next.wallet().script({ mode: 'approve' })
  await next.openModal()
  await widget.announces('Your last swap: 100 USDC')
  await widget.announces(
    'We can’t tell whether Harbour Wallet sent it. Check your account before you swap again.',
  )
  await widget.button('Swap').click()
  await widget.announces('We can’t tell whether Harbour Wallet sent your swap of 100 USDC.')
  await widget.back.click()
  await reviewSwap(widget, { from: 'USDC', to: 'ETH', amount: '100' })
  await expect(widget.text('You may have swapped this already')).toBeVisible()
  await expect(widget.fact('Approval')).toHaveCount(0)
  await widget.button('Swap in Harbour Wallet').click()
  await widget.announces(/^SwappedYou received /)
  expect(await ethereum.nonce(address)).toBe(nonceBefore + 2)
})

test('swap › wallet supports bundles › one request for approval and swap @long', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address }] = testAccounts.harbour
  const usdcBalance = () => world.chain(1).tokenBalance('USDC', address)
  const balanceBefore = await usdcBalance()
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve', bundles: true })
  const widget = await dapp.openModal()
  await reviewSwap(widget, { from: 'USDC', to: 'ETH', amount: '100' })
  await expect(widget.fact('Approval')).toContainText('Confirm it with the swap')
  await widget.button('Swap in Harbour Wallet').click()
  await widget.announces(/^SwappedYou received /)
  expect(parseAmount(await widget.fact('You received').textContent())).toBeGreaterThan(0.03)
  expect(balanceBefore - (await usdcBalance())).toBe(100_000_000n)
  const requested = await dapp.wallet().requestedMethods()
  expect(requested.filter((method) => /send/i.test(method))).toEqual(['wallet_sendCalls'])
})
