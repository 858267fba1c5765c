import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRecoveryKey } from '../../../server/src/adapters/recovery-key/recovery-key.ts'
import { createSecretBox } from '../../../server/src/adapters/secret-box/secret-box.ts'
import { importOfflineKey } from '../../../server/src/cli/open-recoveries.ts'
import { keyFileSchema } from '../../../server/src/cli/recovery-files.ts'
import { createTestCli } from '../../../server/src/cli/testing/test-cli.ts'
import { createRecoveryCommands } from '../../../server/src/core/embedded/recovery-commands.ts'
import { keyOf } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { envelopeKeyContext } from '../../../server/src/core/reseal-keys.ts'
import { createFactorKeys, openFactor, SealedFactorError } from '../../../shared/recovery/sealed-factor.ts'
import * as z from '../../../shared/zod.ts'
import { fromBase64url } from '../../../widget-app/src/lib/text/base64url.ts'
import { openEnvelope } from '../core/envelope.ts'
import { readRecovery } from '../wallet/assisted.ts'
import { cleanUp } from './clean-up.ts'
import { keep } from './keep-flows.ts'
import { reviewRecovery } from './recovery-flows.ts'
import {
  type Answers,
  addressOf,
  type CreatedWallet,
  choose,
  type Fails,
  openVaultWorld,
  type TestBrowser,
  type VaultWorld,
} from './testing/vault-world.ts'
import { unlock } from './wallet-flows.ts'

const hourMs = 3_600_000
const waitMs = 72 * hourMs

const madeKeySchema = z.object({ publicKey: z.string() })
const answersSchema = z.looseObject({ answers: z.array(z.looseObject({ answer: z.string() })) })

let folder = ''
let world: VaultWorld
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-recovery-'))
  cli = createTestCli(folder, [], {
    openStores: async () => {
      const { projects, jobs, recoveries } = world.server.stores
      const recoveryCommands = createRecoveryCommands(recoveries, world.server.now)
      return { projects, jobs, recoveryCommands, close: async () => undefined }
    },
  })
  const made = await cli.execute('recoveries', 'create-key', 'key.json', '--json')
  const { publicKey } = z.parse(madeKeySchema, JSON.parse(made.out))
  world = await openVaultWorld({ recoveryKey: createRecoveryKey(publicKey) })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.server.close()
  rmSync(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)
const enterCode = () => world.enterMailedCode()
const isClosed = /No answer/

/** A wallet that the operator can open, and its first browser. */
async function assistedWallet(): Promise<CreatedWallet> {
  const wallet = await world.createdWallet()
  const window = await wallet.browser.open(wallet.frame, [choose('assistance'), choose(true)])
  await keep(window.ports, false)
  expect(window.names()).toEqual(['keep', 'assistance'])
  expect(window.shown[0]).toMatchObject({ isAssisted: false })
  world.server.advance(31_000)
  return wallet
}

/** Opens a window on a browser without the wallet, whose user answers, and then closes it. */
async function openAndClose(browser: TestBrowser, { frame }: CreatedWallet, answers: Answers) {
  const window = await browser.open(frame, answers)
  await expect(unlock(window.ports)).rejects.toThrow(isClosed)
  return window
}

/** Requests a recovery in a new browser. */
async function requested() {
  const wallet = await assistedWallet()
  const device = world.openBrowser()
  const window = await openAndClose(device, wallet, [choose('assisted'), choose(true), enterCode])
  expect(window.names().slice(0, 4)).toEqual(['restore', 'recovery-intro', 'step-up', 'recovery'])
  const { request } = await readRecovery(window.session)
  if (request === undefined) throw new Error('The recovery is requested')
  return { ...wallet, ...{ wallet, device, window, publicKey: request.publicKey } }
}

/** The operator's three commands. */
async function answer() {
  expect(await cli.execute('recoveries', 'export', 'out.json')).toMatchObject({ exitCode: 0, errors: '' })
  const opened = await cli.execute('recoveries', 'open', 'out.json', 'in.json', '--key', 'key.json')
  expect(opened).toMatchObject({ exitCode: 0, errors: '' })
  return opened
}
const importAnswers = () => cli.execute('recoveries', 'import', 'in.json')

