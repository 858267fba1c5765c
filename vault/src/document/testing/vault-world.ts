import { expect } from 'vitest'
import { secretHash } from '../../../../server/src/adapters/secret-hash/secret-hash.ts'
import {
  openEmbeddedWorld,
  site,
  vaultOrigin,
} from '../../../../server/src/core/embedded/testing/embedded-world.ts'
import { createSoftwareAuthenticator } from '../../../../server/src/core/embedded/testing/software-authenticator.ts'
import { testChangingSession } from '../../../../server/src/store/testing/changing-session.ts'
import {
  getEmbeddedDevices,
  postDeviceRevocation,
  postEmbeddedSignOut,
  postLoginAttempt,
  postLoginCode,
  postVaultTicket,
} from '../../../../shared/api/embedded-wallet.ts'
import { type Clock, systemClock } from '../../../../shared/channel/clock.ts'
import { rpcTimeoutMs } from '../../../../shared/config/limits.ts'
import { createDpopClient } from '../../../../widget-app/src/lib/dpop/dpop-client.ts'
import { createKeyStore } from '../../../../widget-app/src/lib/dpop/key-store.ts'
import { parseRecoveryCode } from '../../core/recovery-code.ts'
import { formatRecoveryPhrase, parseRecoveryPhrase } from '../../core/recovery-phrase.ts'
import { withKeys } from '../../wallet/local-wallet.ts'
import { memoryRecords } from '../../wallet/testing/memory-records.ts'
import { memoryRecoveryKeys } from '../../wallet/testing/memory-recovery-keys.ts'
import { createSoftwareCredentials } from '../../wallet/testing/software-credentials.ts'
import { openVaultSession, type VaultSession } from '../../wallet/vault-session.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { createUnfinishedSignUp } from '../unfinished-sign-up.ts'
import type { VaultScreen } from '../vault-screen.ts'
import { create, unlock } from '../wallet-flows.ts'

const email = 'ada@example.org'
const noInput = { params: {}, query: {} } as const

/** Whether a call fails. True: it does not reach the server; `response`: the server handles it, and its response is lost. */
export type Fails = (path: string, method: string) => boolean | 'response'

/**
 * A window that is killed at a call: the server handles this one, counted from 0, and neither its response nor a later call arrives.
 * `wasReached`: whether there was such a call.
 */
export function killedAt(call: number) {
  let calls = 0
  const fails: Fails = () => {
    calls += 1
    return calls === call + 1 ? 'response' : calls > call
  }
  return { fails, wasReached: () => calls > call }
}

/** As `killedAt`, but later calls reach the server again. `how`: what becomes of the call. */
export function lostAt(call: number, how: true | 'response') {
  let calls = 0
  const fails: Fails = () => {
    calls += 1
    return calls === call + 1 && how
  }
  return { fails, wasReached: () => calls > call }
}

/** The other device is next: the screen stays. */
export const wait = () => waiting
const waiting = Symbol('waiting')
export const confirm = () => undefined
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
export const sendingLink = (userId: string) => `${vaultOrigin}/#send.${userId}`
export const choose = (choice: unknown) => () => choice
export const enterCode = (code: string) => () => {
  const parsed = parseRecoveryCode(code)
  return parsed.is === 'valid' ? parsed.factor : undefined
}
export const enterPhrase = (phrase: string) => () => {
  const parsed = parseRecoveryPhrase(phrase)
  return parsed.is === 'valid' ? parsed.entropy : undefined
}
/** Address on EVM chains of an entropy. */
export const addressOf = (entropy: Uint8Array) => withKeys(entropy, (keys) => keys.accounts.eip155)

/** Revokes the user's other vaults, by a session that has proved the user and the wallet's keys. */
export async function revokeOtherVaults(session: VaultSession): Promise<void> {
  const { devices } = await session.run((call, token) => call(getEmbeddedDevices, noInput, token))
  const others = devices.filter(({ kind, isCurrent }) => kind === 'vault' && !isCurrent)
  expect(others).not.toEqual([])
  for (const { id } of others) {
    const input = { params: { id }, query: {}, body: {} }
    await session.run((call, token) => call(postDeviceRevocation, input, token))
  }
}

/** Answers the screens of a flow in their order; `enter` picks what is entered. Records what was shown. */
export function userOf(answers: readonly ((screen: VaultScreen) => unknown)[]) {
  const shown: VaultScreen[] = []
  let next = 0
  const ask: FlowPorts['ask'] = (screenOf) =>
    new Promise((resolve, reject) => {
      const screen = screenOf(resolve)
      shown.push(screen)
      const answer = answers[next]
      next += 1
      if (answer === undefined) return reject(new Error(`No answer to ${JSON.stringify(screen)}`))
      const value = answer(screen)
      if (value === waiting) return
      if ('answer' in screen) {
        const submit = screen.answer as (value: unknown) => void
        void Promise.resolve(value).then(submit)
      } else if ('back' in screen) screen.back()
      else if (screen.is === 'failed') screen.retry?.()
    })
  return { ask, shown, names: () => shown.map(({ is }) => is) }
}

