import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listedEnvelopes } from '#shared/api/embedded-account.ts'
import { missingWay } from '#shared/api/missing-way.ts'
import { testAudit } from '../../../server/src/store/testing/embedded-user-suite.ts'
import { type Authenticator, PasskeyUnfitError } from '../wallet/authenticator.ts'
import { openByPasskey } from '../wallet/passkeys.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import { keep } from './keep-flows.ts'
import {
  addressOf,
  type CreatedWallet,
  choose,
  confirm,
  credentials,
  enterCode,
  enterPhrase,
  openVaultWorld,
  revokeOtherVaults,
  type VaultWorld,
} from './testing/vault-world.ts'
import { complete, create, isHere, restore, unlock } from './wallet-flows.ts'

const minuteMs = 60_000

const isKept = (session: VaultSession) => missingWay(session.account()) === undefined

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.server.close()
})

/** Saves a recovery code, and returns it. */
async function savedCode({ browser, frame }: CreatedWallet): Promise<string> {
  let code = ''
  const window = await browser.open(frame, [
    choose('code'),
    (screen) => {
      if (screen.is === 'new-code') code = screen.code
    },
  ])
  await keep(window.ports, true)
  expect(isKept(window.session)).toBe(true)
  return code
}

async function addedPasskey({ browser, frame }: CreatedWallet) {
  const window = await browser.open(frame, [choose('passkey')])
  await keep(window.ports, true)
  expect(window.session.account().passkeys).toHaveLength(1)
}

describe('lost passkey', () => {
  test('same device › opens by the recovery code, removes the passkey, then signs without', async () => {
    const wallet = await world.createdWallet()
    const code = await savedCode(wallet)
    await addedPasskey(wallet)
    wallet.browser.keychain.lose()
    world.server.advance(15 * minuteMs)
    await wallet.frame.logIn()
    const window = await wallet.browser.open(wallet.frame, [
      choose('code'),
      enterCode(code),
      choose({ is: 'remove', id: wallet.browser.keychain.id }),
      choose(true),
    ])
    expect(await addressOf(await unlock(window.ports))).toBe(wallet.address)
    expect(window.shown[0]).toMatchObject({
      ...{ is: 'restore', isOnDevice: true, problem: 'vault.passkey-cancelled' },
      ways: ['device', 'passkey', 'code', 'phrase'],
    })
    expect(window.names()).toEqual(['restore', 'enter-code', 'passkeys', 'remove-passkey'])
    expect(wallet.browser.keychain.forgotten).toEqual([wallet.browser.keychain.id])
    world.server.advance(60 * minuteMs)
    const later = await wallet.browser.open(wallet.frame)
    expect(await addressOf(await unlock(later.ports))).toBe(wallet.address)
  })

  test('found again › same screen, signs by the passkey', async () => {
    const wallet = await world.createdWallet()
    await addedPasskey(wallet)
    const { keychain } = wallet.browser
    world.server.advance(15 * minuteMs)
    keychain.lose()
    const window = await wallet.browser.open(wallet.frame, [
      () => {
        keychain.find()
        return 'passkey'
      },
    ])
    expect(await addressOf(await unlock(window.ports))).toBe(wallet.address)
  })

  test('new device › restored by the words, kept passkey is not asked for this time', async () => {
    const wallet = await world.createdWallet()
    await addedPasskey(wallet)
    const device = world.openBrowser()
    const window = await device.open(wallet.frame, [
      choose('phrase'),
      enterPhrase(wallet.phrase),
      choose({ is: 'keep' }),
    ])
    expect(await addressOf(await unlock(window.ports))).toBe(wallet.address)
    expect(window.names()).toEqual(['restore', 'enter-phrase', 'passkeys'])
    expect(await addressOf(await unlock(window.ports))).toBe(wallet.address)
  })
})

