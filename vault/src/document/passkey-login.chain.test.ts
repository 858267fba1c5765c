import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postUserDeletion } from '#shared/api/embedded-identities.ts'
import { missingWay } from '#shared/api/missing-way.ts'
import { toBase64url } from '#widget/lib/text/base64url.ts'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { createSoftwareAuthenticator } from '../../../server/src/core/embedded/testing/software-authenticator.ts'
import type { Authenticator } from '../wallet/authenticator.ts'
import { createSoftwareCredentials } from '../wallet/testing/software-credentials.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import type { WalletRecords } from '../wallet/wallet-records.ts'
import { keep } from './keep-flows.ts'
import { frameTicket, passkeyLogin } from './passkey-login.ts'
import {
  type Answers,
  choose,
  credentials,
  enterPhrase,
  type Fails,
  openVaultWorld,
  pause,
  revokeOtherVaults,
  sendingLink,
  type TestBrowser,
  userOf,
  type VaultWorld,
} from './testing/vault-world.ts'

const hourMs = 60 * 60_000

const idOf = (id: BufferSource): string => (id instanceof Uint8Array ? toBase64url(id) : '')
const isKept = (session: VaultSession) => missingWay(session.account()) === undefined

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.server.close()
})

/** Opens a vault that the user logs in to. `shown`: its screens. */
function openLogin(browser: TestBrowser, answers: Answers, fails?: Fails) {
  const user = userOf(answers)
  const ports = {
    ...{ client: world.clientOf(vaultOrigin, browser.keys, fails), records: browser.records, ask: user.ask },
    ...{ authenticator: browser.keychain.authenticator, show: () => undefined },
    ...{ passkeyName: () => 'Passkey', persistStorage: () => undefined, pause, sendingLink },
    recoveryKeys: async () => browser.recoveryKeys,
    unfinishedSignUp: browser.unfinishedSignUp,
  }
  return { login: passkeyLogin(ports), shown: user.shown }
}
const logIn = (browser: TestBrowser, answers: Answers) => openLogin(browser, answers).login

/** What the user reads after a login that the server rejects. */
async function rejectedLogin(keychain: TestBrowser['keychain']) {
  const { login, shown } = openLogin(world.openBrowser(keychain), [choose('log-in')])
  await expect(login).rejects.toThrow('No answer')
  return shown.at(-1)
}

describe('passkey alone', () => {
  test('sign-up, then a login on another device › the same wallet', async () => {
    const browser = world.openBrowser()
    const { session } = await logIn(browser, [choose('sign-up')])
    expect(isKept(session)).toBe(true)
    const other = await logIn(world.openBrowser(browser.keychain), [choose('log-in')])
    expect(other.session.account().accounts).toEqual(session.account().accounts)
  })

  test('passkey that opens nothing › says so, is not kept; the next login does not claim it', async () => {
    const browser = world.openBrowser(credentials(false))
    const { session, problem } = await logIn(browser, [choose('sign-up')])
    expect(problem).toBe('vault.passkey-unfit-text')
    expect(isKept(session)).toBe(false)
    expect(isKept((await logIn(browser, [choose('log-in')])).session)).toBe(false)
  })

  test('sealing cancelled at the sign-up › the next login seals', async () => {
    const browser = world.openBrowser()
    const { authenticator } = browser.keychain
    const cancelling = {
      ...browser,
      keychain: { ...browser.keychain, authenticator: { ...authenticator, get: async () => null } },
    }
    expect(await logIn(cancelling, [choose('sign-up')])).toMatchObject({ problem: 'vault.passkey-cancelled' })
    const { session } = await logIn(browser, [choose('log-in')])
    expect(isKept(session)).toBe(true)
  })

  test('another device creates the wallet meanwhile › opens that one, keeps no other', async () => {
    const { keychain, ...failing } = world.openBrowser()
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const withoutSpace = { ...failing, keychain, records: { ...failing.records, putWallet: full } }
    await expect(logIn(withoutSpace, [choose('sign-up')])).rejects.toThrow('vault.failed-storage')
    const browser = world.openBrowser(keychain)
    const created: VaultSession[] = []
    const putWallet: WalletRecords['putWallet'] = async (record) => {
      if (created.length === 0)
        created.push((await logIn(world.openBrowser(keychain), [choose('log-in')])).session)
      await browser.records.putWallet(record)
    }
    const records = { ...browser.records, putWallet }
    const { session, problem } = await logIn({ ...browser, records }, [choose('log-in')])
    expect(problem).toBeUndefined()
    const accounts = created[0]?.account().accounts
    expect(session.account().accounts).toEqual(accounts)
    expect(await browser.records.wallet(session.userId)).toMatchObject({ accounts })
  })
})

