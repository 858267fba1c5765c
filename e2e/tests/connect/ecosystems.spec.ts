import type { Request } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { lamports, tokensOf } from '../solana-node.ts'

test.use(reducedMotion)

const recipient = 'J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb'

test('Solana wallet › connects, sends to a new account, reloads › restored', async ({
  dapp,
  world,
  testAccounts,
  page,
}) => {
  const { id } = world.stack.solana
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] }],
    config: { platforms: ['solana'], networks: [id] },
  })
  await dapp.connect('Beacon Wallet', 'beacon')
  const [account] = (await dapp.state()).accounts
  expect(account).toMatchObject({ platform: 'solana', namespace: 'solana' })
  const widget = await dapp.openModal()
  await widget.shows('Account')
  const before = await lamports(world, recipient)
  await widget.openSend()
  await widget.fillSend({ token: 'SOL', amount: '1.25', to: recipient })
  await dapp.wallet('beacon').script({ mode: 'approve' })
  await widget.button('Send in Beacon Wallet').click()
  await widget.announces('Confirmed')
  expect(await lamports(world, recipient)).toBe(before + 1_250_000_000n)
  await page.reload()
  await expect.poll(() => dapp.account()).toBe(account?.address)
})

for (const [where, isDown] of [
  ['the API knows', false],
  ['the chain lists, without the API', true],
] as const) {
  test(`SPL token from ${where} only › sent to a new recipient › deposit shown, paid`, {
    tag: isDown ? [] : '@long',
  }, async ({ dapp, world, testAccounts, browserErrors }) => {
    const { id, mints } = world.stack.solana
    const mint = mints.BARN?.address ?? ''
    const shown = isDown ? `${mint.slice(0, 4)}…${mint.slice(-4)}` : 'BARN'
    if (isDown) {
      browserErrors.expect(/Failed to load resource/)
      await world.fault({ path: '/v1/account', status: 400 })
    }
    const receiver = (await generateKeyPairSigner()).address
    await dapp.open({
      wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] }],
      config: { platforms: ['solana'], networks: [id] },
    })
    await dapp.connect('Beacon Wallet', 'beacon')
    const widget = await dapp.openModal()
    await widget.shows('Account')
    await expect(widget.rowsOf('Tokens').filter({ hasText: shown })).toHaveCount(1)
    await widget.openSend()
    await widget.fillSend({ token: shown, amount: '0.5', to: receiver })
    await expect(widget.fact('Of which deposit')).toContainText(/^0\.00204 SOL/)
    await expect(widget.text('Opens the receiver’s token account. You pay it once.')).toBeVisible()
    await dapp.wallet('beacon').script({ mode: 'approve' })
    await widget.button('Send in Beacon Wallet').click()
    await widget.announces('Confirmed')
    expect(await tokensOf(world, receiver)).toEqual([[mint, '0.5']])
  })
}

test('Polkadot extension › keep-alive transfer › finalized, restored after a reload', async ({
  dapp,
  world,
  testAccounts,
  page,
}) => {
  const { id, accounts } = world.stack.polkadot
  const to = accounts.find(({ label }) => label === 'spare-2')?.address ?? ''
  await dapp.open({
    wallets: [{ id: 'trellis', accounts: [testAccounts.trellis] }],
    config: { platforms: ['polkadot'], networks: [id] },
  })
  await dapp.connect('Trellis Wallet', 'trellis')
  const [account] = (await dapp.state()).accounts
  expect(account).toMatchObject({ platform: 'polkadot', namespace: 'polkadot', walletId: 'polkadot:trellis' })
  const widget = await dapp.openModal()
  await widget.shows('Account')
  // Asset Hub's pallet lists its tokens; only the native currency can be sent.
  await expect(widget.rowsOf('Tokens').nth(1)).toHaveText(/Tether USD.*1,000,000\.00 USDt/)
  await widget.openSend()
  await widget.fillSend({ token: 'ROC', amount: '2.5', to })
  await dapp.wallet('trellis').script({ mode: 'approve' })
  await widget.button('Send in Trellis Wallet').click()
  // Each wait is for one system: the wallet, then the chain.
  await widget.announces(/^(Submitted|Confirmed)/)
  await widget.announces('Confirmed')
  await page.reload()
  await expect.poll(() => dapp.account()).toBe(account?.address)
})

