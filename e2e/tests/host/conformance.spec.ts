import { rows } from '../../conformance/table.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import { ConformancePage } from '../pages/conformance.ts'
import { runConformanceSteps } from '../pages/conformance-steps.ts'
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
      await page.sendCall(ecosystem, () => approveReviewsDuring(dapp, page.result()))
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
    const wallet = dapp.wallet(ecosystem.wallet.id)
    const page = new ConformancePage(dapp, row)
    if (row.consoleError) browserErrors.expect(row.consoleError)
    await page.open(ecosystem)
    await runConformanceSteps(page, row, ecosystem, {
      connect: async () => {
        await page.connect(ecosystem)
        return ecosystem.address
      },
      // The wallet approves by itself.
      approve: async ({ isReviewed }) => isReviewed && approveReviewsDuring(dapp, page.result()),
      reject: async (button) => {
        await wallet.script({ mode: 'reject' })
        await page.button(button).click()
        await page.failure()
        await wallet.script({ mode: 'approve' })
      },
      usesNetwork: async (chainId) => expect(await wallet.chainId()).toBe(chainId),
      isNotPrompted: async () => expect(await wallet.promptCount()).toBe(0),
      changeAccount: async () => {
        await wallet.select('useAccount', 1)
        return ecosystem.otherAddress
      },
    })
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
