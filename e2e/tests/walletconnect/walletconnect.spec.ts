import { expect, reducedMotion, test } from '../fixtures.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

// What a phone does to a session; the chain suites have each of them with the relay.
const rotating = rotatingTests({ of: 2 })

test('one URI › three ecosystems in one session › restored after a reload', async ({
  dapp,
  phone,
  world,
  page,
}) => {
  const { solana, polkadot } = world.stack
  await dapp.open({ options: dapp.allNetworkOptions(), wallets: 'none' })
  await dapp.connectPhone(phone)
  const accounts = async () =>
    (await dapp.state()).accounts.map(({ namespace, address }) => `${namespace}:${address}`).sort()
  const phoneAccounts = [
    `eip155:${await phone.address('eip155:1')}`,
    `polkadot:${await phone.address(polkadot.id)}`,
    `solana:${await phone.address(solana.id)}`,
  ]
  await expect.poll(accounts).toEqual(phoneAccounts)
  expect((await dapp.state()).wallets.filter(({ isConnected }) => isConnected)).toEqual(
    phoneAccounts.map(() => expect.objectContaining({ type: 'appKit' })),
  )
  const proposal = await phone.proposal()
  expect(proposal).toMatchObject({
    // The host's origin by the browser, not by its metadata.
    site: { name: 'Tidewater Coffee', url: world.stack.dapp.origin },
    required: {},
  })

  await page.reload()
  await expect.poll(accounts).toEqual(phoneAccounts)
  expect(await phone.asked()).toEqual(['proposal'])
  const answer = await dapp.request('personal_sign', ['0x68656c6c6f', await phone.address('eip155:1')])
  expect(answer).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  await phone.hasSessions(1)
})

rotating()('user rejects on the phone › neutral, new URI › connects', async ({ dapp, phone }) => {
  await dapp.open({ wallets: 'none' })
  await phone.script({ proposals: { is: 'reject' } })
  const first = await dapp.pairingLink()
  await phone.pair(first)
  await dapp.widget.announces('Request cancelled')
  expect(await dapp.account()).toBeUndefined()
  await phone.script()
  const second = await dapp.copiedLink()
  expect(second).not.toBe(first)
  await phone.pair(second)
  await dapp.waitForAccountOf(phone)
})

rotating()(
  'session approval › partial › only what is approved is connected and offered',
  async ({ dapp, phone, world }) => {
    await dapp.open({ options: dapp.allNetworkOptions(), wallets: 'none' })
    await phone.script({ proposals: { is: 'approve', only: ['eip155:8453'] } })
    await dapp.connectPhone(phone)
    const { accounts, chains } = await dapp.state()
    expect(accounts.map(({ namespace }) => namespace)).toEqual(['eip155'])
    expect(chains).toEqual(['eip155:8453'])
    await expect(dapp.card('solana').address).toHaveText('Not connected')

    const widget = await dapp.openView({ view: 'Networks' })
    await widget.shows('Choose network')
    await expect(widget.row('Base')).toBeVisible()
    await expect(widget.row('Local chain')).toHaveCount(0)
    expect(world.stack.chains).toHaveLength(3)
  },
)

rotating()(
  'session deleted on the phone › gone on the page, and stays gone',
  async ({ dapp, phone, page }) => {
    await dapp.open({ wallets: 'none' })
    await dapp.connectPhone(phone)
    await phone.hasSessions(1)
    await phone.perform({ is: 'delete-sessions' })
    await expect.poll(() => dapp.account()).toBeUndefined()
    await page.reload()
    const widget = await dapp.openModal()
    await widget.shows('Connect wallet')
  },
)

rotating()('disconnect on the page › the session on the phone ends', async ({ dapp, phone }) => {
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  await phone.hasSessions(1)
  await dapp.card('eip155').button('Disconnect').click()
  await expect.poll(() => dapp.account()).toBeUndefined()
  await phone.hasSessions(0)
})

rotating()('chain selected on the phone › becomes the chain of the page', async ({ dapp, phone }) => {
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  await phone.hasSessions(1)
  const events = await dapp.recordEvents()
  await phone.perform({ is: 'change-chain', chainId: 'eip155:8453' })
  await expect.poll(async () => (await events()).map(([name]) => name)).toContain('chainChanged')
})

rotating()(
  'account selected on the phone › used in each ecosystem, also after a reload',
  async ({ dapp, phone, world, page }) => {
    const { solana, polkadot } = world.stack
    await dapp.open({ options: dapp.allNetworkOptions(), wallets: 'none' })
    await dapp.connectPhone(phone)
    const events = await dapp.recordEvents()
    const shown = async () => {
      const { accounts } = await dapp.state()
      return Object.fromEntries(accounts.map(({ namespace, address }) => [namespace, address]))
    }
    const addresses = async (at: number) => ({
      eip155: await phone.address('eip155:1', at),
      solana: await phone.address(solana.id, at),
      polkadot: await phone.address(polkadot.id, at),
    })
    const [first, second] = [await addresses(0), await addresses(1)]
    await expect.poll(shown).toEqual(first)

    await phone.chooseAccount('eip155', 1)
    await expect.poll(shown).toEqual({ ...first, eip155: second.eip155 })
    await expect.poll(events).toContainEqual(['accountsChanged', [second.eip155]])
    await phone.chooseAccount('solana', 1)
    await phone.chooseAccount('polkadot', 1)
    await expect.poll(shown).toEqual(second)
    await expect(dapp.card('solana').address).toHaveAttribute('data-address', second.solana)

    await page.reload()
    await expect.poll(shown).toEqual(second)
    const answer = await dapp.request('personal_sign', ['0x68656c6c6f', second.eip155])
    expect(answer).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    await dapp.openView({ view: 'ProfileWallets' })
    await expect(dapp.widget.row('Pocket Wallet')).toBeVisible()
  },
)

test('before the user chooses it › no WalletConnect code, no relay connection', async ({
  dapp,
  relay,
  page,
}) => {
  const sockets: string[] = []
  const scripts: Promise<string>[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/') && response.url().endsWith('.js'))
      scripts.push(response.text().catch(() => ''))
  })
  /** True if a script contains a method of the relay, which only the WalletConnect SDK does. */
  const loadsRelayClient = async () =>
    (await Promise.all(scripts)).some((code) => code.includes('irn_subscribe'))
  await dapp.open({ options: dapp.allNetworkOptions() })
  await dapp.connect()
  await dapp.openModal()
  await dapp.widget.shows('Account')
  await dapp.widget.close.click()
  await page.reload()
  await expect.poll(() => dapp.account()).toBeDefined()
  expect({ sockets, speaksIt: await loadsRelayClient() }).toEqual({ sockets: [], speaksIt: false })
  expect(await relay.connections()).toEqual({ open: 0, ever: 0 })
  await dapp.card('eip155').button('Disconnect').click()
  await expect.poll(() => dapp.account()).toBeUndefined()
  await dapp.pairingLink()
  expect((await relay.connections()).ever).toBe(1)
  expect(await loadsRelayClient()).toBe(true)
})

test('storage throws › phone pairs, signs › session ends with visit @storage-throws', async ({
  dapp,
  page,
  phone,
}) => {
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  const address = await phone.address('eip155:1')
  await expect.poll(() => dapp.account()).toBe(address)
  const answer = await dapp.request('personal_sign', ['0x68656c6c6f', address])
  expect(answer).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  await page.reload()
  const widget = await dapp.openModal()
  await expect(widget.row('WalletConnect')).toBeVisible()
  expect(await dapp.account()).toBeUndefined()
})
