import { afterEach, describe, expect, test, vi } from 'vitest'
import { getSpendingLimits } from '#shared/api/embedded-spending.ts'
import { missingWay } from '#shared/api/missing-way.ts'
import { isInRotation } from '#shared/testing/rotation.ts'
import * as z from '#shared/zod.ts'
import { vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { cleanUp } from './clean-up.ts'
import type { FlowPorts } from './flow-ports.ts'
import { keep } from './keep-flows.ts'
import { passkeyLogin } from './passkey-login.ts'
import { ether, openOffer, openPaymentFrame } from './testing/spending-world.ts'
import {
  type Answers,
  addressOf,
  choose,
  confirm,
  enterCode,
  enterPhrase,
  type Fails,
  killedAt,
  lostAt,
  openVaultWorld,
  pause,
  sendingLink,
  type TestBrowser,
  userOf,
  type VaultWorld,
} from './testing/vault-world.ts'
import { complete, create, isHere, restore, unlock } from './wallet-flows.ts'

const endSchema = z.object({ end: z.object({ embedded_users: z.number() }) })

/** Each commit runs a third of the tests, the long run all of them. */
const rotating = (part: number) => test.runIf(isInRotation(part, { of: 3 }))
/** Each test runs its flow once per call: up to twenty times. */
const timeout = 120_000

let world: VaultWorld
afterEach(() => vi.unstubAllGlobals())

/**
 * Runs a flow in windows that are killed at their first, second and every later call of the server, each with a server of its own, and
 * once in one that is not killed. `run`: the flow, and what is expected of the next window.
 */
const killedAtEachCall = (run: (fails: Fails) => Promise<void>) => failingAtEachCall(killedAt, run)

/** The same with another failure of the call. */
async function failingAtEachCall(
  failAt: typeof killedAt,
  run: (fails: Fails) => Promise<void>,
): Promise<void> {
  for (let call = 0; ; call += 1) {
    const window = failAt(call)
    world = await openVaultWorld()
    try {
      await run(window.fails)
    } catch (error) {
      throw new Error(`Call ${call} has failed`, { cause: error })
    } finally {
      await world.server.close()
    }
    if (!window.wasReached()) return
  }
}

/** Runs a flow in a window that is killed, or whose user closes it. */
const untilKilled = (flow: Promise<unknown>): Promise<unknown> => flow.catch(() => undefined)

/** What a window does first: opens the wallet, creates it, or brings it here. Returns its address. */
async function openWallet(ports: FlowPorts): Promise<string> {
  if (ports.session.account().accounts === undefined)
    expect(await ((await isHere(ports)) ? complete(ports) : create(ports))).toBe(true)
  return addressOf(await ((await isHere(ports)) ? unlock(ports) : restore(ports)))
}

const completeKinds = ({ session }: FlowPorts) =>
  session.account().envelopes.flatMap(({ kind, isComplete }) => (isComplete ? [kind] : []))

async function countUsers(): Promise<number> {
  const last = (await world.server.dump()).split('\n').at(-1)
  return z.parse(endSchema, JSON.parse(last ?? '')).end.embedded_users
}

rotating(0)(
  'creation › window killed at each call › the next one has the only wallet',
  { timeout },
  async () => {
    let statedBefore = 0
    await killedAtEachCall(async (fails) => {
      const [frame, browser] = [await world.openFrame(), world.openBrowser()]
      await untilKilled(browser.open(frame, [confirm], fails).then(({ ports }) => create(ports)))
      const next = await browser.open(frame, [confirm])
      const stated = next.session.account().accounts
      if (stated) statedBefore += 1
      const address = await openWallet(next.ports)
      expect(next.session.account().accounts?.eip155).toBe(address)
      if (stated) expect([stated.eip155, next.names()]).toEqual([address, []])
      expect(await openWallet((await browser.open(frame)).ports)).toBe(address)
      expect(await countUsers()).toBe(1)
    })
    // The window that was not killed, and the one whose completion was.
    expect(statedBefore).toBe(2)
  },
)

rotating(1)(
  'restoring › window killed at each call › both devices have the wallet',
  { timeout },
  async () => {
    await killedAtEachCall(async (fails) => {
      const wallet = await world.createdWallet()
      const device = world.openBrowser()
      const answers = [choose('phrase'), enterPhrase(wallet.phrase)]
      await untilKilled(device.open(wallet.frame, answers, fails).then(({ ports }) => restore(ports)))
      expect(await openWallet((await device.open(wallet.frame, answers)).ports)).toBe(wallet.address)
      expect(await openWallet((await device.open(wallet.frame)).ports)).toBe(wallet.address)
      expect(await openWallet((await wallet.browser.open(wallet.frame)).ports)).toBe(wallet.address)
    })
  },
)

rotating(2)(
  'recovery code › window killed at each call › a code that counts opens',
  { timeout },
  async () => {
    let saved = 0
    await killedAtEachCall(async (fails) => {
      const { browser, frame, address } = await world.createdWallet()
      let code = ''
      const answers: Answers = [
        choose('code'),
        (screen) => {
          if (screen.is === 'new-code') code = screen.code
        },
      ]
      await untilKilled(browser.open(frame, answers, fails).then(({ ports }) => keep(ports, true)))
      const next = await browser.open(frame, answers)
      expect(await openWallet(next.ports)).toBe(address)
      const isSaved = completeKinds(next.ports).includes('recovery')
      expect(missingWay(next.session.account()) === undefined).toBe(isSaved)
      if (isSaved) saved += 1
      else await keep(next.ports, true)
      const device = await world.openBrowser().open(frame, [choose('code'), enterCode(code)])
      expect(await openWallet(device.ports)).toBe(address)
    })
    expect(saved).toBe(2)
  },
)

describe('passkey', () => {
  rotating(3)('added › window killed at each call › the next one completes it', { timeout }, async () => {
    let registered = 0
    await killedAtEachCall(async (fails) => {
      const { browser, frame, address } = await world.createdWallet()
      const answers = [choose('passkey')]
      await untilKilled(browser.open(frame, answers, fails).then(({ ports }) => keep(ports, true)))
      const next = await browser.open(frame, answers)
      if (next.session.account().passkeys.length > 0) registered += 1
      expect(await openWallet(next.ports)).toBe(address)
      if (missingWay(next.session.account()) !== undefined) await keep(next.ports, true)
      expect(missingWay(next.session.account())).toBeUndefined()
      expect(next.session.account().passkeys).toHaveLength(1)
      expect(browser.keychain.forgotten).toEqual([])
      const device = await world.openBrowser(browser.keychain).open(frame, answers)
      expect(await openWallet(device.ports)).toBe(address)
    })
    expect(registered).toBeGreaterThan(2)
  })

  rotating(4)('removed › window killed at each call › opens the wallet or is gone', { timeout }, async () => {
    let removed = 0
    await killedAtEachCall(async (fails) => {
      const { browser, frame, address } = await world.createdWallet()
      const { keychain } = browser
      await keep((await browser.open(frame, [choose('passkey')])).ports, true)
      const answers = [choose('remove-passkey'), choose({ is: 'remove', id: keychain.id }), choose(true)]
      await untilKilled(browser.open(frame, answers, fails).then(({ ports }) => keep(ports, false)))
      const next = await browser.open(frame)
      const isRemoved = next.session.account().passkeys.length === 0
      if (isRemoved) removed += 1
      await cleanUp(next.ports)
      expect(keychain.forgotten).toEqual(isRemoved ? [keychain.id] : [])
      expect(await browser.records.cleanups.list(frame.userId())).toEqual([])
      expect(completeKinds(next.ports).includes('passkey')).toBe(!isRemoved)
      expect(await openWallet(next.ports)).toBe(address)
      if (isRemoved) return
      const device = await world.openBrowser(keychain).open(frame, [choose('passkey')])
      expect(await openWallet(device.ports)).toBe(address)
    })
    expect(removed).toBe(2)
  })

  /** Opens a vault that the user logs in to. */
  function logIn(browser: TestBrowser, answers: Answers, fails?: Fails) {
    const user = userOf(answers)
    const ports = {
      ...{
        client: world.clientOf(vaultOrigin, browser.keys, fails),
        records: browser.records,
        ask: user.ask,
      },
      ...{ authenticator: browser.keychain.authenticator, show: () => undefined },
      ...{ passkeyName: () => 'Passkey', persistStorage: () => undefined, pause, sendingLink },
      recoveryKeys: async () => browser.recoveryKeys,
      unfinishedSignUp: browser.unfinishedSignUp,
    }
    return passkeyLogin(ports)
  }

  rotating(5)(
    'sign-up › window killed at each call › a login completes one wallet',
    { timeout },
    async () => {
      await killedAtEachCall(async (fails) => {
        const browser = world.openBrowser()
        await untilKilled(logIn(browser, [choose('sign-up')], fails))
        // A passkey that the server does not know creates a user.
        const { session, problem } = await logIn(browser, [choose('log-in'), choose('sign-up')])
        expect(problem).toBeUndefined()
        expect(missingWay(session.account())).toBeUndefined()
        const { accounts } = session.account()
        const device = await logIn(world.openBrowser(browser.keychain), [choose('log-in')])
        expect([device.problem, device.session.account().accounts]).toEqual([undefined, accounts])
        expect(await countUsers()).toBe(1)
      })
    },
  )

  rotating(6)(
    'sign-up › window killed at each call, begun anew › one user with one wallet',
    { timeout },
    async () => {
      await killedAtEachCall(async (fails) => {
        const browser = world.openBrowser()
        const first = await untilKilled(logIn(browser, [choose('sign-up')], fails))
        // A sign-up that has ended is not continued.
        const choice = first === undefined ? 'sign-up' : 'log-in'
        const { session, problem } = await logIn(browser, [choose(choice)])
        expect(problem).toBeUndefined()
        expect(missingWay(session.account())).toBeUndefined()
        expect(await countUsers()).toBe(1)
      })
    },
  )

  rotating(7).each([
    ['response', 'response'],
    ['request', true],
  ] as const)(
    'sign-up › %s of each call lost, tried again › one user with one wallet',
    { timeout },
    async (_, how) => {
      const failAt = (call: number) => lostAt(call, how)
      await failingAtEachCall(failAt, async (fails) => {
        const browser = world.openBrowser()
        const { session, problem } = await logIn(browser, [choose('sign-up'), choose('sign-up')], fails)
        expect(problem).toBeUndefined()
        expect(missingWay(session.account())).toBeUndefined()
        expect([await countUsers(), browser.keychain.forgotten]).toEqual([1, []])
        const device = await logIn(world.openBrowser(browser.keychain), [choose('log-in')])
        expect(device.session.account().accounts).toEqual(session.account().accounts)
      })
    },
  )
})

rotating(6)('spending limit › window killed at each call › the next one sets one', { timeout }, async () => {
  await killedAtEachCall(async (fails) => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world)
    await untilKilled(openOffer(wallet, frame, undefined, fails).then(({ outcome }) => outcome))
    const next = await openOffer(wallet, frame)
    expect(await next.outcome).toBe('set')
    const { limits } = await next.window.session.run((call, token) =>
      call(getSpendingLimits, { params: {}, query: {} }, token),
    )
    expect(limits).toMatchObject([{ asset: ether.asset, claimed: '0' }])
  })
})
