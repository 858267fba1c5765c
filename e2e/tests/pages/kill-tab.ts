import { expect } from '@playwright/test'
import { Dapp } from './dapp.ts'

type Harbour = { readonly harbour: readonly { readonly label: string }[] }

/**
 * Crashes the process of a tab without an event to its page, opens the host with Harbour Wallet in a new tab, and waits until
 * the account is restored.
 */
export async function killTab({ page, world }: Dapp, { harbour }: Harbour, chainId = 1): Promise<Dapp> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const isGone = page.waitForEvent('crash')
  // The process ends before it can respond.
  session.send('Page.crash').catch(() => {})
  await isGone
  await page.close()
  const next = new Dapp(await context.newPage(), world, [])
  await next.open({ wallets: [{ id: 'harbour', accounts: harbour.map(({ label }) => label), chainId }] })
  await expect.poll(() => next.account()).toBeDefined()
  return next
}