describe('sign-up that fails', () => {
  const signUpTwice = [choose('sign-up'), choose('sign-up')]

  /** The first call of this path fails. */
  function failsOnce(end: string, how: true | 'response'): Fails {
    let hasFailed = false
    return (path) => {
      if (hasFailed || !path.endsWith(end)) return false
      hasFailed = true
      return how
    }
  }

  /** A browser that counts its dialogs. `used`: what each dialog for a passkey allows. */
  function watchedBrowser() {
    const browser = world.openBrowser()
    const { authenticator } = browser.keychain
    const create = vi.fn<Authenticator['create']>(authenticator.create)
    const used: (readonly string[])[] = []
    const get: Authenticator['get'] = (options) => {
      used.push(options?.publicKey?.allowCredentials?.map(({ id }) => idOf(id)) ?? [])
      return authenticator.get(options)
    }
    const keychain = { ...browser.keychain, authenticator: { ...authenticator, create, get } }
    return { browser: { ...browser, keychain }, create, used }
  }

  /** The same browser with a keychain that has no passkey. */
  const otherKeychain = (browser: TestBrowser): TestBrowser => ({ ...browser, keychain: credentials() })

  test.each([
    ['response lost › logs in with the passkey', 'response', 2],
    ['request lost › signs up with the same passkey', true, 2],
  ] as const)('%s', async (_, failure, dialogs) => {
    const { browser, create, used } = watchedBrowser()
    const fails = failsOnce('/sign-up', failure)
    const { login, shown } = openLogin(browser, signUpTwice, fails)
    const { session, problem } = await login
    expect(shown[1]).toMatchObject({ is: 'log-in', problem: 'vault.failed-network' })
    expect([isKept(session), problem, create.mock.calls.length]).toEqual([true, undefined, 1])
    // The software authenticator returns no output at creation, so that sealing reads it twice.
    expect(used).toEqual(Array.from({ length: dialogs }, () => [browser.keychain.id]))
    expect(browser.keychain.forgotten).toEqual([])
  })

  test('sealing › logs in with the passkey, completes the wallet', async () => {
    const { browser, create } = watchedBrowser()
    const fails = failsOnce('/assertion', true)
    const { session } = await openLogin(browser, signUpTwice, fails).login
    expect([isKept(session), create.mock.calls.length]).toEqual([true, 1])
  })

  test('request lost, challenge expired › forgets the passkey, creates another', async () => {
    const { browser, create } = watchedBrowser()
    const fails = failsOnce('/sign-up', true)
    const expired = () => {
      world.server.advance(hourMs)
      return 'sign-up'
    }
    const answers = [choose('sign-up'), expired]
    const { session } = await openLogin(browser, answers, fails).login
    expect([isKept(session), create.mock.calls.length]).toEqual([true, 2])
    expect(browser.keychain.forgotten).toEqual([browser.keychain.id])
  })

  test('window closed, its passkey not used in the next one › may sign up with another', async () => {
    const { browser, create } = watchedBrowser()
    await expect(
      openLogin(browser, [choose('sign-up')], failsOnce('/assertion', true)).login,
    ).rejects.toThrow()
    const { authenticator } = browser.keychain
    const cancelling = { ...browser.keychain, authenticator: { ...authenticator, get: async () => null } }
    const { login, shown } = openLogin({ ...browser, keychain: cancelling }, [choose('sign-up')])
    await expect(login).rejects.toThrow('No answer')
    expect(shown.at(-1)).toMatchObject({ is: 'log-in', problem: 'vault.passkey-cancelled' })
    expect(create.mock.calls.length).toBe(1)
    const { session } = await logIn(otherKeychain(browser), [choose('sign-up')])
    expect(isKept(session)).toBe(true)
  })

  test('signed up › the next sign-up creates another user', async () => {
    const browser = world.openBrowser()
    const first = await logIn(browser, [choose('sign-up')])
    const second = await logIn(otherKeychain(browser), [choose('sign-up')])
    expect(second.session.userId).not.toBe(first.session.userId)
  })

  test('ticket of the frame › requested again', async () => {
    const browser = world.openBrowser()
    const fails = failsOnce('/frame-tickets', 'response')
    const { session } = await openLogin(browser, [choose('sign-up')], fails).login
    const { ask, names } = userOf([() => undefined])
    const keyThumbprint = await world.clientOf('https://wallet.example').thumbprint()
    const ticket = await frameTicket({ session, ask, show: () => undefined }, { origin: site, keyThumbprint })
    expect([ticket, names()]).toEqual([expect.any(String), ['failed']])
  })
})

