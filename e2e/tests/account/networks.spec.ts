import { expect, reducedMotion, test } from '../fixtures.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const switchRequests = (requested: readonly string[]) =>
  requested.filter(
    (method) => method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain',
  )

test('Account › user switches network › the page gets the event', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Network: Ethereum').click()
  await expect(widget.row('Ethereum')).toHaveAttribute('aria-current', 'true')
  await widget.clickRow('Base')
  await widget.shows('Switch to Base')
  await widget.announces('Switch in Harbour Wallet')
  await dapp.wallet().approve()
  await widget.announces('You are on Base')
  await widget.shows('Account')
  await expect(widget.button('Network: Base')).toBeVisible()
  await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x2105' })
})

const unrecognisedChainScripts = {
  '4902': { unknownChain4902: true },
  '−32603': { switchError: { code: -32603, message: 'Internal JSON-RPC error.' } },
  '32603': { switchError: { code: 32603, message: 'Unrecognized chain' } },
  '5000': { switchError: { code: 5000, message: 'Unsupported chain' } },
  nested: { switchError: { code: -32000, message: 'Something went wrong', nested: true } },
} as const

for (const [name, script] of Object.entries(unrecognisedChainScripts)) {
  // The unit tests of wallet errors cover the other codes.
  const tag = name === '4902' ? [] : '@long'
  test(`unrecognised chain (${name}) › switch › added, then set`, { tag }, async ({ dapp }) => {
    const id = 'mooring'
    await dapp.open({
      wallets: [{ id, name: 'Mooring', script: { unknownChain4902: true, ...script, mode: 'approve' } }],
    })
    const wallet = dapp.wallet(id)
    const widget = await dapp.openModal()
    await widget.clickRow('Mooring')
    await expect.poll(() => dapp.account()).toBeDefined()
    await dapp.page.evaluate(() => window.bridge.switchNetwork('eip155:8453'))
    expect(switchRequests(await wallet.requestedMethods())).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
    expect(await wallet.chainId()).toBe(8453)
    await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  })
}

rotating()('switch › wallet rejects with any code › no second prompt', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const wallet = dapp.wallet()
  const widget = await dapp.openModal()
  await widget.button('Network: Ethereum').click()
  await widget.clickRow('Base')
  await wallet.reject()
  await widget.announces('Request cancelled')
  await widget.announces('You are still on Ethereum')
  for (const failWith of [
    { code: 5000, message: 'Rejected' },
    { code: -32603, message: 'Request cancelled' },
    { code: 32603, message: 'Access denied by its owner' },
    { code: -32603, message: 'Internal error', data: { originalError: { code: 4001, message: 'No' } } },
    { code: 4001, message: 'No' },
  ]) {
    const before = switchRequests(await wallet.requestedMethods()).length
    await wallet.script({ failWith })
    await widget.button('Try again').click()
    await expect.poll(async () => switchRequests(await wallet.requestedMethods()).length).toBe(before + 1)
    await widget.announces('Request cancelled')
  }
  expect(switchRequests(await wallet.requestedMethods())).not.toContain('wallet_addEthereumChain')
  expect(await wallet.chainId()).toBe(1)

  // Rejecting the chain to add is a rejection too: no request follows.
  const before = switchRequests(await wallet.requestedMethods()).length
  await wallet.script(null)
  await wallet.script({ unknownChain4902: true })
  await widget.button('Try again').click()
  await wallet.reject()
  await widget.announces('Request cancelled')
  expect(switchRequests(await wallet.requestedMethods()).slice(before)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ])
  expect(await dapp.state()).toMatchObject({ chains: ['eip155:1'] })

  // A wallet that can do neither.
  await wallet.script({ methods: ['wallet_addEthereumChain'], failWith: { code: 4200, message: 'Not here' } })
  await widget.button('Try again').click()
  await widget.alerts('Chain is not supported')
  await expect(widget.button('Try again')).toBeHidden()
})

rotating()(
  'network the site does not support › modal cannot close, shakes for 500 ms',
  async ({ dapp, page }) => {
    await page.clock.install()
    await dapp.open()
    const wallet = dapp.wallet()
    await wallet.script({ wrongChain: 31337 })
    const widget = await dapp.openModal()
    await widget.clickRow('Harbour Wallet')
    await wallet.approve()
    await widget.shows('Switch network')
    await expect(
      widget.text('Harbour Wallet is on Local chain, which this site does not support.'),
    ).toBeVisible()
    // From here on the test controls the clock.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    const shaking = widget.root.locator('[role=dialog][data-shake]')
    for (const tryClose of [
      () => widget.close.click(),
      () => page.keyboard.press('Escape'),
      // Next to the sheet, which on a phone is at the bottom.
      () => page.mouse.click(40, 40),
    ]) {
      await expect(shaking).toHaveCount(0)
      await tryClose()
      await expect(shaking).toHaveCount(1)
      await page.clock.runFor(499)
      await expect(shaking).toHaveCount(1)
      await page.clock.runFor(1)
      await expect(shaking).toHaveCount(0)
    }
    await page.clock.resume()
    await widget.clickRow('Ethereum')
    await wallet.approve()
    await widget.shows('Account')
    await expect(widget.button('Network: Ethereum')).toBeVisible()

    // The same when the network changes while the modal is open.
    await wallet.select('useChain', 31337)
    await widget.shows('Switch network')

    // After a reload too; the user can also disconnect.
    await page.reload()
    await expect.poll(() => dapp.account()).toBeDefined()
    await dapp.openModal()
    await widget.shows('Switch network')
    await widget.button('Disconnect').click()
    await widget.shows('Connect wallet')
    await expect.poll(() => dapp.account()).toBeUndefined()
    await widget.close.click()
    await dapp.waitForPointer()
  },
)

rotating()('local network › ribbon shows ‘Local’ › Ethereum has none', async ({ dapp }) => {
  await dapp.open({ options: { networks: 'eip155:1,eip155:31337' } })
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('Local', { exact: true })).toBeHidden()
  await dapp.wallet().select('useChain', 31337)
  await expect(widget.text('Local', { exact: true })).toBeVisible()
  await expect(widget.button(/^Network: Local/)).toBeVisible()
})

rotating()(
  'switchNetwork and wallet_switchEthereumChain › one request, rejection passed on',
  async ({ dapp }) => {
    await dapp.open()
    await dapp.connect()
    const wallet = dapp.wallet()
    const switchNetwork = (chainId: string) =>
      dapp.page.evaluate(
        (requestedId) =>
          window.bridge.switchNetwork(requestedId).then(
            () => 'done',
            (error) => Object(error).code,
          ),
        chainId,
      )
    const rejected = switchNetwork('eip155:8453')
    await wallet.reject()
    expect(await rejected).toBe(4001)
    const done = switchNetwork('eip155:8453')
    await wallet.approve()
    expect(await done).toBe('done')
    expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x2105' })

    const params = [{ chainId: '0x1' }]
    const alsoRejected = dapp.request('wallet_switchEthereumChain', params)
    await wallet.reject()
    expect(await alsoRejected).toMatchObject({ is: 'failed', code: 4001 })
    const requested = dapp.request('wallet_switchEthereumChain', params)
    await wallet.approve()
    expect(await requested).toEqual({ is: 'ok', result: null })
    await expect.poll(() => dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x1' })
    expect(switchRequests(await wallet.requestedMethods())).toHaveLength(4)
    expect(await wallet.promptCount()).toBe(5)
  },
)
