import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postUserDeletion } from '#shared/api/embedded-identities.ts'
import { missingWay } from '#shared/api/missing-way.ts'
import { toBase64url } from '#widget/lib/text/base64url.ts'
import { vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { createSoftwareAuthenticator } from '../../../server/src/core/embedded/testing/software-authenticator.ts'
import type { Authenticator } from '../wallet/authenticator.ts'
import { createSoftwareCredentials } from '../wallet/testing/software-credentials.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import { keep } from './keep-flows.ts'
import { passkeyLogin } from './passkey-login.ts'
import {
  type Answers,
  choose,
  credentials,
  openVaultWorld,
  pause,
  sendingLink,
  type TestBrowser,
  userOf,
  type VaultWorld,
} from './testing/vault-world.ts'

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
function openLogin(browser: TestBrowser, answers: Answers) {
  const user = userOf(answers)
  const ports = {
    ...{ client: world.clientOf(vaultOrigin, browser.keys), records: browser.records, ask: user.ask },
    ...{ authenticator: browser.keychain.authenticator, show: () => undefined },
    ...{ passkeyName: () => 'Passkey', persistStorage: () => undefined, pause, sendingLink },
    recoveryKeys: async () => browser.recoveryKeys,
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
})

describe('passkey that the server rejects', () => {
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
