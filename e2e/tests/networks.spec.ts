import { expect, test } from './fixtures.ts'

const switching = (asked: readonly string[]) =>
  asked.filter((method) => method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain')

test('behavior: a person switches the network in Account, and the page hears it', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Network: Ethereum').click()
  await expect(widget.row('Ethereum')).toHaveAttribute('aria-current', 'true')
  await widget.row('Base').click()
  await widget.shows('Switch to Base')
  await widget.says('Switch in Harbour Wallet')
  await dapp.wallet().approve()
  await widget.says('You are on Base')
  await widget.shows('Account')
  await expect(widget.button('Network: Base')).toBeVisible()
  expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x2105' })
  expect((await dapp.state()).chains).toEqual(['eip155:8453'])
})

const unrecognised = {
  '4902': { unknownChain4902: true },
  '4902 nested in −32603': {
    unknownChain4902: true,
    switchError: { code: -32603, message: 'Internal JSON-RPC error.', nested: true },
  },
  '−32603': { unknownChain4902: true, switchError: { code: -32603, message: 'Unrecognized chain' } },
  '5000': { unknownChain4902: true, switchError: { code: 5000, message: 'Unsupported chain' } },
} as const

for (const [name, script] of Object.entries(unrecognised)) {
  test(`behavior: an unrecognised chain (${name}) is added, then set`, async ({ dapp }) => {
    await dapp.open()
    await dapp.connect()
    const wallet = dapp.wallet()
    await wallet.script({ ...script, mode: 'approve' })
    await dapp.page.evaluate(() => window.bridge.switchNetwork('eip155:8453'))
    expect(switching(await wallet.asked()).slice(0, 2)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
    expect(await wallet.chainId()).toBe(8453)
    await expect.poll(async () => (await dapp.state()).chains).toEqual(['eip155:8453'])
  })
}

test('error: a refusal never raises a second prompt, whatever its code', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const wallet = dapp.wallet()
  const widget = await dapp.openModal()
  await widget.button('Network: Ethereum').click()
  await widget.row('Base').click()
  await wallet.reject()
  await widget.says('Request cancelled')
  await widget.says('You are still on Ethereum')
  for (const failWith of [
    { code: 5000, message: 'User rejected the request' },
    { code: -32603, message: 'The request was cancelled by the user' },
    { code: 4001, message: 'User denied' },
  ]) {
    const before = switching(await wallet.asked()).length
    await wallet.script({ failWith })
    await widget.button('Try again').click()
    await expect.poll(async () => switching(await wallet.asked()).length).toBe(before + 1)
    await widget.says('Request cancelled')
  }
  expect(switching(await wallet.asked())).not.toContain('wallet_addEthereumChain')
  expect(await wallet.chainId()).toBe(1)
})

test('behavior: on a network which the site does not support the modal cannot be closed and shakes for 500 ms', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().picks('useChain', 31337)
  const widget = await dapp.openModal()
  await widget.shows('Switch network')
  await expect(widget.text('Harbour Wallet is on Local chain, which this site does not support.')).toBeVisible()
  for (const leave of [
    () => widget.close.click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(40, 700),
  ]) {
    const shook = widget.root.locator('[role=dialog][data-shake]')
    const seen = expect(shook).toHaveCount(1)
    await leave()
    await seen
    await expect(shook).toHaveCount(0)
    await widget.shows('Switch network')
  }
  await widget.row('Ethereum').click()
  await dapp.wallet().approve()
  await widget.shows('Account')
  await expect(widget.button('Network: Ethereum')).toBeVisible()
})

test('behavior: a wallet that moves to an unsupported network while the modal is open is caught, and may disconnect', async ({
  dapp,
}) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await dapp.wallet().picks('useChain', 31337)
  await widget.shows('Switch network')
  await widget.button('Disconnect').click()
  await widget.shows('Connect wallet')
  await expect.poll(() => dapp.account()).toBeUndefined()
})

test("behavior: on the local network a ribbon says 'Local', on Ethereum none does", async ({ dapp }) => {
  await dapp.open({ options: { networks: 'eip155:1,eip155:31337' } })
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('Local', { exact: true })).toBeHidden()
  await dapp.wallet().picks('useChain', 31337)
  await expect(widget.text('Local', { exact: true })).toBeVisible()
  await expect(widget.button(/^Network: Local/)).toBeVisible()
})

test('behavior: bridge.switchNetwork asks the wallet once and rejects with its refusal', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const wallet = dapp.wallet()
  const answer = dapp.page.evaluate(() =>
    window.bridge.switchNetwork('eip155:8453').then(
      () => 'done',
      (error) => Object(error).code,
    ),
  )
  await wallet.reject()
  expect(await answer).toBe(4001)
  const again = dapp.page.evaluate(() => window.bridge.switchNetwork('eip155:8453'))
  await wallet.approve()
  await again
  expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x2105' })
  expect(switching(await wallet.asked())).toHaveLength(2)
})
