import { isLong } from '#shared/testing/rotation.ts'
import { rows, type Step, steps } from '../../conformance/table.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { ConformancePage } from '../pages/conformance.ts'
import { type ConformanceWallet, runConformanceSteps } from '../pages/conformance-steps.ts'
import { type Ecosystem, ecosystems } from '../pages/ecosystems.ts'
import { openVault } from '../pages/embedded-wallet.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

/** The embedded wallet of a new user, who decides on each request in the vault. */
function newEmbeddedWallet(page: ConformancePage, ecosystem: Ecosystem): ConformanceWallet {
  const { dapp } = page
  const signUp = async () => {
    const account = await page.signUp()
    await ecosystem.fund(account)
    return account
  }
  const openReview = async () => {
    await dapp.waitUntilOpen()
    return openVault(dapp, 'Review in your wallet')
  }
  return {
    connect: signUp,
    approve: async () => {
      const vault = await openReview()
      await vault.approve()
    },
    reject: async (button) => {
      await page.button(button).click()
      const vault = await openReview()
      await vault.button('Cancel').click()
    },
    isNotPrompted: () => expect(dapp.widget.sheet).toBeHidden(),
    changeAccount: async () => {
      const widget = await dapp.openView({ view: 'Account' })
      await widget.clickRow('Wallet settings')
      await widget.button('Log out').click()
      await expect(page.status).toHaveText('Not connected')
      await widget.close.click()
      return signUp()
    },
  }
}

// The long run has every library with every step; a library changes only with the lockfile.
const testOfLibrary = rotatingTests({ of: rows.length })
const chosenSteps: readonly Step[] = isLong ? steps : ['connect', 'reject', 'reload', 'disconnect']

for (const row of rows)
  testOfLibrary()(
    `dApp of ${row.title} › embedded wallet › requests decided in the vault, events arrive`,
    async ({ dapp, world, testAccounts, browserErrors }) => {
      test.slow()
      if (row.consoleError) browserErrors.expect(row.consoleError)
      const ecosystem = ecosystems[row.network ?? row.namespace](world, testAccounts)
      const page = new ConformancePage(dapp, row)
      await page.openWithEmbeddedWallet(ecosystem)
      await runConformanceSteps(page, row, ecosystem, newEmbeddedWallet(page, ecosystem), chosenSteps)
    },
  )
