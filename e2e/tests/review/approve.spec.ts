import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem'
import { expect, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('token transfer › reviewed before the wallet › site and risk named (test 44)', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [{ address: from }] = testAccounts.harbour
  const { widget } = dapp
  const to = randomAddress()
  const usdc = world.chain(1).token('USDC').address
  const send = (data: string) => dapp.request('eth_sendTransaction', [{ from, to: usdc, data }])
  await dapp.open({ config: { review: 'always' } })
  await dapp.connect()

  const args = [to, parseUnits('12.5', 6)] as const
  const transferResult = send(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }))
  await widget.shows('Review request')
  await expect(widget.root.getByTestId('origin')).toHaveText(world.stack.dapp.origin)
  await expect(widget.root.getByRole('heading', { name: 'Send 12.5 USDC' })).toBeVisible()
  await expect(widget.fact('To')).toHaveText(to)
  await expect(widget.fact('USDC')).toHaveText('−12.5')
  await expect(widget.fact('Network fee')).toContainText('ETH')
  await expect(widget.fact('Network')).toHaveText('Ethereum')
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
  await widget.button('Continue in Harbour Wallet').click()
  await expect(widget.sheet).toBeHidden()
  await dapp.wallet().approve()
  expect(await transferResult).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  await expect.poll(() => world.chain(1).tokenBalance('USDC', to)).toBe(args[1])

  // Two requests at once form a queue; the review of the second reports that it would fail.
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, maxUint256] })
  const oversizedTransfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, 10n ** 30n],
  })
  const approved = send(approval)
  const failing = send(oversizedTransfer)
  await expect(widget.text('Request 1 of 2')).toBeVisible()
  await expect(widget.root.getByRole('heading', { name: 'Approve spending all your USDC' })).toBeVisible()
  await expect(widget.fact('Spender')).toHaveText(to)
  await widget.announces('Unlimited approval')
  await widget.button('Cancel').click()
  expect(await approved).toMatchObject({ is: 'failed', code: 4001 })
  await expect(widget.text('Request 2 of 2')).toBeVisible()
  await widget.announces('This will fail')
  await dapp.page.keyboard.press('Escape')
  expect(await failing).toMatchObject({ is: 'failed', code: 4001 })
  await expect(widget.sheet).toBeHidden()
  expect(
    (await dapp.wallet().requestedMethods()).filter((method) => method === 'eth_sendTransaction'),
  ).toHaveLength(1)
})

test('sign-in to another site, hash as message › 4100, red review (test 41, 44)', async ({
  dapp,
  testAccounts,
}) => {
  const [{ address }] = testAccounts.harbour
  await dapp.open()
  await dapp.connect()
  const signIn = `bank.example wants you to sign in with your Ethereum account:\n${address}\n`
  expect(await dapp.request('personal_sign', [hexOf(signIn), address])).toMatchObject({ code: 4100 })
  const hashSignature = dapp.request('personal_sign', [`0x${'9c'.repeat(32)}`, address])
  await dapp.widget.alerts('Can’t be decoded')
  await dapp.widget.button('Cancel').click()
  expect(await hashSignature).toMatchObject({ code: 4001 })
  expect(await dapp.wallet().requestedMethods()).not.toContain('personal_sign')

  // The widget forwards every other request to the wallet without a review.
  await dapp.wallet().script({ mode: 'approve' })
  expect(await dapp.request('personal_sign', [hexOf('Two coffees'), address])).toMatchObject({ is: 'ok' })
})

test('Solana › message of bytes that are not text › reviewed before the wallet request', async ({
  dapp,
  world,
  page,
}) => {
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'] }],
    config: { platforms: ['solana'], networks: [world.stack.solana.id] },
  })
  await dapp.wallet('beacon').script({ mode: 'approve' })
  const widget = await dapp.openModal()
  await widget.clickRow('Beacon Wallet')
  await expect(widget.sheet).toBeHidden()
  const sign = () =>
    page.evaluate(async () => {
      const [account] = window.bridge.accounts
      const params = { address: account?.address, message: btoa('\u00ff'.repeat(40)) }
      const request = { method: 'solana:signMessage', params }
      return window.bridge.requestWallet(account?.walletId ?? '', request).then(
        () => 'signed',
        (error) => Object(error).code,
      )
    })
  const cancelled = sign()
  await widget.alerts('Can’t be decoded')
  await widget.button('Cancel').click()
  expect(await cancelled).toBe(4001)
  const signed = sign()
  await widget.button('Continue in Beacon Wallet').click()
  expect(await signed).toBe('signed')
})

test('Polkadot call › decoded with the chain’s metadata and reviewed › in a block', async ({
  dapp,
  testAccounts,
  world,
  page,
}) => {
  const { stack } = world
  await dapp.open({
    path: '/polkadot.html',
    wallets: [{ id: 'trellis', accounts: [testAccounts.trellis] }],
    options: { node: stack.polkadot.wsUrl },
    config: { platforms: ['polkadot'], networks: [stack.polkadot.id], review: 'always' },
  })
  await dapp.connect('trellis', 'trellis')
  await dapp.wallet('trellis').script({ mode: 'approve' })
  const { widget } = dapp
  const to = stack.polkadot.accounts.find(({ label }) => label === 'spare-2')?.address ?? ''
  const sent = page.evaluate((receiver) => window.polkadotDapp.transfer(receiver, '1500000000000'), to)
  await widget.shows('Review request')
  await expect(widget.root.getByRole('heading', { name: /^Send 1\.5 / })).toBeVisible()
  await widget.button('Continue in trellis').click()
  expect(await sent).toEqual(expect.arrayContaining(['balances.Transfer', 'system.ExtrinsicSuccess']))
})
