import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proveUser } from './proof-flows.ts'
import { type Answers, choose, openVaultWorld, type VaultWorld } from './testing/vault-world.ts'

const second = 1_000
const minuteMs = 60 * second
const goBack = choose({ is: 'back' })
const resend = choose({ is: 'resend' })

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.useRealTimers()
  await world.server.close()
})

/** A window whose user has to enter a code, and the number of mails that it sends. */
async function openUnproved(answers: Answers) {
  const wallet = await world.createdWallet()
  world.server.advance(5 * minuteMs)
  const before = world.mails.length
  const window = await wallet.browser.open(wallet.frame, answers)
  return { ...window, mailCount: () => world.mails.length - before }
}

/** Lets time pass for the browser, and not for the server, which refuses another code within 30 s. */
function advanceBrowser(ms: number) {
  const now = Date.now() + ms
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now)
}

describe('code by email', () => {
  test('code sent › a new one can be requested after 30 s', async () => {
    advanceBrowser(0)
    const { ports, shown } = await openUnproved([goBack])
    expect(await proveUser(ports)).toBe(false)
    expect(shown).toMatchObject([{ is: 'step-up', resendAtMs: Date.now() + 30 * second }])
  })

  test('back, again within 30 s › the code that was sent still proves', async () => {
    const { ports, shown, mailCount } = await openUnproved([goBack, world.enterMailedCode])
    expect(await proveUser(ports)).toBe(false)
    expect(await proveUser(ports)).toBe(true)
    expect(mailCount()).toBe(1)
    expect(shown[1]).toMatchObject({ is: 'step-up', problem: undefined })
  })

  test('back, again after 30 s › a new code', async () => {
    const { ports, mailCount } = await openUnproved([goBack, world.enterMailedCode])
    expect(await proveUser(ports)).toBe(false)
    advanceBrowser(30 * second)
    world.server.advance(30 * second)
    expect(await proveUser(ports)).toBe(true)
    expect(mailCount()).toBe(2)
  })

  test('back, server sends no other code › the code that was sent still proves', async () => {
    const { ports, mailCount } = await openUnproved([goBack, world.enterMailedCode])
    expect(await proveUser(ports)).toBe(false)
    advanceBrowser(31 * second)
    expect(await proveUser(ports)).toBe(true)
    expect(mailCount()).toBe(1)
  })

  test('server sends no other code, earlier one expired › fails', async () => {
    const { ports, names } = await openUnproved([goBack])
    expect(await proveUser(ports)).toBe(false)
    advanceBrowser(10 * minuteMs)
    await expect(proveUser(ports)).rejects.toMatchObject({ data: { status: 429 } })
    expect(names()).toEqual(['step-up'])
  })

  test('too many wrong codes, back, again › states that a new code is needed', async () => {
    const enterWrong = () => {
      const { code } = world.enterMailedCode()
      return { is: 'code', code: code === '000000' ? '000001' : '000000' }
    }
    const wrong = Array.from({ length: 6 }, () => enterWrong)
    const { ports, shown } = await openUnproved([...wrong, goBack, goBack])
    expect(await proveUser(ports)).toBe(false)
    expect(shown.at(-1)).toMatchObject({ problem: 'vault.failed-limit' })
    expect(await proveUser(ports)).toBe(false)
    expect(shown.at(-1)).toMatchObject({ problem: 'vault.step-up-over' })
  })

  test('new code requested › replaces the earlier one, and the countdown starts again', async () => {
    const { ports, shown, mailCount } = await openUnproved([goBack, resend, world.enterMailedCode])
    expect(await proveUser(ports)).toBe(false)
    world.server.advance(30 * second)
    expect(await proveUser(ports)).toBe(true)
    expect(mailCount()).toBe(2)
    const times = shown.map((screen) => (screen.is === 'step-up' ? screen.resendAtMs : 0))
    expect(times[1]).toBe(times[0])
    expect(times[2]).toBeGreaterThan(times[1] ?? 0)
  })
})
