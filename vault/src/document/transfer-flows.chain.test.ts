import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { WidgetError } from '../../../shared/errors/widget-error.ts'
import { createTransferKeyPair } from '../core/transfer-keys.ts'
import { toHex } from '../core/transfer-messages.ts'
import { memoryRecords } from '../wallet/testing/memory-records.ts'
import { readTransfer } from '../wallet/transfer-calls.ts'
import { keep } from './keep-flows.ts'
import { serveSending } from './sending-window.ts'
import {
  addressOf,
  choose,
  enterPhrase,
  type Fails,
  openVaultWorld,
  userOf,
  type VaultWorld,
  wait,
} from './testing/vault-world.ts'
import { unlock } from './wallet-flows.ts'

const minuteMs = 60_000

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.server.close()
})

/** A promise, and what resolves it. */
function createDeferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('transfer to a new device', () => {
  /** Both devices at once: the new one restores, the old one sends. `typed`: what the user types for the number. */
  async function transfer(
    typed: (number: string) => string = (number) => number,
    isSent = true,
    fails?: Fails,
  ) {
    const wallet = await world.createdWallet()
    const device = world.openBrowser()
    const shown = createDeferred<string>()
    const sent = createDeferred<void>()
    const receiving = await device.open(wallet.frame, [
      choose('device'),
      wait,
      (screen) => {
        if (screen.is === 'transfer-number') shown.resolve(screen.number)
        return sent.promise.then(() => true)
      },
      wait,
    ])
    const answers = [
      choose('send'),
      wait,
      choose(true),
      wait,
      () => shown.promise.then(typed),
      ...(isSent ? [() => sent.resolve()] : []),
      choose('later'),
    ]
    const sending = await wallet.browser.open(wallet.frame, answers, fails)
    return { ...wallet, device, receiving, sending, sent }
  }

  test('number typed on the old device › the same wallet, which signs on the new one', async () => {
    const { receiving, sending, address } = await transfer()
    const [entropy] = await Promise.all([unlock(receiving.ports), keep(sending.ports, false)])
    expect(await addressOf(entropy)).toBe(address)
    expect(sending.shown.find(({ is }) => is === 'transfer-confirm')).toMatchObject({
      name: expect.any(String),
    })
    expect(await addressOf(await unlock(receiving.ports))).toBe(address)
  })

  test('server not reachable for a moment › the transfer goes on', async () => {
    const { receiving, sending, address } = await transfer()
    const { run } = receiving.session
    let failures = 0
    const flaky = {
      ...receiving.session,
      run: (calls: Parameters<typeof run>[0]) => {
        failures += 1
        // The first call starts the transfer.
        return failures === 2
          ? Promise.reject(new WidgetError('http/network', 'The server did not respond'))
          : run(calls)
      },
    } as typeof receiving.session
    const [entropy] = await Promise.all([
      unlock({ ...receiving.ports, session: flaky }),
      keep(sending.ports, false),
    ])
    expect(await addressOf(entropy)).toBe(address)
  })

  test.each([
    ['key', 1],
    ['wallet', 2],
  ])('first response to the %s lost › sent again, which changes nothing', async (_name, lost) => {
    let puts = 0
    const fails: Fails = (_path, method) => {
      if (method !== 'PUT') return false
      puts += 1
      return puts === lost && 'response'
    }
    const { receiving, sending, address } = await transfer(undefined, true, fails)
    const [entropy] = await Promise.all([unlock(receiving.ports), keep(sending.ports, false)])
    expect(await addressOf(entropy)).toBe(address)
    expect(puts).toBe(3)
    expect(sending.names()).toContain('transfer-sent')
  })

  test('response to the wallet lost › the old device does not claim that nothing was sent', async () => {
    const { receiving, sending, sent, address } = await transfer(undefined, false)
    const { run } = sending.session
    const losing = {
      ...sending.session,
      run: async (calls: Parameters<typeof run>[0]) => {
        const response: unknown = await run(calls)
        const { transfer: seen } = response as { transfer?: { isOwn: boolean; reveal?: object } }
        // Its response is the first one after the number.
        if (isNumberTyped && seen?.reveal) throw new WidgetError('http/network', 'The server did not respond')
        return response
      },
    } as typeof sending.session
    let isNumberTyped = false
    const ask: typeof sending.ports.ask = async (screenOf) => {
      const answer = await sending.ports.ask(screenOf)
      isNumberTyped ||= sending.names().at(-1) === 'transfer-enter'
      return answer
    }
    const restored = unlock(receiving.ports)
    await keep({ ...sending.ports, ask, session: losing }, false)
    expect(sending.shown.at(-1)).toMatchObject({ is: 'keep', problem: 'vault.transfer-unknown' })
    sent.resolve()
    expect(await addressOf(await restored)).toBe(address)
  })

  test('wrong number › nothing is sent, both say so', async () => {
    const { receiving, sending, sent } = await transfer(
      (number) => `${(Number(number[0]) + 1) % 10}${number.slice(1)}`,
      false,
    )
    const restored = expect(unlock(receiving.ports)).rejects.toThrow('vault.transfer-over')
    await expect(keep(sending.ports, false)).resolves.toBeUndefined()
    expect(sending.shown.at(-1)).toMatchObject({ is: 'keep', problem: 'vault.transfer-wrong' })
    sent.resolve()
    await restored
  })

  test('server that exchanges the key › the numbers differ, nothing is sent', async () => {
    const { receiving, sending, sent } = await transfer(undefined, false)
    const { run } = receiving.session
    const attacker = await createTransferKeyPair()
    // The server shows the new device a key of its own, instead of the old device's.
    const tampered = {
      ...receiving.session,
      run: async (calls: Parameters<typeof run>[0]) => {
        const response: unknown = await run(calls)
        const { transfer: seen } = response as { transfer?: { key?: { publicKey: string } } }
        if (seen?.key) seen.key.publicKey = toHex(attacker.publicKey)
        return response
      },
    } as typeof receiving.session
    const restored = expect(unlock({ ...receiving.ports, session: tampered })).rejects.toThrow(
      'vault.transfer-over',
    )
    await keep(sending.ports, false)
    expect(sending.shown.at(-1)).toMatchObject({ is: 'keep', problem: 'vault.transfer-wrong' })
    sent.resolve()
    await restored
  })

  test('user goes back on the new device › the transfer has ended, another way works', async () => {
    const wallet = await world.createdWallet()
    const receiving = await world
      .openBrowser()
      .open(wallet.frame, [choose('device'), choose(undefined), choose('phrase'), enterPhrase(wallet.phrase)])
    expect(await addressOf(await unlock(receiving.ports))).toBe(wallet.address)
    expect(await readTransfer(receiving.session)).toBeUndefined()
  })

  test('opened by the code on the new device › needs a proof of the user, and the session of this browser', async () => {
    const wallet = await world.createdWallet()
    world.server.advance(5 * minuteMs)
    const user = userOf([choose({ is: 'back' })])
    const window = await wallet.browser.open(wallet.frame)
    const ports = { ...window.ports, ask: user.ask }
    const client = world.clientOf(vaultOrigin, wallet.browser.keys)
    expect(await serveSending(ports, client, wallet.frame.userId())).toMatchObject({
      title: 'confirm.cancelled',
    })
    expect(user.names()).toEqual(['step-up'])
    expect(
      await serveSending({ ...ports, records: memoryRecords() }, client, wallet.frame.userId()),
    ).toMatchObject({
      text: 'vault.send-no-session',
    })
  })
})