describe('creation', () => {
  test('two windows of one browser at once › one wallet, which both open', async () => {
    const browser = world.openBrowser()
    const frame = await world.openFrame()
    const windows = await Promise.all([browser.open(frame, [confirm]), browser.open(frame, [confirm])])
    expect(await Promise.all(windows.map(({ ports }) => create(ports)))).toEqual([true, true])
    const [one, other] = await Promise.all(windows.map(async ({ ports }) => addressOf(await unlock(ports))))
    expect(one).toBe(other)
    expect(windows[0]?.session.account().accounts?.eip155).toBe(one)
  })

  test('two devices at once › one wallet; the other device says that it is elsewhere, and keeps no keys', async () => {
    const frame = await world.openFrame()
    const browsers = [world.openBrowser(), world.openBrowser()]
    const windows = await Promise.all(browsers.map((browser) => browser.open(frame, [confirm])))
    const results = await Promise.all(windows.map(({ ports }) => create(ports)))
    expect([...results].sort()).toEqual([false, true])
    const stored = await Promise.all(browsers.map(({ records }) => records.wallet(frame.userId())))
    expect(stored.filter((record) => record !== undefined)).toHaveLength(1)
  })

  test('closed after the keys were stored › the next window completes the same wallet', async () => {
    const browser = world.openBrowser()
    const frame = await world.openFrame()
    const failing = await browser.open(frame, [confirm], (_path, method) => method === 'PUT')
    await expect(create(failing.ports)).rejects.toThrow('No answer')
    const stored = await browser.records.wallet(frame.userId())
    const window = await browser.open(frame)
    expect(await isHere(window.ports)).toBe(true)
    expect(await complete(window.ports)).toBe(true)
    expect(window.session.account().accounts).toEqual(stored?.accounts)
  })
})

test('closed while the wallet was stored on a second device › completed when the wallet is opened', async () => {
  const wallet = await world.createdWallet()
  const device = world.openBrowser()
  const answers = [choose('phrase'), enterPhrase(wallet.phrase)] as const
  const failing = await device.open(wallet.frame, answers, (_path, method) => method === 'PUT')
  await expect(restore(failing.ports)).rejects.toThrow('No answer')
  const { envelopeId } = (await device.records.wallet(wallet.frame.userId())) ?? {}
  const window = await device.open(wallet.frame)
  const isComplete = () => window.session.account().envelopes.find(({ id }) => id === envelopeId)?.isComplete
  expect(isComplete()).toBe(false)
  expect(await addressOf(await unlock(window.ports))).toBe(wallet.address)
  expect(isComplete()).toBe(true)
})

