import { hasStep, rows, type Step, steps } from '../../conformance/table.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import { ConformancePage } from '../pages/conformance.ts'
import { ecosystems } from '../pages/ecosystems.ts'
import { recordReviews } from '../pages/record-reviews.ts'
import { rotatingTests } from '../rotating-tests.ts'
import { withSecondGateway } from '../second-gateway.ts'

test.use(reducedMotion)

// The long run has every library; a library changes only with the lockfile.
const testOfLibrary = rotatingTests({ of: 3 })

for (const row of rows) {
  testOfLibrary()(
    `dApp of ${row.title} › signs and pays › no review; a contract call has one`,
    async ({ dapp, world, testAccounts, page: tab }) => {
      const reviews = await recordReviews(tab)
      // With one gateway, a single node's metadata decodes the calls of a chain, and every request is reviewed.
      if (row.namespace === 'polkadot') await withSecondGateway(tab, world)
      const ecosystem = ecosystems[row.network ?? row.namespace](world, testAccounts)
      const { address } = ecosystem
      const page = new ConformancePage(dapp, row)
      await page.open(ecosystem)
      await page.connect(ecosystem)
      const signature = await page.signMessage('Two coffees')
      expect(await ecosystem.verifyMessage('Two coffees', signature, address)).toBe(true)
      await page.sendPayment(ecosystem, address)
      expect(reviews).toEqual([])
      await page.sendCall(ecosystem)
      expect(reviews).toHaveLength(1)
    },
  )

  test(`dApp of ${row.title} › all operations › work through the widget, events arrive @long`, async ({
    dapp,
    world,
    testAccounts,
    browserErrors,
    page: tab,
  }) => {
    test.slow()
    if (row.namespace === 'polkadot') await withSecondGateway(tab, world)
    const ecosystem = ecosystems[row.network ?? row.namespace](world, testAccounts)
    const { address, otherAddress, verifyMessage, verifyReceipt } = ecosystem
    const wallet = dapp.wallet(ecosystem.wallet.id)
    const page = new ConformancePage(dapp, row)
    await page.open(ecosystem)

    const stepActions: Readonly<Record<Step, () => Promise<unknown>>> = {
      connect: async () => {
        if (row.consoleError) browserErrors.expect(row.consoleError)
        await (await dapp.openModal()).close.click()
        expect(await page.failure()).toMatch(row.dismissal ?? row.rejection)
        await page.connect(ecosystem)
      },
      'sign message': async () => {
        const signature = await page.signMessage('Grüße aus dem Hafen')
        expect(await verifyMessage('Grüße aus dem Hafen', signature, address)).toBe(true)
      },
      'sign typed data': async () => {
        // It is reviewed, because the widget cannot decode its purpose.
        const signature = await approveReviewsDuring(dapp, page.clickAction('Sign typed data'))
        expect(await verifyReceipt(signature, address)).toBe(true)
      },
      send: () => page.sendPayment(ecosystem, address),
      reject: async () => {
        await wallet.script({ mode: 'reject' })
        await page.button('Sign message').click()
        expect(await page.failure()).toMatch(row.rejection)
        await wallet.script({ mode: 'approve' })
      },
      'switch network': async () => {
        await page.fill('Network', '8453')
        await page.clickAction('Switch network')
        await expect(page.chain).toHaveText('8453')
        expect(await wallet.chainId()).toBe(8453)
      },
      reload: async () => {
        await dapp.page.reload()
        await page.hasAccount(address)
        expect(await verifyMessage('Back again', await page.signMessage('Back again'), address)).toBe(true)
        expect(await wallet.promptCount()).toBe(0)
      },
      accounts: async () => {
        await wallet.select('useAccount', 1)
        await page.hasAccount(otherAddress)
        const signature = await page.signMessage('As another')
        expect(await verifyMessage('As another', signature, otherAddress)).toBe(true)
      },
      disconnect: async () => {
        // If a dApp cannot request it, the user disconnects in the widget.
        if (row.namespace === 'polkadot') await dapp.disconnect()
        else await page.clickAction('Disconnect')
        await expect(page.status).toHaveText('Not connected')
        await expect(page.accounts).toHaveText('')
        await expect.poll(() => dapp.account()).toBeUndefined()
      },
    }
    for (const step of steps) if (hasStep(row, step)) await test.step(step, stepActions[step])
  })

  test(`dApp of ${row.title} › phone over WalletConnect › connects, signs and pays @long`, async ({
    dapp,
    world,
    testAccounts,
    phone,
    page: tab,
  }) => {
    test.slow()
    if (row.namespace === 'polkadot') await withSecondGateway(tab, world)
    const ecosystem = ecosystems[row.network ?? row.namespace](world, testAccounts)
    const page = new ConformancePage(dapp, row)
    await page.open(ecosystem)
    await dapp.connectPhone(phone)
    await page.result()
    const address = ecosystem.toWidgetAddress(await phone.address(ecosystem.chain))
    await page.hasAccount(address)
    const signature = await page.signMessage('Two coffees')
    expect(await ecosystem.verifyMessage('Two coffees', signature, address)).toBe(true)
    await page.sendPayment(ecosystem, address)
  })
}
