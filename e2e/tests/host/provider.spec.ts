import { expect, reducedMotion, test } from '../fixtures.ts'
import { localChain } from '../local-chain.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'

test.use(reducedMotion)

const newAddress = () => `0x${crypto.randomUUID().replaceAll('-', '').padStart(40, '7')}` as const

test('EIP-1193 suite › widget’s provider and bare wallet › both pass', async ({
  dapp,
  testAccounts,
  page,
}) => {
  const [account] = testAccounts.harbour
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [account.label] }] })
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  await page.addScriptTag({ url: '/scripts/provider-suite.js', type: 'module' })
  await expect.poll(() => page.evaluate(() => 'runProviderSuite' in window)).toBe(true)
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    window.bridge.ethereum.on('chainChanged', (chain) => {
      dataset.chains = `${dataset.chains ?? ''} ${chain}`
    })
  })
  for (const providerKind of ['bare', 'ours'] as const) {
    // The suite switches the chain and back. Wait until the widget has received both events.
    if (providerKind === 'ours')
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset.chains))
        .toMatch(/ 0x2105.* 0x1$/)
    await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:1'])
    const suite = page.evaluate(
      async ([name, facts]) => {
        const wallet = window.testWallets.harbour
        const provider = name === 'bare' ? wallet?.provider : window.bridge.ethereum
        if (!wallet || !provider) throw new Error('There is no provider')
        return window.runProviderSuite(provider, {
          ...facts,
          temper: (mode) => wallet.script({ mode }),
        })
      },
      [
        providerKind,
        {
          account: account.address,
          stranger: newAddress(),
          chain: '0x1',
          otherChain: '0x2105',
          unknownChain: '0xdead1',
        },
      ] as const,
    )
    const results = providerKind === 'ours' ? await approveReviewsDuring(dapp, suite) : await suite
    expect(
      results.filter(({ failure }) => failure !== undefined),
      providerKind,
    ).toEqual([])
    expect(results.length).toBeGreaterThan(14)
  }
})

test('bundle › EIP-7702, or one by one without support › the widget follows it', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [account] = testAccounts.harbour
  const chain = localChain(world.stack, 1)
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [account.label] }] })
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve', bundles: true })
  expect(await dapp.request('wallet_getCapabilities', [account.address, ['0x1']])).toEqual({
    is: 'ok',
    result: { '0x1': { atomic: { status: 'ready' } } },
  })

  const send = async (atomicRequired: boolean, calls: readonly object[]): Promise<string> => {
    const bundle = { version: '2.0.0', chainId: '0x1', from: account.address, atomicRequired, calls }
    const answer = await approveReviewsDuring(dapp, dapp.request('wallet_sendCalls', [bundle]))
    expect(answer).toEqual({ is: 'ok', result: { id: expect.stringMatching(/^0x/) } })
    const { id } = Object(answer.is === 'ok' ? answer.result : {})
    return String(id)
  }
  const settled = async (id: string) => {
    const status = async () => {
      const answer = await dapp.request('wallet_getCallsStatus', [id])
      return answer.is === 'ok' ? Object(answer.result) : {}
    }
    await expect.poll(async () => (await status()).status).not.toBe(100)
    const { status: code, atomic, receipts } = await status()
    return { code, atomic, count: receipts.length }
  }

  const [first, second] = [newAddress(), newAddress()]
  const done = await send(true, [
    { to: first, value: '0x11' },
    { to: second, value: '0x22' },
  ])
  expect(await settled(done)).toEqual({ code: 200, atomic: true, count: 1 })
  expect([await chain.balance(first), await chain.balance(second)]).toEqual([0x11n, 0x22n])
  // The wallet upgraded the account to a smart account without a request of the site.
  await dapp.widget.announces('Harbour Wallet let a contract act as your account')
  await dapp.widget.button('Done').click()
  await expect(dapp.widget.sheet).toBeHidden()
  expect(await dapp.request('wallet_showCallsStatus', [done])).toEqual({ is: 'ok', result: null })
  await dapp.widget.announces('Confirmed')
  await dapp.widget.close.click()

  const unpaidAddress = newAddress()
  // More than any account has: the token reverts.
  const tooMuch = `0xa9059cbb${'0'.repeat(24)}${unpaidAddress.slice(2)}${'f'.repeat(64)}`
  const revertedBundle = await send(true, [
    { to: unpaidAddress, value: '0x11' },
    { to: chain.token('USDC').address, data: tooMuch },
  ])
  expect(await settled(revertedBundle)).toMatchObject({ code: 500, atomic: true })
  expect(await chain.balance(unpaidAddress)).toBe(0n)
  // The account is already a smart account: the wallet executed only the requested calls, so there is no notice.
  await expect(dapp.widget.sheet).toBeHidden()

  await dapp.wallet().script({ bundles: false })
  const third = newAddress()
  const single = await send(false, [
    { to: third, value: '0x1' },
    { to: third, value: '0x2' },
  ])
  expect(await settled(single)).toEqual({ code: 200, atomic: false, count: 2 })
  expect(await chain.balance(third)).toBe(3n)
})
