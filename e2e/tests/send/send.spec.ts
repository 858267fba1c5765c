import { formatUnits, parseEther, parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'
import { startingFunds } from '../world.ts'

test.use(reducedMotion)

test('demo page › connects the test wallet, sends a token › confirmed', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address: from }] = testAccounts.harbour
  const to = randomAddress()
  await dapp.open()
  await dapp.connectButton.click()
  const { widget } = dapp
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await expect(dapp.page.locator('#account')).toHaveAttribute('data-address', from)
  expect(await dapp.request('eth_accounts')).toMatchObject({ is: 'ok', result: [from, expect.any(String)] })

  await dapp.waitForPointer()
  await dapp.page.locator('#send').click()
  await widget.fillSend({ token: 'USDC', amount: '12.345678', to })
  await widget.button('Send in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.shows('Transaction')
  await widget.announces('Confirmed')
  await widget.announces('12.345678 USDC arrived')
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('12.345678', 6))
  await widget.back.click()
  await widget.shows('Account')
  await expect(widget.back).toBeHidden()
  await widget.tab('Activity').click()
  await expect(widget.rowsOf('Activity').filter({ hasText: to.slice(-6) })).toHaveText(/Sent.*−12\.34 USDC/)
})

test('review › recipient, sender, network, fee times 1.2, total › before signing', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'ETH', amount: '0.25', to })
  await expect(widget.root.getByTestId('origin')).toHaveText(world.stack.dapp.origin)
  await expect(widget.fact('To')).toHaveText(to)
  await expect(widget.fact('From')).toContainText(testAccounts.harbour[0].address.slice(-6))
  await expect(widget.fact('Network')).toHaveText('Ethereum')
  await expect(widget.fact('Network fee')).toContainText('Up to')
  const fee = await widget.fact('Network fee').textContent()
  const [, expected, maxFee] = /^(?:About )?([\d.]+) ETH.*Up to ([\d.]+) ETH/.exec(fee ?? '') ?? []
  expect(Number(maxFee) / Number(expected), fee ?? '').toBeCloseTo(1.2, 1)
  expect((await dapp.wallet().requestedMethods()).includes('eth_sendTransaction')).toBe(false)

  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirmed')
  // A native send does not push a view on the stack; the send view itself shows its status.
  await widget.shows('Transaction')
  const chain = world.chain(1)
  expect(await chain.balance(to)).toBe(parseEther('0.25'))
  const spent =
    startingFunds.ETH - parseEther('0.25') - (await chain.balance(testAccounts.harbour[0].address))
  expect(Number(formatUnits(spent, 18))).toBeLessThanOrEqual(Number(maxFee) * 1.01)
  await widget.button('Done').click()
  await widget.shows('Account')
})

test('Max › native › balance minus the fee, the transaction is mined', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  const chain = world.chain(1)
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.selectToken('ETH')
  await widget.field('To').fill(to)
  await widget.button('Max').click()
  await expect(widget.field('Amount')).toHaveValue(/^12\.4\d+$/)
  await widget.openReview()
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirmed')
  const arrived = await chain.balance(to)
  expect(arrived).toBeGreaterThan(parseEther('12.49'))
  expect(arrived).toBeLessThan(startingFunds.ETH)
  expect(await chain.balance(testAccounts.harbour[0].address)).toBeLessThan(parseEther('0.01'))
})

test('Max › token › the whole balance, to its last decimal', { tag: '@long' }, async ({
  dapp,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.selectToken('DAI')
  await widget.button('Max').click()
  await widget.field('To').fill(to)
  await widget.openReview()
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirmed')
  const chain = world.chain(1)
  expect(await chain.tokenBalance('DAI', to)).toBe(startingFunds.DAI)
  expect(await chain.tokenBalance('DAI', testAccounts.harbour[0].address)).toBe(0n)
})

test('amount › decimal comma or point › both parsed', async ({ dapp, world }) => {
  const to = randomAddress()
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'USDC', amount: '.5', to })
  await expect(widget.text('0.5 USDC').first()).toBeVisible()
  await widget.back.click()
  await widget.fillSend({ amount: '0,75', to })
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('0.75 USDC arrived')
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('0.75', 6))
})

test('form › checksum, name, token’s address, amount, fee › names each problem', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const to = randomAddress()
  const wrongChecksum = to.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  const primary = (name: string) => widget.root.getByRole('button', { name, exact: true }).last()
  const problem = async (label: string, note?: string) => {
    await expect(primary(label)).toBeDisabled()
    if (note !== undefined) await expect(widget.text(note)).toBeVisible()
  }
  await widget.selectToken('USDC')
  await problem('Add amount')
  await widget.field('Amount').fill('2500.000001')
  await problem('Insufficient funds', 'Not enough USDC')
  await widget.field('Amount').fill('0.0000001')
  await problem('Incorrect value', 'USDC has 6 decimal places')
  await widget.field('Amount').fill('0')
  await problem('Incorrect value', 'The amount is zero')
  await widget.field('Amount').fill('1')
  await problem('Add address')
  await widget.field('To').fill('0x1234567890123456789012345678901234')
  await problem('Invalid address', 'Not a valid Ethereum address')
  await widget.field('To').fill(wrongChecksum)
  await problem('Invalid address', 'This address has a typo.')
  await widget.field('To').fill(world.chain(1).token('USDC').address)
  await problem('Invalid address', 'This is the token’s own address.')
  await widget.field('To').fill('somebody.eth')
  await problem('Check the name', 'No account named somebody.eth on Ethereum')
  await widget.field('To').fill(testAccounts.harbour[0].address)
  await expect(widget.text('This is your own address')).toBeVisible()
  await widget.field('To').fill(to)
  await expect(widget.button('Review')).toBeEnabled()

  await widget.selectToken('ETH')
  await widget.field('Amount').fill('12.5')
  await problem('Not enough ETH for the fee')
})

