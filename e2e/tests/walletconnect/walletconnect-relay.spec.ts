import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

const message = '0x68656c6c6f'
const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/)

test('relay down › pairing URI on screen › back, the URI still connects', async ({ dapp, phone, relay }) => {
  await dapp.open({ wallets: 'none' })
  const link = await dapp.pairingLink()
  await relay.disconnectWhile(() => expect(dapp.widget.qrCode).toBeVisible())
  await phone.pair(link)
  await dapp.waitForAccountOf(phone)
})

test('relay down › phone decides › the approval arrives when it is back', async ({ dapp, phone, relay }) => {
  await dapp.open({ wallets: 'none' })
  await phone.script({ proposals: { is: 'ignore' } })
  await phone.pair(await dapp.pairingLink())
  await expect.poll(() => phone.asked()).toEqual(['proposal'])
  await phone.approvePendingWhile((answers) => relay.disconnectWhile(answers))
  await dapp.waitForAccountOf(phone)
  expect(await phone.asked()).toEqual(['proposal'])
})

test('relay down › request pending › request kept, one response arrives', async ({ dapp, phone, relay }) => {
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  await phone.script({ requests: { is: 'ignore' } })
  const answer = dapp.request('personal_sign', [message, await phone.address('eip155:1')])
  await expect.poll(() => phone.asked()).toEqual(['proposal', 'personal_sign'])
  await phone.approvePendingWhile((answers) => relay.disconnectWhile(answers))
  expect(await answer).toMatchObject({ is: 'ok', result: signature })
  expect(await phone.asked()).toEqual(['proposal', 'personal_sign'])
})

test('relay silent › reported after 10 s › retry shows a URI that connects', async ({
  dapp,
  phone,
  relay,
  page,
}) => {
  await page.clock.install()
  await dapp.open({ wallets: 'none' })
  await relay.fault({ is: 'silent' })
  const widget = await dapp.openModal()
  await widget.clickRow('WalletConnect')
  await expect.poll(async () => (await relay.connections()).open).toBe(1)
  await page.clock.fastForward(10_000)
  await widget.alerts('Can’t reach WalletConnect')
  await widget.button('Try again').click()
  await widget.announces('Preparing the connection')
  await relay.fault({ is: 'none' })
  await phone.pair(await dapp.copiedLink())
  await dapp.waitForAccountOf(phone)
})

test('relay unreachable › reported after 10 s › the URI appears once it is back', {
  tag: '@long',
}, async ({ dapp, phone, relay, page }) => {
  await page.clock.install()
  await dapp.open({ wallets: 'none' })
  const widget = await dapp.openModal()
  await relay.disconnectWhile(async () => {
    await widget.clickRow('WalletConnect')
    await widget.announces('Preparing the connection')
    await page.clock.fastForward(10_000)
    await widget.alerts('Can’t reach WalletConnect')
  })
  await phone.pair(await dapp.copiedLink())
  await dapp.waitForAccountOf(phone)
})

test('pairing URI › renewed 10 s before its 4 minutes end › earlier one works', async ({
  dapp,
  phone,
  page,
}) => {
  await page.clock.install()
  await dapp.open({ wallets: 'none' })
  const first = await dapp.pairingLink()
  await page.clock.fastForward(230_000)
  await expect.poll(() => dapp.copiedLink()).not.toBe(first)
  await phone.pair(await dapp.copiedLink())
  await dapp.waitForAccountOf(phone)
})