for (const [namespace, id, name, nativePayment] of [
  ['solana', 'beacon', 'Beacon Wallet', /^Pay .* SOL$/],
  ['polkadot', 'trellis', 'Trellis Wallet', /^Pay .* ROC$/],
] as const) {
  test(`payment on ${namespace} › page opens Send › empty form only, fields are rejected`, async ({
    dapp,
    world,
    testAccounts,
  }) => {
    const wallet = { id, namespaces: [namespace], accounts: [testAccounts[id]] }
    const network = world.stack[namespace].id
    await dapp.open({ wallets: [wallet], config: { platforms: [namespace], networks: [network] } })
    await dapp.connect(name, id)
    const open = (request: Readonly<Record<string, string>>) =>
      dapp.page.evaluate(
        (openOptions) =>
          window.bridge.openModal(openOptions).then(
            () => 'opened',
            (error: { readonly code?: number; readonly message?: string }) =>
              `${error.code} ${error.message}`,
          ),
        request,
      )
    const rejection = '-32602 Send parameters are for Ethereum accounts only'
    expect(await open({ view: 'WalletSend', namespace, to: 'somebody' })).toBe(rejection)
    expect(await open({ view: 'WalletSend', chainId: network, amount: '1' })).toBe(rejection)
    await expect(dapp.widget.sheet).toBeHidden()
    await dapp.page.getByRole('button', { name: nativePayment }).click()
    await dapp.widget.shows('Send')
    await expect(dapp.widget.field('To')).toHaveValue('')
  })
}

test('one wallet, three ecosystems › user chooses › connected, restored after a reload', async ({
  dapp,
  world,
  page,
}) => {
  const { solana, polkadot } = world.stack
  const namespaces = async () => (await dapp.state()).accounts.map((account) => Object(account).namespace)
  await dapp.open({
    wallets: ['voyager'],
    config: { platforms: ['ethereum', 'solana', 'polkadot'], networks: ['eip155:1', solana.id, polkadot.id] },
  })
  const widget = await dapp.openModal()
  await widget.clickRow('Voyager')
  await widget.shows('Voyager')
  await widget.clickRow('Solana')
  await dapp.wallet('voyager').approve()
  await expect.poll(namespaces).toEqual(['solana'])
  for (const namespace of ['polkadot', 'eip155']) {
    await dapp.waitForPointer()
    await dapp.openView({ namespace })
    await widget.button(/^Connect a wallet for/).click()
    // A requested namespace is not requested again.
    await widget.clickRow('Voyager')
    await dapp.wallet('voyager').approve()
    await expect.poll(namespaces).toContain(namespace)
  }
  await dapp.waitForPointer()
  await page.reload()
  await expect.poll(namespaces).toEqual(['eip155', 'solana', 'polkadot'])
})

test('wallet discovery › chunk fails to load › the next opening requests it again', async ({
  dapp,
  world,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to (load resource|fetch)|ERR_FAILED/)
  const address = '**/page-wallets.js'
  await page.route(address, (route) => route.abort())
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'] }],
    config: { platforms: ['solana'], networks: [world.stack.solana.id] },
  })
  const count = { requested: 0, failed: 0 }
  const isPageWallets = (request: Request) => request.url().endsWith('/page-wallets.js')
  page.on('request', (request) => (count.requested += Number(isPageWallets(request))))
  page.on('requestfailed', (request) => (count.failed += Number(isPageWallets(request))))
  const widget = await dapp.openModal()
  await expect.poll(() => count.failed).toBeGreaterThan(0)
  await expect(widget.row('Beacon Wallet')).toHaveCount(0)
  await widget.close.click()
  await dapp.waitForPointer()
  // An opening sends several requests; a pending one would also serve the next opening.
  await expect.poll(() => count.failed).toBe(count.requested)
  await page.unroute(address)
  await dapp.openModal()
  await expect(widget.row('Beacon Wallet')).toBeVisible()
})
