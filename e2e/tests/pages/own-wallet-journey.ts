import { expect } from '@playwright/test'
import { type Hex, isHex, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Dapp } from './dapp.ts'
import { openVault, VaultPage } from './embedded-wallet.ts'
import { Provider } from './provider.ts'

/** What a test does to the vault's window before it is used, such as adding an authenticator. */
type Prepare = (vault: VaultPage) => Promise<unknown>
const noPreparation: Prepare = async () => undefined

/** Saves a recovery code in a vault that offers ways to keep the wallet. @returns the code in groups */
export async function saveRecoveryCode(vault: VaultPage): Promise<string> {
  await vault.row('Save a recovery code').click()
  const text = (await vault.page.getByTestId('recovery-code').textContent()) ?? ''
  await vault.field('Last five characters').fill(text.slice(-5))
  await vault.button('I saved it').click()
  await vault.announces('Your wallet is safe')
  await vault.closesItself()
  return text.match(/.{5}/g)?.join('-') ?? ''
}

/** The page's account, once there is one. */
export async function accountOf(dapp: Dapp): Promise<Hex> {
  await expect.poll(() => dapp.account()).not.toBeUndefined()
  const account = await dapp.account()
  if (!isHex(account)) throw new Error(`${account} is not an Ethereum address`)
  return account
}

/** Buys ether with the test card, until the chain has it. */
export async function buyEther(dapp: Dapp): Promise<void> {
  const { widget, page, world } = dapp
  await dapp.openModal()
  await widget.shows('Account')
  await widget.button('Buy').click()
  await widget.shows('Buy')
  await widget.button(/^You get: /).click()
  await widget.clickRow('ETH')
  await widget.field('You pay').fill('100')
  const opens = page.context().waitForEvent('page')
  await widget.button('Continue to Meld').click()
  const provider = new Provider(await opens)
  await provider.payByTestCard()
  await widget.announces(/^Purchase complete/)
  expect(await world.chain(1).balance(await accountOf(dapp))).toBeGreaterThan(parseEther('0.02'))
  await widget.close.click()
}

/** Pays the shop's coffee, until the chain has the payment. */
export async function payCoffee(dapp: Dapp, prepare = noPreparation): Promise<void> {
  const { widget, page, world } = dapp
  const [chain, shop] = [world.chain(1), world.account('shop').address]
  const before = await chain.balance(shop)
  await dapp.waitForPointer()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await dapp.waitUntilOpen()
  await widget.openReview()
  await widget.button('Send in Drawbridge').click()
  const vault = await openVault(dapp, 'Review in your wallet')
  await prepare(vault)
  await vault.approve()
  await vault.closesItself()
  await expect.poll(() => chain.balance(shop)).toBeGreaterThanOrEqual(before + parseEther('0.005'))
}

/** Signs a message on a device that has no keys: the vault restores the wallet by the recovery code first. */
export async function signAfterRestoring(dapp: Dapp, code: string): Promise<void> {
  const response = dapp.request('personal_sign', ['0x68656c6c6f', await accountOf(dapp)])
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, 'Review in your wallet')
  await vault.row('Use a recovery code').click()
  await vault.field('Recovery code').fill(code)
  await vault.button('Restore').click()
  await vault.approve()
  expect(await response).toMatchObject({ is: 'ok' })
}

/** Opens the vault by a row of the wallet's settings. */
export async function openVaultBySettings(
  dapp: Dapp,
  row: string,
  prepare = noPreparation,
): Promise<VaultPage> {
  const { widget } = dapp
  await dapp.openModal()
  await widget.clickRow('Wallet settings')
  const opened = dapp.page.context().waitForEvent('page')
  await widget.clickRow(row)
  const vault = new VaultPage(await opened)
  await prepare(vault)
  return vault
}

/** Shows the words of the wallet. @returns the address that another app derives from them */
export async function addressOfWords(dapp: Dapp, prepare = noPreparation): Promise<Hex> {
  const vault = await openVaultBySettings(dapp, 'Recovery phrase and keys', prepare)
  await vault.row('Show the 12 words').click()
  await vault.button('Show the words').click()
  const words = await vault.page.getByTestId('recovery-phrase').locator('li').allTextContents()
  return mnemonicToAccount(words.map((word) => word.trim()).join(' ')).address
}