/** Storage of one tab, or of one browser. Test only. */
export function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
export type MemoryStorage = ReturnType<typeof memoryStorage>

/** The system's clock, without the pauses between two attempts at a call. */
const repeatingClock: Clock = {
  now: systemClock.now,
  after: (ms, run) => systemClock.after(ms < rpcTimeoutMs ? 0 : ms, run),
}

export type Answers = Parameters<typeof userOf>[0]
/** A keychain with one passkey. */
export const credentials = (hasPrf = true) =>
  createSoftwareCredentials(createSoftwareAuthenticator({ origin: vaultOrigin, rpId: 'wallet.example' }), {
    hasPrf,
  })

/** Frames, browsers and users of the vault with the real server. Test only. */
export async function openVaultWorld(options: Parameters<typeof openEmbeddedWorld>[0] = {}) {
  const world = await openEmbeddedWorld(options)

  /** A client of the real server, as of a page of this origin. Repeats calls that fail without a pause. */
  function clientOf(
    origin: string,
    keys = createKeyStore('keys', () => undefined),
    fails: Fails = () => false,
  ) {
    return createDpopClient({
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('host', new URL(String(input)).host)
        headers.set('origin', origin)
        const failure = fails(new URL(String(input)).pathname, init?.method ?? 'GET')
        if (failure === true) throw new TypeError('fetch failed')
        const response = await world.server.app.request(String(input), { ...init, headers })
        if (failure === 'response') throw new TypeError('fetch failed')
        return response
      },
      clock: repeatingClock,
      api: () => ({
        baseUrl: 'https://wallet.example',
        common: { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' },
      }),
      keys,
      pageOrigin: origin,
    })
  }

  /** The widget on a site, whose user logs in by e-mail. */
  async function openFrame(address = email) {
    const client = clientOf('https://wallet.example')
    let token = ''
    let userId = ''
    const logIn = async () => {
      world.server.advance(31_000)
      const { id } = await client.call(postLoginCode, { ...noInput, body: { email: address, site } })
      const attempt = { params: { id }, query: {}, body: { code: world.codeTo(address), site } }
      const opened = await client.call(postLoginAttempt, attempt)
      token = opened.token
      userId = opened.account.userId
    }
    await logIn()
    return {
      logIn,
      signOut: () => client.call(postEmbeddedSignOut, { ...noInput, body: {} }, { token }),
      userId: () => userId,
      /** The frame's session, for changes that the test makes in the stores. */
      changingSession: () => testChangingSession(userId, secretHash(token)),
      requestTicket: async () =>
        (await client.call(postVaultTicket, { ...noInput, body: {} }, { token })).ticket,
    }
  }
  type Frame = Awaited<ReturnType<typeof openFrame>>

  /** A browser, in which windows of the vault open. */
  function openBrowser(keychain = credentials()) {
    const records = memoryRecords()
    const keys = createKeyStore('keys', () => undefined)
    const recoveryKeys = memoryRecoveryKeys()
    const localStorage = memoryStorage()
    const unfinishedSignUp = createUnfinishedSignUp(() => localStorage, world.server.now)
    return {
      ...{ keychain, records, keys, recoveryKeys, localStorage, unfinishedSignUp },
      /** Opens a window for the user of a frame, who answers its screens. */
      open: async (frame: Frame, answers: Answers = [], fails?: Fails) => {
        const user = userOf(answers)
        const session = await openVaultSession(
          { client: clientOf(vaultOrigin, keys, fails), records, requestTicket: frame.requestTicket },
          { userId: frame.userId(), site },
        )
        const ports: FlowPorts = {
          ...{ session, records, authenticator: keychain.authenticator, ask: user.ask },
          ...{
            pause,
            sendingLink,
            show: () => undefined,
            recoveryKeys: async () => recoveryKeys,
            passkeyName: () => 'Passkey',
            persistStorage: () => undefined,
          },
        }
        return { ...user, ports, session }
      },
    }
  }

  /** A user with a wallet in a browser. */
  async function createdWallet(browser = openBrowser()) {
    const frame = await openFrame()
    const window = await browser.open(frame, [confirm])
    expect(await create(window.ports)).toBe(true)
    const entropy = await unlock(window.ports)
    return { browser, frame, phrase: formatRecoveryPhrase(entropy), address: await addressOf(entropy) }
  }

  return {
    ...{ server: world.server, mails: world.mails, clientOf, openFrame, openBrowser, createdWallet },
    /** Enters the code of the last mail. */
    enterMailedCode: () => ({ is: 'code', code: world.codeTo(email) }),
  }
}
export type VaultWorld = Awaited<ReturnType<typeof openVaultWorld>>
export type CreatedWallet = Awaited<ReturnType<VaultWorld['createdWallet']>>
export type TestBrowser = ReturnType<VaultWorld['openBrowser']>