test('user rejects › neutral, nothing sent › retry works', async ({ dapp, world }) => {
  const to = randomAddress()
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'DAI', amount: '1.5', to })
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirm in Harbour Wallet')
  await dapp.wallet().reject()
  await widget.announces('Request cancelled')
  await widget.announces('Nothing was sent.')
  await expect(widget.root.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  expect(await world.chain(1).tokenBalance('DAI', to)).toBe(0n)

  await widget.button('Send in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.announces('Confirmed')
  expect(await world.chain(1).tokenBalance('DAI', to)).toBe(parseUnits('1.5', 18))
  await widget.back.click()
  await widget.tab('Activity').click()
  const rows = widget.rowsOf('Activity').filter({ hasText: to.slice(-6) })
  await expect(rows).toHaveText([/Sent/, /Cancelled/])
})

test('wallet fails or has a pending request › not shown as a rejection', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'USDC', amount: '1', to: randomAddress() })
  const wallet = dapp.wallet()
  await wallet.script({ pending32002: true, methods: ['eth_sendTransaction'] })
  await widget.button('Send in Harbour Wallet').click()
  await expect(widget.text('A request is open in Harbour Wallet')).toBeVisible()
  await wallet.script(null)
  await wallet.script({
    methods: ['eth_sendTransaction'],
    failWith: { code: -32000, message: 'nonce too low' },
  })
  await widget.button('Send in Harbour Wallet').click()
  await widget.alerts('Failed to send transaction')
  await widget.alerts('Nothing was sent.')
})

test('wallet on the wrong chain › switched first › then one request', async ({ dapp, world }) => {
  const to = randomAddress()
  await dapp.open()
  await dapp.connect()
  const wallet = dapp.wallet()
  await wallet.select('useChain', 8453)
  await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  const widget = await dapp.openView({ view: 'WalletSend', chainId: 'eip155:1' })
  await widget.fillSend({ token: 'USDC', amount: '3', to })
  await expect(widget.text('Harbour Wallet will switch to Ethereum first')).toBeVisible()
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Switch in Harbour Wallet')
  await wallet.reject()
  await widget.announces('Request cancelled')
  await widget.button('Send in Harbour Wallet').click()
  await expect(wallet.prompt).toContainText('Switch network')
  await wallet.approveFirst()
  await widget.announces('Confirm in Harbour Wallet')
  await wallet.approve()
  await widget.announces('Confirmed')
  expect(await wallet.chainId()).toBe(1)
  expect((await wallet.requestedMethods()).filter((method) => method === 'eth_sendTransaction')).toHaveLength(
    1,
  )
  expect(await world.chain(1).tokenBalance('USDC', to)).toBe(parseUnits('3', 6))
})

test('prefilled fields › marked, and the user reviews them', async ({ dapp, world }) => {
  await dapp.open()
  await dapp.connect()
  const { address: to } = world.account('shop')
  const widget = await dapp.openView({ view: 'WalletSend', to, amount: '0.005', assetAddress: 'native' })
  await widget.shows('Send')
  await expect(widget.field('To')).toHaveValue(to)
  await expect(widget.field('Amount')).toHaveValue('0.005')
  await widget.button('Review').click()
  await expect(widget.text('The site filled in this form. Check every line.')).toBeVisible()
  await expect(dapp.wallet().prompt).toBeHidden()
})

test('user goes back › wallet request pending › listed under Send, its end reported', {
  // On phones the widget shows no QR code for another device.
  tag: '@desktop',
}, async ({ dapp, phone, world }) => {
  const to = randomAddress()
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  await phone.script({ requests: { is: 'ignore' } })
  const widget = await dapp.openModal()
  await widget.button('Send').click()
  await widget.fillSend({ token: 'ETH', amount: '0.5', to })
  await widget.button('Send in Pocket Wallet').click()
  for (const view of ['the review', 'the form']) {
    await widget.announces('Confirm in Pocket Wallet')
    await widget.back.click()
    await expect(widget.sheet, view).toHaveAccessibleName('Account')
    await expect(widget.back).toBeHidden()
    if (view === 'the review') await widget.button('Send').click()
  }
  await expect.poll(() => phone.asked()).toContain('eth_sendTransaction')
  await phone.script()
  const responded = phone.perform({ is: 'answer-waiting' })
  await widget.announces('Submitted')
  await responded
  await expect.poll(() => world.chain(1).balance(to)).toBe(parseEther('0.5'))
  expect((await phone.asked()).filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
})