describe('what counts as kept', () => {
  test('recovery code that the user did not confirm › does not', async () => {
    const wallet = await world.createdWallet()
    const window = await wallet.browser.open(wallet.frame, [choose('code')])
    await expect(keep(window.ports, true)).rejects.toThrow('No answer')
    await window.session.reload()
    expect(isKept(window.session)).toBe(false)
  })

  test('passkey that opens nothing › is not registered, forgotten by the device', async () => {
    const wallet = await world.createdWallet(world.openBrowser(credentials(false)))
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')])
    await keep(window.ports, true)
    expect(window.shown[1]).toMatchObject({ problem: 'vault.passkey-unfit-text', missing: 'envelope' })
    await window.session.reload()
    expect(window.session.account().passkeys).toEqual([])
    expect(wallet.browser.keychain.forgotten).toEqual([wallet.browser.keychain.id])
  })

  test('passkey with two different outputs › no envelope, removed, forgotten by the device', async () => {
    const wallet = await world.createdWallet()
    const { keychain } = wallet.browser
    const get: Authenticator['get'] = (options) => {
      keychain.changeOutput()
      return keychain.authenticator.get(options)
    }
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')])
    await keep({ ...window.ports, authenticator: { ...keychain.authenticator, get } }, true)
    expect(window.shown[1]).toMatchObject({ problem: 'vault.passkey-unfit-text', missing: 'envelope' })
    await window.session.reload()
    expect(window.session.account().passkeys).toEqual([])
    expect(window.session.account().envelopes.map(({ kind }) => kind)).toEqual(['device'])
    expect(keychain.forgotten).toEqual([keychain.id])
  })

  test('passkey that the server rejects › forgotten by the device', async () => {
    const wallet = await world.createdWallet()
    const { keychain } = wallet.browser
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')])
    const create: Authenticator['create'] = async (options) => {
      const created = await keychain.authenticator.create(options)
      // The proof of the user ends while the dialog is open.
      world.server.advance(5 * minuteMs)
      return created
    }
    await keep({ ...window.ports, authenticator: { ...keychain.authenticator, create } }, true)
    expect(window.shown[1]).toMatchObject({ problem: 'vault.failed-proof' })
    expect(keychain.forgotten).toEqual([keychain.id])
  })

  test('passkey whose registration was not answered › stays on the device', async () => {
    const wallet = await world.createdWallet()
    const lost = (path: string) => path === '/embedded/v1/passkeys'
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')], lost)
    await keep(window.ports, true)
    expect(window.shown[1]).toMatchObject({ problem: 'vault.failed-network' })
    expect(wallet.browser.keychain.forgotten).toEqual([])
  })

  test('passkey whose second dialog was cancelled › completed by the next attempt', async () => {
    const wallet = await world.createdWallet()
    const { keychain } = wallet.browser
    const cancelling = { ...keychain.authenticator, get: async () => null }
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')])
    await keep({ ...window.ports, authenticator: cancelling }, true)
    expect(isKept(window.session)).toBe(false)
    const again = await wallet.browser.open(wallet.frame, [choose('passkey')])
    await keep(again.ports, true)
    expect(isKept(again.session)).toBe(true)
  })
})