describe('recovery with the operator', () => {
  test('requested, closed, answered, opened › the same wallet, which opens here from then on', async () => {
    const { wallet, device, window, address } = await requested()
    const waiting = window.shown[3]
    expect(waiting).toMatchObject({ is: 'recovery', canOpen: true, request: { isAnswered: false } })
    world.server.advance(waitMs)
    const { out } = await answer()
    expect(waiting?.is === 'recovery' && out.includes(waiting.code)).toBe(true)
    expect(await importAnswers()).toMatchObject({ exitCode: 0, out: 'Answered 1 request.' })
    const restoring = await device.open(wallet.frame, [choose('open'), enterCode])
    const entropy = await unlock(restoring.ports)
    expect(restoring.names()).toEqual(['recovery', 'step-up'])
    expect(await addressOf(entropy)).toBe(address)
    // The operator cannot open it again, unless the user lets it.
    const account = restoring.session.account()
    expect(account).toMatchObject({ recovery: 'offered' })
    expect(account.envelopes.filter(({ kind }) => kind === 'assisted')).toEqual([])
    expect(await addressOf(await unlock((await device.open(wallet.frame)).ports))).toBe(address)
  })

  test.each([
    ['does not reach the server', true, 'requested'],
    ['is done, and its response lost', 'response', 'offered'],
  ] as const)('completion %s › the wallet is here, the key deleted', async (_name, failure, recovery) => {
    const { wallet, device, address, publicKey } = await requested()
    world.server.advance(waitMs)
    await answer()
    await importAnswers()
    const fails: Fails = (path) => path.endsWith('/complete') && failure
    const restoring = await device.open(wallet.frame, [choose('open'), enterCode], fails)
    expect(await addressOf(await unlock(restoring.ports))).toBe(address)
    expect(restoring.session.account().recovery).toBe(recovery)
    const next = await device.open(wallet.frame)
    await reviewRecovery(next.ports, () => unlock(next.ports))
    expect(next.names()).toEqual([])
    expect(next.session.account().recovery).toBe('offered')
    expect(await addressOf(await unlock(next.ports))).toBe(address)
    await cleanUp((await device.open(wallet.frame)).ports)
    expect(await device.recoveryKeys.load(publicKey)).toBeUndefined()
    const envelopes = next.session.account().envelopes
    expect(envelopes.filter(({ kind }) => kind === 'assisted')).toEqual([])
  })

  test('response to the request lost › the next window opens the answer', async () => {
    const wallet = await assistedWallet()
    const device = world.openBrowser()
    const fails: Fails = (path, method) => method === 'POST' && path.endsWith('/recovery') && 'response'
    const failing = await device.open(
      wallet.frame,
      [choose('assisted'), choose(true), enterCode, choose('assisted')],
      fails,
    )
    await expect(unlock(failing.ports)).rejects.toThrow(isClosed)
    expect(failing.names().slice(3, 5)).toEqual(['restore', 'recovery'])
    expect(failing.shown[4]).toMatchObject({ canOpen: true })
    world.server.advance(waitMs)
    await answer()
    await importAnswers()
    const next = await device.open(wallet.frame, [choose('open'), enterCode])
    expect(await addressOf(await unlock(next.ports))).toBe(wallet.address)
  })

  test('window opened again before the answer › shows the request, and the operator’s turn', async () => {
    const { wallet, device } = await requested()
    const second = await openAndClose(device, wallet, [choose('look')])
    expect(second.names().slice(0, 2)).toEqual(['recovery', 'recovery'])
    world.server.advance(waitMs)
    const third = await openAndClose(device, wallet, [choose('back')])
    expect(third.names().slice(0, 2)).toEqual(['recovery', 'restore'])
    expect(third.shown[0]).toMatchObject({ request: { isAnswered: false } })
  })

  test('export before 72 hours › no file', async () => {
    await requested()
    world.server.advance(waitMs - 1)
    const { out } = await cli.execute('recoveries', 'export', 'out.json')
    expect(out).toBe('No request can be answered now; no file was written.')
    expect(() => readFileSync(file('out.json'))).toThrow('ENOENT')
  })

  test('old device › states the request, and cancels it; the answer is refused', async () => {
    const { wallet, browser, device } = await requested()
    world.server.advance(waitMs)
    await answer()
    const old = await browser.open(wallet.frame, [choose(true)])
    await reviewRecovery(old.ports, () => unlock(old.ports))
    expect(old.shown[0]).toMatchObject({ is: 'recovery-alert', request: { isOwn: false } })
    expect(old.session.account().recovery).toBe('offered')
    expect(await importAnswers()).toMatchObject({ exitCode: 1, out: 'Answered 0 requests.' })
    const window = await openAndClose(device, wallet, [])
    expect(window.names()).toEqual(['restore'])
  })

  test('cancelled on another device › the key is kept until then', async () => {
    const { wallet, browser, device, publicKey } = await requested()
    await cleanUp((await device.open(wallet.frame)).ports)
    expect(await device.recoveryKeys.load(publicKey)).toBeDefined()
    const old = await browser.open(wallet.frame, [choose(true)])
    await reviewRecovery(old.ports, () => unlock(old.ports))
    await cleanUp((await device.open(wallet.frame)).ports)
    expect(await device.recoveryKeys.load(publicKey)).toBeUndefined()
    expect(await device.records.cleanups.list(wallet.frame.userId())).toEqual([])
  })

  test('window opened while another requests › keeps the key of that one', async () => {
    const wallet = await assistedWallet()
    const device = world.openBrowser()
    const other = await device.open(wallet.frame)
    let cleaned: Promise<void> | undefined
    const fails: Fails = (path, method) => {
      if (method === 'POST' && path.endsWith('/recovery')) cleaned = cleanUp(other.ports)
      return false
    }
    const answers = [choose('assisted'), choose(true), enterCode]
    const window = await device.open(wallet.frame, answers, fails)
    await expect(unlock(window.ports)).rejects.toThrow(isClosed)
    await cleaned
    expect(cleaned).toBeDefined()
    expect(window.shown[3]).toMatchObject({ is: 'recovery', canOpen: true })
    const { request } = await readRecovery(window.session)
    expect(await device.recoveryKeys.load(request?.publicKey ?? '')).toBeDefined()
  })

  test('request of this device › cancelled here', async () => {
    const { wallet, device } = await requested()
    const window = await openAndClose(device, wallet, [choose('cancel')])
    expect(window.names()).toEqual(['recovery', 'restore'])
    expect(await readRecovery(window.session)).not.toHaveProperty('request')
  })

  test('another browser of the user › sees the request, and cannot open it', async () => {
    const { wallet } = await requested()
    world.server.advance(waitMs)
    await answer()
    await importAnswers()
    const other = await openAndClose(world.openBrowser(), wallet, [choose('assisted')])
    expect(other.shown[1]).toMatchObject({ is: 'recovery', canOpen: false })
  })

  test('answer that was exchanged › does not open, and says so', async () => {
    const { wallet, device } = await requested()
    world.server.advance(waitMs)
    await answer()
    const answers = z.parse(answersSchema, JSON.parse(readFileSync(file('in.json'), 'utf8')))
    for (const each of answers.answers) each.answer = `B${'A'.repeat(150)}`
    writeFileSync(file('in.json'), JSON.stringify(answers))
    await importAnswers()
    const window = await openAndClose(device, wallet, [choose('open'), enterCode])
    expect(window.shown.at(-1)).toMatchObject({ is: 'restore', problem: 'vault.recovery-unreadable' })
  })

  test('turned off › the operator has no request to open', async () => {
    const wallet = await assistedWallet()
    world.server.advance(hourMs)
    const window = await wallet.browser.open(wallet.frame, [
      choose('assistance'),
      choose(true),
      enterCode,
      choose('later'),
    ])
    await keep(window.ports, false)
    expect(window.shown[1]).toMatchObject({ is: 'assistance', isOn: true })
    expect(window.shown.at(-1)).toMatchObject({ is: 'keep', isAssisted: false, problem: undefined })
    const device = await openAndClose(world.openBrowser(), wallet, [])
    expect(device.shown[0]).toMatchObject({ ways: ['device', 'phrase'] })
  })

  test('user who reads the warning and goes back › nothing is created', async () => {
    const wallet = await world.createdWallet()
    const answers = [choose('assistance'), choose(false), choose('later')]
    const window = await wallet.browser.open(wallet.frame, answers)
    await keep(window.ports, false)
    expect(window.session.account().envelopes.map(({ kind }) => kind)).toEqual(['device'])
  })

  test('database and online keys › open nothing without the offline key', async () => {
    const { address, frame, browser } = await assistedWallet()
    const window = await browser.open(frame)
    const { walletId, userId } = window.session.account()
    const envelopes = await world.server.stores.envelopes.list(userId)
    const stored = envelopes.find(({ kind }) => kind === 'assisted')
    if (stored?.factor === undefined || stored.sealed === undefined) throw new Error('There is no envelope')
    const { key: onlineKey } = keyOf('a')
    const online = createSecretBox([keyOf('a')])
    const serverKey = fromBase64url(online.open(stored.sealedKey, envelopeKeyContext(stored)))
    const sealedFactor = fromBase64url(stored.factor.sealed)
    const recipient = { is: 'operator', keyId: stored.factor.keyId } as const
    const owner = { userId, walletId, envelopeId: stored.id }
    const openBy = (factor: Uint8Array) =>
      openEnvelope(
        fromBase64url(stored.sealed ?? ''),
        { factor, serverKey },
        { userId, walletId, kind: 'assisted' },
      )
    const parts = Array.from({ length: sealedFactor.length - 31 }, (_, at) => sealedFactor.slice(at, at + 32))
    for (const factor of [serverKey, onlineKey, ...parts])
      expect(await openBy(factor)).toMatchObject({ is: 'unreadable', reason: 'not-authentic' })
    await expect(openFactor(sealedFactor, await createFactorKeys(false), recipient, owner)).rejects.toThrow(
      SealedFactorError,
    )

    const keyFile = z.parse(keyFileSchema, JSON.parse(readFileSync(file('key.json'), 'utf8')))
    const { keys } = await importOfflineKey(keyFile, 'key.json')
    const factor = await openFactor(sealedFactor, keys, recipient, owner)
    const opened = await openBy(factor)
    expect(opened.is === 'opened' && (await addressOf(opened.entropy))).toBe(address)
    const dump = await world.server.dump()
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(dump).not.toContain(Buffer.from(factor).toString(encoding))
  })
})
