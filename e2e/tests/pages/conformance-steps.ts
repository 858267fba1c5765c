import { hasStep, type LibraryRow, type Step, steps } from '../../conformance/table.ts'
import { expect, test } from '../fixtures.ts'
import type { ConformancePage } from './conformance.ts'
import type { Ecosystem } from './ecosystems.ts'

/** The wallet under a library's dApp, and what its user does in each step. Addresses are in the form that the library reports. */
export type ConformanceWallet = {
  /** Connects from the open page; resolves to the account. */
  readonly connect: () => Promise<string>
  /** Approves the request that the page has sent; `isReviewed`: the widget has it reviewed, whichever the wallet is. */
  readonly approve: (request: { readonly isReviewed: boolean }) => Promise<unknown>
  /** Clicks a button of the page and rejects its request in the wallet. */
  readonly reject: (button: string) => Promise<unknown>
  /** Checks after a switch that the wallet uses the network. */
  readonly usesNetwork?: (chainId: number) => Promise<unknown>
  /** Checks after a reload that the wallet was not asked to connect. */
  readonly isNotPrompted: () => Promise<unknown>
  /** Changes to another account in the wallet; resolves to it. */
  readonly changeAccount: () => Promise<string>
}

/**
 * Runs steps of the table, by default all of them, with a wallet on an open page. The signature of each message is verified with the account that
 * the library reports, and each payment by the balance on the chain.
 */
export async function runConformanceSteps(
  page: ConformancePage,
  row: LibraryRow,
  ecosystem: Ecosystem,
  wallet: ConformanceWallet,
  chosen: readonly Step[] = steps,
): Promise<void> {
  const { dapp } = page
  let account = ''
  const approve = () => wallet.approve({ isReviewed: false })
  const approveReviewed = () => wallet.approve({ isReviewed: true })
  const signMessage = async (message: string) => {
    const signature = await page.signMessage(message, approve)
    expect(await ecosystem.verifyMessage(message, signature, account)).toBe(true)
  }
  const stepActions: Readonly<Record<Step, () => Promise<unknown>>> = {
    connect: async () => {
      await (await dapp.openModal()).close.click()
      expect(await page.failure()).toMatch(row.dismissal ?? row.rejection)
      account = await wallet.connect()
    },
    'sign message': () => signMessage('Grüße aus dem Hafen'),
    'sign typed data': async () => {
      const signature = await page.clickAction('Sign typed data', approveReviewed)
      expect(await ecosystem.verifyReceipt(signature, account)).toBe(true)
    },
    send: async () => {
      await page.sendPayment(ecosystem, account, approve)
      await page.sendCall(ecosystem, approveReviewed)
    },
    reject: async () => {
      await wallet.reject('Sign message')
      expect(await page.failure()).toMatch(row.rejection)
    },
    'switch network': async () => {
      await page.fill('Network', '8453')
      await page.clickAction('Switch network')
      await expect(page.chain).toHaveText('8453')
      await wallet.usesNetwork?.(8453)
    },
    reload: async () => {
      await dapp.page.reload()
      await page.hasAccount(account)
      await wallet.isNotPrompted()
      await signMessage('Back again')
    },
    accounts: async () => {
      account = await wallet.changeAccount()
      await page.hasAccount(account)
      await signMessage('As another')
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
  for (const step of chosen) if (hasStep(row, step)) await test.step(step, stepActions[step])
}
