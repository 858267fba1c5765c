import { expect, reducedMotion, test } from '../fixtures.ts'
import { axeViolations } from '../pages/axe-violations.ts'
import { logInByEmail, newEmail, openVault, type VaultPage } from '../pages/embedded-wallet.ts'

test.use(reducedMotion)

/** Serious axe violations of the vault's document, whose theme follows the system. The fixtures cover every screen alone. */
async function violations({ page }: VaultPage): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await axeViolations(page)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

test('vault’s window › sign up, back up, sign, light and dark › no serious axe violation @long', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const creation = await openVault(dapp, 'Create wallet')
  await expect(creation.button('Create wallet')).toBeVisible()
  expect.soft(await violations(creation)).toEqual([])
  await creation.button('Create wallet').click()
  await creation.announces('Your wallet is ready')
  expect.soft(await violations(creation)).toEqual([])
  await creation.row('Save a recovery code').click()
  await creation.announces('Your recovery code')
  const code = (await creation.page.getByTestId('recovery-code').textContent()) ?? ''
  await creation.button('I saved it').click()
  expect.soft(await violations(creation)).toEqual([])
  await creation.field('Last five characters').fill(code.slice(-5))
  await creation.button('I saved it').click()
  await creation.announces('Your wallet is safe')
  await expect(dapp.widget.sheet).toBeHidden()

  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  const signature = await openVault(dapp, 'Review in your wallet')
  await expect(signature.text('hello')).toBeVisible()
  expect.soft(await violations(signature)).toEqual([])
  await signature.approve()
  expect(await response).toMatchObject({ is: 'ok' })
})
