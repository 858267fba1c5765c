import { isHex, recoverMessageAddress } from 'viem'
import { Inbox, newEmail } from '../pages/embedded-wallet.ts'
import { expect, test } from './fixtures.ts'

test('embedded wallet › signed up by e-mail, created and used in the vault, there after a reload', async ({
  dapp,
  world,
}) => {
  test.slow()
  const email = newEmail()
  await dapp.open({ project: 'shop' })
  const widget = await dapp.openModal()
  await widget.click('Continue with email')
  await widget.type('Email', email)
  await widget.click('Continue')
  await widget.showsText('Code')
  await widget.type('Code', await new Inbox(world, email).code())
  await dapp.inVault(
    () => widget.click('Create wallet'),
    async (vault) => {
      await vault.click('Create wallet')
      await vault.click('Later')
    },
  )
  await dapp.isConnected()
  const account = await dapp.account()
  const answer = await dapp.request('personal_sign', ['0x68656c6c6f', account])
  await dapp.inVault(
    () => widget.click('Review in your wallet'),
    async (vault) => {
      await vault.showsText('hello')
      await vault.click('Confirm')
    },
  )
  await expect.poll(answer, { message: 'answer to the page' }).toMatchObject({ is: 'ok' })
  const { result } = Object(await answer())
  expect(isHex(result) && (await recoverMessageAddress({ message: 'hello', signature: result }))).toBe(
    account,
  )
  await dapp.open({ project: 'shop' })
  await expect.poll(() => dapp.account(), { message: 'account after a reload' }).toBe(account)
})
