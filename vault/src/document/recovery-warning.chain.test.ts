import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRecoveryKey } from '../../../server/src/adapters/recovery-key/recovery-key.ts'
import { createFactorKeys, publicKeyOf } from '../../../shared/recovery/sealed-factor.ts'
import { toBase64url } from '../../../widget-app/src/lib/text/base64url.ts'
import { TicketRefusedError } from '../wallet/vault-session.ts'
import { keep } from './keep-flows.ts'
import { warnOfRecovery } from './recovery-warning.ts'
import {
  type Answers,
  choose,
  enterPhrase,
  openVaultWorld,
  revokeOtherVaults,
  type VaultWorld,
} from './testing/vault-world.ts'
import { unlock } from './wallet-flows.ts'

let world: VaultWorld
beforeEach(async () => {
  const publicKey = await publicKeyOf(await createFactorKeys(false))
  world = await openVaultWorld({ recoveryKey: createRecoveryKey(toBase64url(publicKey)) })
})
afterEach(() => world.server.close())

/**
 * A window on the device with the wallet, after another browser has requested a recovery.
 * @param answersOf gets a function that ends the window's session and removes its frame.
 */
async function openWarned(answersOf: (logOut: () => Promise<void>) => Answers = () => []) {
  const wallet = await world.createdWallet()
  const assisting = await wallet.browser.open(wallet.frame, [choose('assistance'), choose(true)])
  await keep(assisting.ports, false)
  const spare = await world.openBrowser().open(wallet.frame, [choose('phrase'), enterPhrase(wallet.phrase)])
  await unlock(spare.ports)
  world.server.advance(31_000)
  const answers = [choose('assisted'), choose(true), world.enterMailedCode, choose('back')]
  const requesting = await world.openBrowser().open(wallet.frame, answers)
  await expect(unlock(requesting.ports)).rejects.toThrow('No answer')
  let isGone = false
  const requestTicket = () =>
    isGone ? Promise.reject(new TicketRefusedError('The frame is gone')) : wallet.frame.requestTicket()
  const logOut = async () => {
    await revokeOtherVaults(spare.session)
    isGone = true
  }
  const window = await wallet.browser.open({ ...wallet.frame, requestTicket }, answersOf(logOut))
  expect(window.session.account().recovery).toBe('requested')
  return { ...window, logOut }
}

test('session refused, frame gone › ends, asks for no login', async () => {
  const { ports, names, logOut } = await openWarned()
  await logOut()
  await expect(warnOfRecovery(ports)).rejects.toThrow(TicketRefusedError)
  expect(names()).toEqual([])
})

test('session refused after the user cancels › ends, asks for no login', async () => {
  const { ports, names } = await openWarned((logOut) => [async () => logOut().then(() => true)])
  await expect(warnOfRecovery(ports)).rejects.toThrow(TicketRefusedError)
  expect(names()).toEqual(['recovery-alert'])
})

test('session is valid › the user decides', async () => {
  const { ports, session, names } = await openWarned(() => [choose(true)])
  await warnOfRecovery(ports)
  expect(names()).toEqual(['recovery-alert'])
  expect(session.account().recovery).toBe('offered')
})
