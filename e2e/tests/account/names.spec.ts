import { isHex, parseEther } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('name › registered by a signature › Account shows it', async ({ dapp, testAccounts }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'Account' })
  await widget.button('Get a name').click()
  await widget.shows('Get a name')
  await widget.field('Name').fill('boris')
  await expect(widget.text('boris.reown.id is taken')).toBeVisible()
  await widget.field('Name').fill('Harbour Light')
  await expect(widget.text('Only letters a to z, digits and hyphens')).toBeVisible()
  await widget.field('Name').fill('HarbourLight')
  await expect(widget.text('harbourlight.reown.id is available', { exact: true })).toBeVisible()
  await widget.clickGated(widget.button('Register'))
  await dapp.wallet().approve()
  await expect(widget.text('harbourlight.reown.id is yours')).toBeVisible()
  await widget.button('See account').click()
  await widget.shows('Account')
  await expect(widget.root.getByRole('heading', { name: 'harbourlight.reown.id' })).toBeVisible()
  await expect(widget.root.getByTitle(testAccounts.harbour[0].address)).toBeVisible()
})

test('name registered on Base › Account › shown on Base, not on Ethereum', async ({ dapp }) => {
  const switchNetwork = async (id: string) => {
    void dapp.page.evaluate((chain) => window.bridge.switchNetwork(chain), id)
    await expect.poll(async () => (await dapp.state()).chains).toEqual([id])
  }
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  await switchNetwork('eip155:8453')
  const widget = await dapp.openView({ view: 'Account' })
  await widget.button('Get a name').click()
  await widget.field('Name').fill('baselight')
  await expect(widget.text('baselight.reown.id is available', { exact: true })).toBeVisible()
  await widget.clickGated(widget.button('Register'))
  await expect(widget.text('baselight.reown.id is yours')).toBeVisible()
  await widget.button('See account').click()
  await expect(widget.root.getByRole('heading', { name: 'baselight.reown.id' })).toBeVisible()
  await widget.close.click()
  await switchNetwork('eip155:1')
  await dapp.openView({ view: 'Account' })
  await expect(widget.button('Get a name')).toBeVisible()
  await expect(widget.root.getByRole('heading', { name: 'baselight.reown.id' })).toHaveCount(0)
})

test('send to a name › ENS or registered › reaches the owner’s address', async ({ dapp, world }) => {
  const chain = world.chain(1)
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const paidAddresses = new Set<string>()
  for (const name of ['anna.eth', 'boris.wcn.id']) {
    const widget = await dapp.openView({ view: 'WalletSend' })
    await widget.fillSend({ token: 'ETH', amount: '0.001', to: name })
    await expect(widget.fact('To')).toContainText(name)
    const [to] = /0x[0-9a-fA-F]{40}/.exec((await widget.fact('To').textContent()) ?? '') ?? []
    if (!isHex(to)) throw new Error(`The review of ${name} has no whole address`)
    const before = await chain.balance(to)
    await widget.button('Send in Harbour Wallet').click()
    await widget.announces('Confirmed')
    expect((await chain.balance(to)) - before).toBe(parseEther('0.001'))
    paidAddresses.add(to)
    await widget.button('Done').click()
  }
  expect(paidAddresses.size).toBe(2)
})
