import { expect, reducedMotion, test } from './fixtures.ts'
import { advanceClockUntil } from './pages/advance-clock.ts'
import { VerifyHost } from './pages/verify-host.ts'

test.use(reducedMotion)

const attestations = 'https://verify.walletconnect.org/v3/attestation'

test('behavior: a deployment that wants Verify says that the site is checked, and goes on after 5 s without an answer', async ({
  dapp,
  phone,
  page,
  world,
}) => {
  const verify = await VerifyHost.before(page)
  await verify.isWanted(world.stack)
  await page.clock.install()
  await dapp.open({ wallets: 'none', project: 'verified' })
  const widget = await dapp.openModal()
  await widget.row('WalletConnect').click()
  await widget.says('Checking this site…')
  await expect.poll(() => verify.asked).toEqual([attestations])
  await page.clock.fastForward(5_000)
  await phone.pair(await dapp.copiedLink())
  await dapp.hasAccountOf(phone)
})

test('behavior: a Verify host that answers is not waited for any longer', async ({
  dapp,
  phone,
  page,
  world,
}) => {
  const verify = await VerifyHost.before(page, 'attestation')
  await verify.isWanted(world.stack)
  await page.clock.install()
  await dapp.open({ wallets: 'none', project: 'verified' })
  await dapp.openModal()
  // From here on time passes only when the test says so: without an answer the SDK waits for 5 s.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await dapp.widget.row('WalletConnect').click()
  await advanceClockUntil(page, () => dapp.widget.code.isVisible(), 4_000)
  await page.clock.resume()
  await phone.pair(await dapp.copiedLink())
  await dapp.hasAccountOf(phone)
  expect(verify.asked).toEqual([attestations])
})

test('behavior: by default no Verify host is asked, neither for a pairing nor for a request', async ({
  dapp,
  phone,
  page,
}) => {
  const verify = await VerifyHost.before(page)
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  const address = await phone.address('eip155:1')
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', address])).toMatchObject({ is: 'ok' })
  expect(verify.asked).toEqual([])
})
