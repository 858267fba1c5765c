import { describe, expect, test } from 'vitest'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { fakeClock, settle } from '#widget/lib/fake-clock.ts'
import { type AttemptPorts, runConnectAttempt } from './actions.ts'
import type { ConnectingEvent } from './model.ts'

function attempt(over: Partial<AttemptPorts>) {
  const clock = fakeClock()
  const told: ConnectingEvent[] = []
  const controller = new AbortController()
  const ports: AttemptPorts = {
    clock,
    prepare: async () => undefined,
    ask: () => new Promise(() => {}),
    sharesAccounts: () => new Promise(() => {}),
    ...over,
  }
  const done = runConnectAttempt(ports, (event) => told.push(event), controller.signal)
  return {
    clock,
    done,
    controller,
    told: () => told.map((one) => (one.is === 'failed' ? one.failure.is : one.is)),
  }
}

describe('runConnectAttempt', () => {
  test('attempt succeeds › reports started, asked, connected', async () => {
    const { done, told, clock } = attempt({ ask: async () => undefined })
    expect(await done).toBe(true)
    expect(told()).toEqual(['started', 'asked', 'connected'])
    expect(clock.pending).toBe(0)
  })

  test('no response for 8 s › reports slow and keeps waiting', async () => {
    let answer = () => {}
    const { done, told, clock } = attempt({
      ask: () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    })
    await clock.advance(walletHintAfterMs - 1)
    expect(told()).toEqual(['started', 'asked'])
    await clock.advance(1)
    expect(told()).toEqual(['started', 'asked', 'slow'])
    answer()
    expect(await done).toBe(true)
  })

  test('user rejects › fails after one prompt', async () => {
    let asked = 0
    const { done, told } = attempt({
      ask: () => {
        asked += 1
        return Promise.reject(new ProviderRpcError(4001, 'No'))
      },
    })
    expect(await done).toBe(false)
    expect(told()).toEqual(['started', 'asked', 'rejected'])
    expect(asked).toBe(1)
  })

  test('−32002 › waits for the response to the earlier request', async () => {
    let share = () => {}
    let asked = 0
    const { done, told } = attempt({
      ask: async () => {
        asked += 1
        if (asked === 1) throw new ProviderRpcError(-32002, 'Already pending')
      },
      sharesAccounts: () =>
        new Promise<void>((resolve) => {
          share = resolve
        }),
    })
    await settle()
    expect(told()).toEqual(['started', 'asked', 'pending'])
    share()
    expect(await done).toBe(true)
    expect(told().slice(3)).toEqual(['asked', 'connected'])
  })

  test('aborted › a late response is neither reported nor counted', async () => {
    let answer = () => {}
    const { done, told, controller } = attempt({
      ask: () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    })
    await settle()
    controller.abort()
    answer()
    expect(await done).toBe(false)
    expect(told()).toEqual(['started', 'asked'])
  })
})
