import { rows } from '../../conformance/table.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { ConformancePage } from '../pages/conformance.ts'
import { ecosystems } from '../pages/ecosystems.ts'

test.use(reducedMotion)

for (const row of rows) {
  test(`dApp of ${row.title} › embedded wallet › signs and pays in the vault @long`, async ({
    dapp,
    world,
    testAccounts,
  }) => {
    test.slow()
    const ecosystem = ecosystems[row.network ?? row.namespace](world, testAccounts)
    const page = new ConformancePage(dapp, row)
    const address = await page.signUp(ecosystem)
    await page.fill('Message', 'Two coffees')
    const signature = await page.approveInVault('Sign message')
    expect(await ecosystem.verifyMessage('Two coffees', signature, address)).toBe(true)
    await ecosystem.fund(address)
    const to = ecosystem.newAddress()
    await page.fill('To', to)
    await page.fill('Amount in base units', String(ecosystem.amount))
    await page.approveInVault('Send')
    await expect.poll(() => ecosystem.balance(to)).toBe(ecosystem.amount)
  })
}