describe('passkey that the server rejects', () => {
  test.each([
    ['challenge has expired', hourMs, 'vault.failed-unknown', 1],
    ['no response', 0, 'vault.failed-network', 0],
  ])('sign-up, %s › forgotten by the device only if it was rejected', async (_, waitMs, problem, count) => {
    const browser = world.openBrowser()
    const { authenticator, forgotten } = browser.keychain
    let isLost = false
    const create: Authenticator['create'] = async (options) => {
      const created = await authenticator.create(options)
      world.server.advance(waitMs)
      isLost = waitMs === 0
      return created
    }
    const keychain = { ...browser.keychain, authenticator: { ...authenticator, create } }
    const { login, shown } = openLogin({ ...browser, keychain }, [choose('sign-up')], () => isLost)
    await expect(login).rejects.toThrow('No answer')
    expect(shown.at(-1)).toMatchObject({ is: 'log-in', problem })
    expect(forgotten).toHaveLength(count)
  })

  test('account deleted › no wallet has it', async () => {
    const browser = world.openBrowser()
    const { session } = await logIn(browser, [choose('sign-up')])
    const deletion = { params: {}, query: {}, body: { confirm: 'delete' as const } }
    await session.run((call, token) => call(postUserDeletion, deletion, token))
    expect(await rejectedLogin(browser.keychain)).toMatchObject({
      ...{ is: 'log-in', problem: 'vault.passkey-unknown' },
    })
  })

  test('count has not grown › a copy may be in use', async () => {
    const software = createSoftwareAuthenticator({ origin: vaultOrigin, rpId: 'wallet.example' })
    let count = 0
    const keychain = createSoftwareCredentials({
      ...software,
      assert: (challenge) => {
        count += 1
        return software.assert(challenge, { count })
      },
    })
    await logIn(world.openBrowser(keychain), [choose('sign-up')])
    await logIn(world.openBrowser(keychain), [choose('log-in')])
    count -= 1
    expect(await rejectedLogin(keychain)).toMatchObject({ is: 'log-in', problem: 'vault.passkey-copied' })
    await logIn(world.openBrowser(keychain), [choose('log-in')])
  })
})

test('login by a second passkey that opens nothing yet › completes it, a new device opens the wallet', async () => {
  const wallet = await world.createdWallet()
  await keep((await wallet.browser.open(wallet.frame, [choose('passkey')])).ports, true)
  const second = credentials()
  const window = await wallet.browser.open(wallet.frame, [choose('passkey'), choose('later')])
  // The first passkey proves the user; the dialog for the second one's output is cancelled.
  const first = wallet.browser.keychain
  const cancelling: Authenticator = {
    ...second.authenticator,
    get: async (options) => {
      const allowed = options?.publicKey?.allowCredentials?.map(({ id }) => idOf(id)) ?? []
      return allowed.includes(first.id) ? first.authenticator.get(options) : null
    },
  }
  await keep({ ...window.ports, authenticator: cancelling }, false)
  expect(window.session.account().envelopes.filter(({ kind }) => kind === 'passkey')).toHaveLength(1)
  await logIn({ ...wallet.browser, keychain: second }, [choose('log-in')])
  const { session, problem } = await logIn(world.openBrowser(second), [choose('log-in')])
  expect(problem).toBeUndefined()
  expect(session.account().accounts).toEqual(window.session.account().accounts)
})

test('login › deletes a passkey whose removal was not answered', async () => {
  const browser = world.openBrowser()
  const { session } = await logIn(browser, [choose('sign-up')])
  const { userId } = session
  const own = session.account().passkeys.map(({ id }) => id)
  for (const id of ['removed', ...own])
    await browser.records.cleanups.put({ is: 'passkey', userId, id, rpId: 'wallet.example' })
  await logIn(browser, [choose('log-in')])
  expect(browser.keychain.forgotten).toEqual(['removed'])
  expect(await browser.records.cleanups.list(userId)).toEqual([])
})

describe('browser that was revoked', () => {
  /** A wallet that a passkey opens, and its browser, which another device has removed. */
  async function revokedWallet() {
    const wallet = await world.createdWallet()
    await keep((await wallet.browser.open(wallet.frame, [choose('passkey')])).ports, true)
    const { session } = await logIn(world.openBrowser(wallet.browser.keychain), [choose('log-in')])
    await revokeOtherVaults(session)
    return wallet
  }

  test('passkey that opens the wallet › opens it, replaces the record, asks nothing else', async () => {
    const { browser, frame } = await revokedWallet()
    const before = await browser.records.wallet(frame.userId())
    const { login, shown } = openLogin(browser, [choose('log-in')])
    const { session, problem } = await login
    expect({ shown: shown.length, problem }).toEqual({ shown: 1, problem: undefined })
    const stored = await browser.records.wallet(frame.userId())
    expect(stored?.accounts).toEqual(before?.accounts)
    expect(stored?.envelopeId).not.toBe(before?.envelopeId)
    expect(session.account().envelopes.map(({ id }) => id)).toContain(stored?.envelopeId)
  })

  test('passkey with another output › opens nothing, says so, offers other ways', async () => {
    const { browser, frame, phrase } = await revokedWallet()
    browser.keychain.changeOutput()
    const answers = [choose('log-in'), choose('phrase'), enterPhrase(phrase), choose({ is: 'keep' })]
    const { login, shown } = openLogin(browser, answers)
    const { session } = await login
    expect(shown[1]).toMatchObject({ is: 'restore', problem: 'vault.passkey-opens-nothing' })
    const stored = await browser.records.wallet(frame.userId())
    expect(session.account().envelopes.map(({ id }) => id)).toContain(stored?.envelopeId)
  })
})
