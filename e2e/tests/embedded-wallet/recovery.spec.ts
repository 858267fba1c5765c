import { expect, reducedMotion, test } from '../fixtures.ts'
import { Inbox, logInByEmail, newEmail, onNewDevice, openVault } from '../pages/embedded-wallet.ts'

test.use(reducedMotion)

test('help of the operator › requested on a new device, answered, signs there', async ({ dapp, browser }) => {
  const email = newEmail()
  const inbox = new Inbox(dapp.world, email)
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, email)
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await vault.row('Help of the operator').click()
  await expect(vault.text(/the operator could take this wallet/)).toBeVisible()
  await vault.button('Turn on').click()
  await vault.announces('Your wallet is safe')
  const address = await dapp.account()

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await onNewDevice(context, dapp.world, email)
  expect(await other.account()).toBe(address)
  const response = other.request('personal_sign', ['0x68656c6c6f', address])
  await other.waitUntilOpen()
  const restoring = await openVault(other, 'Review in your wallet')
  await restoring.row('Ask the operator for help').click()
  await restoring.button('Send a code').click()
  await restoring.field('Code from the email').fill(await inbox.code(3))
  await restoring.button('Continue').click()
  await expect(restoring.text('Your request waits')).toBeVisible()
  await expect(restoring.text(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/)).toBeVisible()

  // The device that has the wallet signs, and is then told of the request.
  const signature = dapp.request('personal_sign', ['0x68656c6c6f', address])
  await dapp.waitUntilOpen()
  const signing = await openVault(dapp, 'Review in your wallet')
  await signing.approve()
  expect(await signature).toMatchObject({ is: 'ok' })
  await expect(signing.text('A recovery of your wallet was requested')).toBeVisible()
  await signing.button('I requested it').click()
  await signing.closesItself()

  // A program that opens the link of the notice cancels nothing.
  await expect.poll(async () => (await inbox.messages()).length).toBe(4)
  const notice = await context.newPage()
  await notice.goto(await inbox.link(4))
  await expect(notice.getByRole('button', { name: 'Cancel the recovery' })).toBeVisible()
  await notice.close()

  // The key of the request survives the page.
  await restoring.page.reload()
  await expect(restoring.text('Your request waits')).toBeVisible()
  await fetch(`${dapp.world.stack.widget.loopback}/__control/recoveries`, { method: 'POST' })
  await restoring.button('Look again').click()
  await expect(restoring.text('The operator has answered')).toBeVisible()
  await restoring.button('Open wallet').click()
  await restoring.approve()
  expect(await response).toMatchObject({ is: 'ok' })
  await context.close()
})
