import { describe, expect, test } from 'vitest'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { fakeClock, settle } from '#widget/lib/fake-clock.ts'
import { type AttemptPorts, runConnectAttempt } from './actions.ts'
import type { ConnectingEvent } from './model.ts'

function attempt(over: Partial<AttemptPorts>) {
  const clock = fakeClock()
  const events: ConnectingEvent[] = []
  const controller = new AbortController()
  const ports: AttemptPorts = {
    clock,
    prepare: async () => undefined,
    request: () => new Promise(() => {}),
    sharesAccounts: () => new Promise(() => {}),
    ...over,
  }
  const done = runConnectAttempt(ports, (event) => events.push(event), controller.signal)
  return {
    clock,
    done,
    controller,
    events: () => events.map((one) => (one.is === 'failed' ? one.failure.is : one.is)),
  }
}

describe('runConnectAttempt', () => {
  test('attempt succeeds › reports started, asked, connected', async () => {
    const { done, events, clock } = attempt({ request: async () => undefined })
    expect(await done).toBe(true)
    expect(events()).toEqual(['started', 'asked', 'connected'])
    expect(clock.pending).toBe(0)
  })

  test('no response for 8 s › reports slow and keeps waiting', async () => {
    let respond = () => {}
    const { done, events, clock } = attempt({
      request: () =>
        new Promise<void>((resolve) => {
          respond = resolve
        }),
    })
    await clock.advance(walletHintAfterMs - 1)
    expect(events()).toEqual(['started', 'asked'])
    await clock.advance(1)
    expect(events()).toEqual(['started', 'asked', 'slow'])
    respond()
    expect(await done).toBe(true)
  })

  test('user rejects › fails after one prompt', async () => {
    let calls = 0
    const { done, events } = attempt({
      request: () => {
        calls += 1
        return Promise.reject(new ProviderRpcError(4001, 'No'))
      },
    })
    expect(await done).toBe(false)
    expect(events()).toEqual(['started', 'asked', 'rejected'])
    expect(calls).toBe(1)
  })

  test('−32002 › waits for the response to the earlier request', async () => {
    let share = () => {}
    let calls = 0
    const { done, events } = attempt({
      request: async () => {
        calls += 1
        if (calls === 1) throw new ProviderRpcError(-32002, 'Already pending')
      },
      sharesAccounts: () =>
        new Promise<void>((resolve) => {
          share = resolve
        }),
    })
    await settle()
    expect(events()).toEqual(['started', 'asked', 'pending'])
    share()
    expect(await done).toBe(true)
    expect(events().slice(3)).toEqual(['asked', 'connected'])
  })

  test('aborted › a late response is neither reported nor counted', async () => {
    let respond = () => {}
    const { done, events, controller } = attempt({
      request: () =>
        new Promise<void>((resolve) => {
          respond = resolve
        }),
    })
    await settle()
    controller.abort()
    respond()
    expect(await done).toBe(false)
    expect(events()).toEqual(['started', 'asked'])
  })
})
