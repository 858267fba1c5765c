import { expect, reducedMotion, test } from '../fixtures.ts'
import { advanceClockUntil } from '../pages/advance-clock.ts'
import { VerifyHost } from '../pages/verify-host.ts'

test.use(reducedMotion)

const attestations = 'https://verify.walletconnect.org/v3/attestation'

test('Verify enabled › no response › shows the check, continues after 5 s', async ({
  dapp,
  phone,
  page,
  world,
}) => {
  const verify = await VerifyHost.intercept(page)
  await verify.enable(world.stack)
  await page.clock.install()
  await dapp.open({ wallets: 'none', project: 'verified' })
  const widget = await dapp.openModal()
  await widget.clickRow('WalletConnect')
  await widget.announces('Checking this site…')
  await expect.poll(() => verify.requestedUrls).toEqual([attestations])
  await page.clock.fastForward(5_000)
  await phone.pair(await dapp.copiedLink())
  await dapp.waitForAccountOf(phone)
})

test('Verify host responds › no further wait', async ({ dapp, phone, page, world }) => {
  const verify = await VerifyHost.intercept(page, 'attestation')
  await verify.enable(world.stack)
  await page.clock.install()
  await dapp.open({ wallets: 'none', project: 'verified' })
  await dapp.openModal()
  // From here on the test controls the clock: without a response the SDK waits for 5 s.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await dapp.widget.clickRow('WalletConnect')
  await advanceClockUntil(page, () => dapp.widget.qrCode.isVisible(), 4_000)
  await page.clock.resume()
  await phone.pair(await dapp.copiedLink())
  await dapp.waitForAccountOf(phone)
  expect(verify.requestedUrls).toEqual([attestations])
})

test('Verify › default › no request for a pairing or a wallet request', async ({ dapp, phone, page }) => {
  const verify = await VerifyHost.intercept(page)
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  const address = await phone.address('eip155:1')
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', address])).toMatchObject({ is: 'ok' })
  expect(verify.requestedUrls).toEqual([])
})
