import { type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from '#shared/zod.ts'
import type { TestWorld } from '../world.ts'
import { Dapp } from './dapp.ts'
import { Widget } from './widget.ts'

const inboxSchema = z.object({ messages: z.array(z.string()) })

/** An address of the local world that no other test uses. */
export const newEmail = (): string => `ada-${crypto.randomUUID().slice(0, 8)}@mail.example`

/** The mailbox of an address in the local world's mail server. */
export class Inbox {
  readonly #url: string

  constructor({ stack }: TestWorld, email: string) {
    this.#url = `${stack.widget.loopback}/__control/mail?to=${encodeURIComponent(email)}`
  }

  async messages(): Promise<readonly string[]> {
    return z.parse(inboxSchema, await (await fetch(this.#url)).json()).messages
  }

  /** The code in the message of this number, counted from 1, once it has arrived. */
  async code(number = 1): Promise<string> {
    await expect.poll(async () => (await this.messages()).length).toBeGreaterThanOrEqual(number)
    const [code = ''] = /\b\d{6}\b/.exec((await this.messages())[number - 1] ?? '') ?? []
    return code
  }

  /** The link with a token in the message of this number, counted from 1. */
  async link(number: number): Promise<string> {
    // Quoted-printable.
    const mail = ((await this.messages())[number - 1] ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const [link = ''] = /https?:\/\/\S+\?token=[0-9a-f]{64}/.exec(mail) ?? []
    return link
  }
}

/** Page object of the vault's window. */
export class VaultPage extends Widget {
  readonly page: Page

  constructor(page: Page) {
    super(page)
    this.page = page
  }

  /** Waits until the window has closed by itself. */
  async closesItself(): Promise<void> {
    await expect.poll(() => this.page.isClosed()).toBe(true)
  }

  /** Approves the request on screen, once its button is enabled. */
  async approve(): Promise<void> {
    await this.button('Confirm').click()
  }
}

/** The vault's window that an action opens. */
export async function openedVault(dapp: Dapp, open: () => Promise<unknown>): Promise<VaultPage> {
  const opened = dapp.page.context().waitForEvent('page')
  await open()
  return new VaultPage(await opened)
}

/** Clicks what opens the vault, and returns its window. */
export const openVault = (dapp: Dapp, button: string | RegExp): Promise<VaultPage> =>
  openedVault(dapp, () => dapp.widget.button(button).click())

/** Logs in by e-mail in the open modal, up to the first view after it. */
export async function continueByEmail(
  { widget, world }: Dapp,
  email: string,
  message: number,
): Promise<void> {
  await widget.clickRow('Continue with email')
  await widget.field('Email').fill(email)
  await widget.button(/^Continue$/).click()
  await widget.field('Code').fill(await new Inbox(world, email).code(message))
}

/** Opens the modal, and logs in by e-mail, up to the first view after it. */
export async function logInByEmail(dapp: Dapp, email: string, message = 1): Promise<void> {
  await dapp.openModal()
  await continueByEmail(dapp, email, message)
}

/** The same user on a new device, which has no keys: another browser profile, with the code of the second message. */
export async function onNewDevice(context: BrowserContext, world: TestWorld, email: string): Promise<Dapp> {
  const dapp = new Dapp(await context.newPage(), world, [])
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, email, 2)
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  return dapp
}

/** Signs up by e-mail: logs in, creates the wallet in the vault, and postpones the backup. */
export async function signUpByEmail(dapp: Dapp, email: string): Promise<void> {
  await logInByEmail(dapp, email)
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await vault.button('Later').click()
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  await vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()
}