describe('long after the login', () => {
  test('passkey › added after a code to the email address', async () => {
    const wallet = await world.createdWallet()
    world.server.advance(5 * minuteMs)
    const window = await wallet.browser.open(wallet.frame, [choose('passkey'), world.enterMailedCode])
    await keep(window.ports, false)
    expect(window.names()).toEqual(['keep', 'step-up'])
    expect(isKept(window.session)).toBe(true)
  })

  test('words › after a login on the site since then, without a code', async () => {
    const wallet = await world.createdWallet()
    const window = await wallet.browser.open(wallet.frame, [choose('phrase'), confirm, choose('later')])
    world.server.advance(5 * minuteMs)
    await wallet.frame.logIn()
    await keep(window.ports, false)
    expect(window.shown[1]).toMatchObject({ is: 'phrase', phrase: wallet.phrase })
  })

  test('passkey on another device › a code to the email address proves instead', async () => {
    const wallet = await world.createdWallet()
    await addedPasskey(wallet)
    world.server.advance(15 * minuteMs)
    wallet.browser.keychain.lose()
    const answers = [choose('phrase'), world.enterMailedCode, choose('phrase'), enterPhrase(wallet.phrase)]
    const window = await wallet.browser.open(wallet.frame, [
      ...answers,
      choose({ is: 'keep' }),
      confirm,
      choose('later'),
    ])
    await keep(window.ports, false)
    expect(window.names()).toEqual([
      'keep',
      'step-up',
      'restore',
      'enter-phrase',
      'passkeys',
      'phrase',
      'keep',
    ])
  })

  test('user without an email address › a login on the site is what proves', async () => {
    const wallet = await world.createdWallet()
    const { embeddedIdentities } = world.server.stores
    const google = { provider: 'google', subject: '1', name: 'Ada' } as const
    await embeddedIdentities.set(wallet.frame.changingSession(), google, testAudit('a1'))
    await embeddedIdentities.remove(wallet.frame.changingSession(), 'email', testAudit('a2'))
    world.server.advance(5 * minuteMs)
    const answers = [choose('phrase'), choose(true), choose(false), choose('later')]
    const window = await wallet.browser.open(wallet.frame, answers)
    await keep(window.ports, false)
    expect(window.names()).toEqual(['keep', 'login-needed', 'login-needed', 'keep'])
  })

  test('key of one account › after a proof, of the chosen chain', async () => {
    const wallet = await world.createdWallet()
    world.server.advance(5 * minuteMs)
    const answers = [choose('key'), world.enterMailedCode, choose('eip155'), confirm, choose('later')]
    const window = await wallet.browser.open(wallet.frame, answers)
    await keep(window.ports, false)
    expect(window.names()).toEqual(['keep', 'step-up', 'choose-key', 'key', 'keep'])
    expect(window.shown[3]).toMatchObject({
      namespace: 'eip155',
      key: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  test('words › the user goes back from the code, sees none', async () => {
    const wallet = await world.createdWallet()
    world.server.advance(5 * minuteMs)
    const answers = [choose('phrase'), choose({ is: 'back' }), choose('later')]
    const window = await wallet.browser.open(wallet.frame, answers)
    await keep(window.ports, false)
    expect(window.names()).toEqual(['keep', 'step-up', 'keep'])
  })
})

describe('whether the wallet is here', () => {
  test('browser was revoked › not, until it is restored', async () => {
    const wallet = await world.createdWallet()
    const other = await world.openBrowser().open(wallet.frame, [choose('phrase'), enterPhrase(wallet.phrase)])
    expect(await addressOf(await restore(other.ports))).toBe(wallet.address)
    await revokeOtherVaults(other.session)
    const answers = [choose('phrase'), enterPhrase(wallet.phrase)]
    const { ports } = await wallet.browser.open(wallet.frame, answers)
    expect(await isHere(ports)).toBe(false)
    expect(await addressOf(await restore(ports))).toBe(wallet.address)
    expect(await isHere(ports)).toBe(true)
  })

  test('account is older than the record of another window › here', async () => {
    const browser = world.openBrowser()
    const frame = await world.openFrame()
    const earlier = await browser.open(frame)
    await create((await browser.open(frame, [confirm])).ports)
    expect(earlier.session.account().envelopes).toEqual([])
    expect(await isHere(earlier.ports)).toBe(true)
  })

  test('account has as many envelopes as it can list › the list does not prove it', async () => {
    const { browser, frame } = await world.createdWallet()
    const { ports, session } = await browser.open(frame)
    const listed = (count: number) => {
      const envelopes = Array.from({ length: count }, (_, at) => ({
        ...({ id: `another-envelope-${at}`, kind: 'device', createdAtMs: 0, isComplete: true } as const),
      }))
      const account = () => ({ ...session.account(), envelopes })
      return { ...ports, session: { ...session, account, reload: async () => undefined } }
    }
    expect(await isHere(listed(listedEnvelopes - 1))).toBe(false)
    expect(await isHere(listed(listedEnvelopes))).toBe(true)
  })
})

test('passkey returns another output than at its sealing › opens nothing, says so', async () => {
  const wallet = await world.createdWallet()
  await addedPasskey(wallet)
  const { keychain } = wallet.browser
  keychain.changeOutput()
  const window = await world.openBrowser(keychain).open(wallet.frame, [choose('passkey')])
  await expect(openByPasskey(window.session, keychain.authenticator)).rejects.toThrow(PasskeyUnfitError)
  await expect(restore(window.ports)).rejects.toThrow('No answer')
  expect(window.names()).toEqual(['restore', 'restore'])
  expect(window.shown[1]).toMatchObject({ problem: 'vault.passkey-opens-nothing' })
  expect(await window.ports.records.wallet(wallet.frame.userId())).toBeUndefined()
})

test('wallet of another user’s words › not restored', async () => {
  const wallet = await world.createdWallet()
  const foreign = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const window = await world.openBrowser().open(wallet.frame, [choose('phrase'), enterPhrase(foreign)])
  await expect(restore(window.ports)).rejects.toThrow('No answer')
  expect(window.shown[2]).toMatchObject({ is: 'restore', problem: 'vault.phrase-other' })
})
