import { expect, type Page } from '@playwright/test'
import type { Dapp } from './dapp.ts'
import { chooseService } from './social-login.ts'

/** What a phone signs in place of the request, and with which key. */
type Approval = {
  readonly signer?: 'auth-address' | 'other-key'
  readonly change?: { readonly domain?: string; readonly nonce?: string; readonly fid?: number }
}

/** A user name of Farcaster that no other test uses. */
export const newFarcasterName = (): string => `ada-${crypto.randomUUID().slice(0, 8)}`

/** Opens the modal and chooses Farcaster. @returns the URL of the QR code, as its Copy button has it. */
export async function farcasterUrl(dapp: Dapp): Promise<string> {
  await chooseService(dapp, 'Farcaster')
  return dapp.copiedLink()
}

/** Scans the QR code with the phone of a user, which signs in its background. */
export async function approveOnPhone(
  dapp: Dapp,
  url: string,
  username: string,
  approval: Approval = {},
): Promise<void> {
  const response = await fetch(`${dapp.world.stack.widget.loopback}/__control/farcaster`, {
    method: 'POST',
    body: JSON.stringify({ url, username, ...approval }),
  })
  expect(response.status).toBe(200)
}

/** Opens the URL of the QR code in the app of a phone, in another browser. */
export async function openFarcasterApp(dapp: Dapp, url: string): Promise<Page> {
  const context = await dapp.page.context().browser()?.newContext()
  if (context === undefined) throw new Error('There is no browser')
  const app = await context.newPage()
  await app.goto(url)
  return app
}
